"""Which link next? One module per strategy."""
