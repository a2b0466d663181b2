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
    font = penumbra.Font(pathlib.Path("inter.ttf"), "Inter", weight=700, style="italic")
    page = penumbra.Page("<h1>{{title}}</h1>", width=400, height="auto", fonts=[font], color_scheme="dark", allow_missing=True)
    png += penumbra.html("<h1>Hello</h1>", width=1200, height=630, scale=2, format="webp")
    png += renderer.html(page, parameters={"title": "Hello"}) + renderer.render(page)
    size += sum(len(result.data or b"") for result in penumbra.Batch(page, rows))
    penumbra.html(3)  # type: ignore[arg-type]
    penumbra.html(page, widht=3)  # type: ignore[call-arg]
    penumbra.render(scene, qualty=3)  # type: ignore[call-arg]
    penumbra.render(3)  # type: ignore[arg-type]
    picture.encode(quality="high")  # type: ignore[arg-type]
    penumbra.Batch(scene, [1])  # type: ignore[list-item]
    return size + len(file) + len(png)
