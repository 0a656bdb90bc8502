"""Addresses: canonical form, scope rules, trap rules."""
