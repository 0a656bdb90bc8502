"""The admin side of the site: the pages that run a crawl."""
