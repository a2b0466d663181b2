"""What the examples for Dask and Ray share: one table's part to pictures, with the wheel."""

from __future__ import annotations

import json
import os
import pathlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import penumbra


def parameters(row: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """A row's cells as parameters: texts where the scene's default is a text, JSON elsewhere. Empty cells keep other defaults."""
    values: dict[str, Any] = {}
    for name, cell in row.items():
        if name not in defaults:
            continue
        if isinstance(defaults[name], str):
            values[name] = cell
        elif cell:
            values[name] = cell if defaults[name] is None else json.loads(cell)
    return values


def write(path: pathlib.Path, data: bytes) -> None:
    """The whole file or none, also where the process is killed or the task runs twice."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_bytes(data)
    temporary.replace(path)


def draw(rows: Iterable[Mapping[str, Any]], template: str, output: str, name: str) -> Iterator[dict[str, Any]]:
    """Draws a card for each row and writes it to the folder `output`. Gives the name, the bytes and the error of each.

    The column `name` has the names of the files.
    """
    rows = list(rows)
    defaults = json.loads(pathlib.Path(template).read_text())["parameters"]
    # One worker, because Dask and Ray run a task per processor. It keeps its fonts for all rows.
    batch = penumbra.Batch(template, (parameters(row, defaults) for row in rows), workers=1)
    for row, result in zip(rows, batch):
        if result.data is not None:
            write(pathlib.Path(output) / f"{row[name]}.png", result.data)
        yield {"name": row[name], "bytes": len(result.data or b""), "error": str(result.error or "")}
