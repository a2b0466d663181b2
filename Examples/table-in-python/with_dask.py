"""Draws a card for each row of a table with Dask: on the threads of this process, on processes, or on a cluster.

    python with_dask.py cards.csv open-graph.json out [--name COLUMN] [--processes N | --scheduler ADDRESS]
"""

from __future__ import annotations

import sys

import dask
import dask.dataframe

import cards
import table


def main() -> int:
    parser = table.arguments(__doc__)
    parser.add_argument("--processes", type=int, help="processes instead of threads")
    parser.add_argument("--scheduler", help="the address of a cluster whose workers see the same folders")
    options = parser.parse_args()
    rows, work = table.read(options)
    if options.processes or options.scheduler:
        import distributed

        if options.scheduler:
            client = distributed.Client(options.scheduler)
        else:
            client = distributed.Client(n_workers=options.processes, threads_per_worker=1)
        # The workers import the same code.
        client.upload_file(cards.__file__)
    else:
        dask.config.set(scheduler="threads")
    frame = dask.dataframe.from_pandas(rows, chunksize=options.rows, sort=False)
    cards_of_parts = frame.map_partitions(work, meta={"name": "str", "bytes": "int64", "error": "str"})
    return table.report(cards_of_parts.compute)


if __name__ == "__main__":
    sys.exit(main())
