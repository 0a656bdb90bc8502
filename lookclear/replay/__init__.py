"""A recorded web as a world to crawl: reader, simulator, evaluation."""
