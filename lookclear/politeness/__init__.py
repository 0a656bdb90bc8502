"""How a crawl behaves towards servers, and what it does not let them do: pure rules, the clock passed in."""
