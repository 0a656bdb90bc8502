"""Search for the lowest value of a function when nothing but its values is known: particle swarms."""

from lookclear.optimise.rules import BWPSO, CONSTRICTION, LINEAR, SwarmRule
from lookclear.optimise.swarm import Box, Found, minimise, minimise_all

__all__ = ["BWPSO", "CONSTRICTION", "LINEAR", "Box", "Found", "SwarmRule", "minimise", "minimise_all"]
