"""What was fetched: page rows (SQLite), raw pages (WARC), runs."""
