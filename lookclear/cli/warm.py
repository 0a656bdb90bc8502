"""`lookclear warm`: compile once what makes large indexes fast."""

from __future__ import annotations

import click

from indexer import compiled


@click.command()
def warm() -> None:
    """Compile what makes large indexes fast, and keep it for all later runs.

    It takes up to a minute and needs numba (`pip install 'lookclear[fast]'`). Without it everything works,
    with numpy.
    """
    if compiled.is_warm():
        click.echo(f"compiled already: {compiled.folder()}")
        return
    click.echo("compiling, this takes up to a minute …")
    click.echo(f"compiled: {compiled.warm()}")
