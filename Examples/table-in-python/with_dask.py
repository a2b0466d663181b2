"""Draws a card for each row of a table with Dask: on the threads of this process, on processes, or on a cluster.

    python with_dask.py cards.csv open-graph.json out [--name COLUMN] [--processes N | --scheduler ADDRESS]
"""

from __future__ import annotations

import argparse
import functools
import pathlib
import sys
import time

import dask
import dask.dataframe
import pandas

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
    parser.add_argument("--processes", type=int, help="processes instead of threads")
    parser.add_argument("--scheduler", help="the address of a cluster whose workers see the same folders")
    options = parser.parse_args()
    if options.processes or options.scheduler:
        import distributed

        if options.scheduler:
            client = distributed.Client(options.scheduler)
        else:
            client = distributed.Client(n_workers=options.processes, threads_per_worker=1)
        # The workers import the same code.
        client.upload_file(str(pathlib.Path(__file__).with_name("cards.py")))
    else:
        dask.config.set(scheduler="threads")

    table = pandas.read_csv(options.table, dtype=str, keep_default_na=False)
    frame = dask.dataframe.from_pandas(table, chunksize=options.rows, sort=False)
    work = functools.partial(
        draw, template=str(pathlib.Path(options.template).absolute()), output=str(pathlib.Path(options.output).absolute()), name=options.name
    )
    start = time.monotonic()
    results = frame.map_partitions(work, meta={"name": "str", "bytes": "int64", "error": "str"}).compute()
    seconds = time.monotonic() - start
    broken = results[results["error"] != ""]
    print(f"{len(results) - len(broken)} cards, {results['bytes'].sum()} bytes, {len(results) / seconds:.0f} per second")
    for name, error in zip(broken["name"], broken["error"]):
        print(f"{name}: {error}", file=sys.stderr)
    return 1 if len(broken) else 0


if __name__ == "__main__":
    sys.exit(main())
