"""What is wanted: topic files and workspaces."""
