"""Draws a card for each row of a table with Ray Data.

    python with_ray.py cards.csv open-graph.json out [--name COLUMN] [--tasks N]
"""

from __future__ import annotations

import sys

import ray

import cards
import table


def main() -> int:
    parser = table.arguments(__doc__)
    parser.add_argument("--tasks", type=int, help="tasks at the same time (default: one per processor)")
    options = parser.parse_args()
    rows, work = table.read(options)
    # The workers import the same code.
    ray.init(runtime_env={"py_modules": [cards.__file__]}, log_to_driver=False)
    blocks = max(1, -(-len(rows) // options.rows))

    def draw():
        parts = ray.data.from_pandas(rows).repartition(blocks)
        return parts.map_batches(work, batch_format="pandas", batch_size=None, concurrency=options.tasks).to_pandas()

    return table.report(draw)


if __name__ == "__main__":
    sys.exit(main())
