"""The type hints' own test: mypy --strict checks this file, and nothing runs it. A line with an ignored error must be one."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

import penumbra


def use(rows: Iterator[dict[str, str]]) -> int:
    scene = penumbra.Scene(pathlib.Path("card.json"), folder="/cards")
    renderer = penumbra.Renderer(backend="cpu", threads=2, roots=["/photos", pathlib.Path("/more")], strict=True)
    picture = renderer.draw(scene, parameters={"title": "Hello"}, scale=2, time="250ms")
    size: int = picture.width * picture.height + len(picture.notices) + len(picture.tobytes())
    file: bytes = picture.encode("webp", quality=85, max_bytes=1 << 16)
    png: bytes = penumbra.render({"canvas": {"width": 9}}, effort="small")
    for result in penumbra.Batch(scene, rows, workers=2, format="jpg", quality=80):
        if result.error is not None:
            code: int = result.error.code
            place: str | None = result.error.place
            print(code, place)
        if result.data is not None:
            print(len(result.data), result.row["sku"])
    penumbra.render(scene, qualty=3)  # type: ignore[call-arg]
    penumbra.render(3)  # type: ignore[arg-type]
    picture.encode(quality="high")  # type: ignore[arg-type]
    penumbra.Batch(scene, [1])  # type: ignore[list-item]
    return size + len(file) + len(png)
