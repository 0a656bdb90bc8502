"""What is learned across pages: templates of sites, copies, and parts of addresses that mean nothing.

Everything is learned from pages in the order of visits and from nothing else, so that replaying a crawl's
pages rebuilds it.
"""
