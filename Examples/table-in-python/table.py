"""The arguments, the table and the report of the examples for Dask and Ray."""

from __future__ import annotations

import argparse
import functools
import pathlib
import sys
import time
from collections.abc import Callable

import pandas
import penumbra

import cards

Work = Callable[[pandas.DataFrame], pandas.DataFrame]


def arguments(description: str) -> argparse.ArgumentParser:
    """The arguments that both examples have."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", help="a CSV file")
    parser.add_argument("template", help="a scene whose parameters are columns of the table")
    parser.add_argument("output", help="the folder for the cards")
    parser.add_argument("--name", default="name", help="the column with the names of the files (default: name)")
    parser.add_argument("--rows", type=int, default=100, help="rows per task (default: 100)")
    return parser


def read(options: argparse.Namespace) -> tuple[pandas.DataFrame, Work]:
    """Reads the table, and makes the function that draws a part of it. Mistakes that concern all rows end the program."""
    try:
        rows = pandas.read_csv(options.table, dtype=str, keep_default_na=False)
        cards.Template(options.template)
    except (OSError, ValueError, penumbra.PenumbraError) as error:
        sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {error}")
    if options.name not in rows:
        sys.exit(f"{options.table} has no column {options.name!r} with the names of the files; choose a column with --name")
    repeated = rows[options.name][rows[options.name].duplicated()]
    if len(repeated):
        sys.exit(f"{options.table}: two rows have the name {repeated.iloc[0]!r}, so one card would replace the other")
    work = functools.partial(
        cards.draw_part,
        template=str(pathlib.Path(options.template).absolute()),
        output=str(pathlib.Path(options.output).absolute()),
        name=options.name,
    )
    return rows, work


def report(draw: Callable[[], pandas.DataFrame]) -> int:
    """Draws the cards, and prints their number, the speed and the errors. Returns the exit code."""
    start = time.monotonic()
    results = draw()
    seconds = time.monotonic() - start
    broken = results[results["error"] != ""]
    print(f"{len(results) - len(broken)} cards, {results['bytes'].sum()} bytes, {len(results) / seconds:.0f} per second")
    for name, error in zip(broken["name"], broken["error"]):
        print(f"{name}: {error}", file=sys.stderr)
    return 1 if len(broken) else 0
