"""Draws a card for each row of a table with Ray Data.

    python with_ray.py cards.csv open-graph.json out [--name COLUMN] [--tasks N]
"""

from __future__ import annotations

import argparse
import functools
import pathlib
import sys
import time

import pandas
import ray

import cards


def draw(part: pandas.DataFrame, template: str, output: str, name: str) -> pandas.DataFrame:
    rows = part.to_dict("records")
    return pandas.DataFrame(cards.draw(rows, template, output, name), columns=["name", "bytes", "error"])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table")
    parser.add_argument("template")
    parser.add_argument("output")
    parser.add_argument("--name", default="name", help="the column with the names of the files")
    parser.add_argument("--rows", type=int, default=100, help="rows per task")
    parser.add_argument("--tasks", type=int, help="tasks at the same time; default: one per processor")
    options = parser.parse_args()
    # The workers import the same code.
    ray.init(runtime_env={"py_modules": [str(pathlib.Path(__file__).with_name("cards.py"))]}, log_to_driver=False)
    table = pandas.read_csv(options.table, dtype=str, keep_default_na=False)
    work = functools.partial(
        draw, template=str(pathlib.Path(options.template).absolute()), output=str(pathlib.Path(options.output).absolute()), name=options.name
    )
    blocks = -(-len(table) // options.rows)
    start = time.monotonic()
    data = ray.data.from_pandas(table).repartition(blocks)
    results = data.map_batches(work, batch_format="pandas", batch_size=None, concurrency=options.tasks).to_pandas()
    seconds = time.monotonic() - start
    broken = results[results["error"] != ""]
    print(f"{len(results) - len(broken)} cards, {results['bytes'].sum()} bytes, {len(results) / seconds:.0f} per second")
    for name, error in zip(broken["name"], broken["error"]):
        print(f"{name}: {error}", file=sys.stderr)
    return 1 if len(broken) else 0


if __name__ == "__main__":
    sys.exit(main())
