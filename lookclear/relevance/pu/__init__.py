"""Learning from pages on topic and unlabelled ones, without a single page known to be off topic."""
