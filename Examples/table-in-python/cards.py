"""Draws one part of a table with the wheel: a card for each row. The examples for Dask and Ray call this file in their workers."""

from __future__ import annotations

import json
import os
import pathlib
import re
import uuid
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import penumbra

if TYPE_CHECKING:
    import pandas


class Template:
    """A scene whose parameters are the columns of a table. The cells have the meaning that they have for `penumbra batch`."""

    def __init__(self, path: str) -> None:
        self.scene = penumbra.Scene(pathlib.Path(path))
        try:
            document = json.loads(self.scene.json)
            self._defaults: dict[str, Any] = dict(document.pop("parameters", {}))
        except (AttributeError, RecursionError, TypeError, ValueError) as error:
            raise penumbra.PenumbraError(f"{path} is no scene: {error}", code=65) from error
        self._kept = _names_outside_texts(document)

    def parameters(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters of a row: texts where the scene's default is a text, else JSON if the cell is JSON.

        An empty cell keeps the default, unless the scene only shows the parameter as text.
        """
        values: dict[str, Any] = {}
        for name, cell in row.items():
            if name not in self._defaults or (cell == "" and (name in self._kept or not isinstance(self._defaults[name], str))):
                continue
            values[name] = cell if isinstance(self._defaults[name], str) else _json_or_text(cell)
        return values


def _names_outside_texts(document: dict[str, Any]) -> set[str]:
    """The parameters that a scene uses for more than the words of its texts."""
    names: set[str] = set()
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        key, value = waiting.pop()
        if isinstance(value, dict):
            waiting += value.items()
        elif isinstance(value, list):
            waiting += ((key, item) for item in value)
        elif isinstance(value, str) and key not in ("string", "runs", "name"):
            names.update(re.findall(r"(?<!\$)\$\{([^}]*)\}", value))
    return names


def _json_or_text(cell: Any) -> Any:
    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is no JSON")

    try:
        return json.loads(cell, parse_constant=refuse) if isinstance(cell, str) else cell
    except (ValueError, RecursionError):
        return cell


def file_of(name: Any, output: str) -> pathlib.Path:
    """The file of a card with this name, which lies below the folder `output`."""
    if not isinstance(name, str) or not name or re.search(r"[\x00-\x1f\x7f]", name):
        raise ValueError(f"found {name!r} as the name of the file, expected a text without control characters")
    path = os.path.normpath(f"{name}.png")
    if os.path.isabs(path) or path.startswith("../"):
        raise ValueError(f"the name {name!r} leads out of the output folder; choose a name below it")
    return pathlib.Path(output, path)


def write(path: pathlib.Path, data: bytes) -> None:
    """Writes the whole file or none, also where the process is killed or the task runs twice."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{uuid.uuid4().hex}")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def draw(rows: Iterable[Mapping[str, Any]], template: str, output: str, name: str) -> Iterator[dict[str, Any]]:
    """Draws a card for each row and writes it to the folder `output`. Gives the name, the bytes and the error of each card.

    The column `name` has the names of the files.
    """
    rows = list(rows)
    read = Template(template)
    # One worker, because Dask and Ray run a task per processor. It keeps its fonts for all rows.
    batch = penumbra.Batch(read.scene, (read.parameters(row) for row in rows), workers=1)
    for row, result in zip(rows, batch):
        size, error = 0, str(result.error or "")
        if result.data is not None:
            try:
                write(file_of(row.get(name), output), result.data)
                size = len(result.data)
            except (OSError, ValueError) as failure:
                error = str(failure)
        yield {"name": str(row.get(name)), "bytes": size, "error": error}


def draw_part(part: pandas.DataFrame, template: str, output: str, name: str) -> pandas.DataFrame:
    """Draws the rows of one part of a table. Gives a table of names, bytes and errors."""
    import pandas

    return pandas.DataFrame(draw(part.to_dict("records"), template, output, name), columns=["name", "bytes", "error"])
