"""From bytes to a Page: charset, one tree, token array, content blocks, links with context."""
