"""Scenes, renderers, pictures and batches."""

from __future__ import annotations

import collections
import concurrent.futures
import functools
import inspect
import json
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from . import _library
from ._library import PenumbraError
from ._pages import Font, Page, PageDocument

if TYPE_CHECKING:
    from typing_extensions import Concatenate, ParamSpec

    Given = ParamSpec("Given")

Document = Union["Scene", Page, Mapping[str, Any], str, bytes, "os.PathLike[str]"]


class Scene:
    """A scene's document, read once for many pictures.

    `folder` is where relative paths in the scene start: by default the folder of its file, or else the working directory.
    """

    def __init__(self, document: Document, folder: str | os.PathLike[str] | None = None) -> None:
        self.json: bytes
        self.folder: str | None = None if folder is None else os.fspath(folder)
        if isinstance(document, Page):
            raise PenumbraError("scene: found a page; give it to draw, render or Batch as it is")
        if isinstance(document, Scene):
            self.json, self.folder = document.json, self.folder or document.folder
        elif isinstance(document, Mapping):
            try:
                self.json = json.dumps(document, allow_nan=False).encode()
            except (TypeError, ValueError, RecursionError) as error:
                raise PenumbraError(f"scene: {error}") from None
        elif isinstance(document, bytes):
            self.json = document
        elif isinstance(document, str) and not document.endswith(".json"):
            self.json = document.encode(errors="surrogatepass")
        else:
            try:
                path = os.fspath(document)
            except TypeError:
                raise PenumbraError(f"scene: expected a mapping, JSON or a path, found {type(document).__name__}") from None
            try:
                with open(path, "rb") as file:
                    self.json = file.read()
            except OSError as error:
                raise PenumbraError(f"{path}: {error.strerror}", code=66) from error
            if self.folder is None:
                self.folder = os.path.dirname(path)


def _read(document: Document) -> Scene | Page:
    return document if isinstance(document, (Scene, Page)) else Scene(document)


class Picture:
    """A drawn picture. numpy.asarray(picture) gives its pixels without a copy, read-only.

    The array has height × width × 4 values: straight (not premultiplied) RGBA in the canvas's colour space, rows from the top. Values are
    bytes, or big-endian 16-bit numbers with `canvas.depth` 16.
    """

    def __init__(self, handle: _library.Handle) -> None:
        self._handle = handle
        self.width, self.height = _library.size(handle)

    @property
    def notices(self) -> list[str]:
        """Warnings, one line each: replaced fonts and glyphs, missing axes of fonts, overlapping lines of text, clipped colours."""
        return _library.notices(self._handle)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        address, length = _library.memory(self._handle)
        # Pictures of 16 bits per channel have the high byte first.
        kind = ">u2" if length == 8 * self.width * self.height else "|u1"
        return {"shape": (self.height, self.width, 4), "typestr": kind, "data": (address, True), "version": 3}

    def tobytes(self) -> bytes:
        """A copy of the pixels: the bytes of the array."""
        return _library.copied(self._handle)

    def encode(
        self,
        format: str = "png",
        *,
        quality: int | None = None,
        effort: str | None = None,
        max_bytes: int | None = None,
        threads: int | None = None,
    ) -> bytes:
        """The bytes of a file: "png", "jpg", "webp" or "avif", the same as the command's."""
        options = {"format": format, "quality": quality, "effort": effort, "maxBytes": max_bytes, "threads": threads}
        return _library.copied(_library.call("encode", self._handle.number, options=options))


class Renderer:
    """Keeps fonts and working memory from picture to picture. Threads may share a renderer, but then draw one after the other.

    `roots` are the folders whose files scenes may show; by default each scene's folder. `fonts` are files and folders of fonts, which
    all renderers of the process have from then on.
    """

    def __init__(
        self,
        *,
        backend: str | None = None,
        device: str | None = None,
        threads: int | None = None,
        roots: Sequence[str | os.PathLike[str]] | None = None,
        fonts: Sequence[str | os.PathLike[str]] | None = None,
        strict: bool = False,
        max_memory: int | None = None,
    ) -> None:
        options = {
            "backend": backend,
            "device": device,
            "threads": threads,
            "roots": None if roots is None else [os.fspath(root) for root in roots],
            "fonts": None if fonts is None else [os.fspath(path) for path in fonts],
            "strict": strict,
            "maxMemory": max_memory,
        }
        self._process = os.getpid()
        self._handle = _library.call("open", options=options)

    def draw(
        self,
        scene: Document,
        *,
        parameters: Mapping[str, Any] | None = None,
        scale: float | None = None,
        time: float | str | None = None,
    ) -> Picture:
        if os.getpid() != self._process:
            raise PenumbraError("the process was forked after this renderer was made; make renderers in each process")
        document = _read(scene)
        options: dict[str, Any] = {
            "parameters": None if parameters is None else dict(parameters),
            "scale": scale,
            "time": time,
        }
        if isinstance(document, Page):
            options.update(document._given())
            text = document.html
            return Picture(_library.call("html", self._handle.number, text, len(text), options=options))
        options["folder"] = document.folder
        return Picture(_library.call("draw", self._handle.number, document.json, len(document.json), options=options))

    def render(
        self,
        scene: Document,
        *,
        parameters: Mapping[str, Any] | None = None,
        scale: float | None = None,
        time: float | str | None = None,
        format: str = "png",
        quality: int | None = None,
        effort: str | None = None,
        max_bytes: int | None = None,
    ) -> bytes:
        """Draws a scene or a page and returns the bytes of a file."""
        picture = self.draw(scene, parameters=parameters, scale=scale, time=time)
        return picture.encode(format, quality=quality, effort=effort, max_bytes=max_bytes)

    def html(
        self,
        document: PageDocument,
        *,
        width: int | None = None,
        height: int | str | None = None,
        folder: str | os.PathLike[str] | None = None,
        fonts: Iterable[Font] | None = None,
        color_scheme: str | None = None,
        allow_missing: bool | None = None,
        parameters: Mapping[str, Any] | None = None,
        scale: float | None = None,
        time: float | str | None = None,
        format: str = "png",
        quality: int | None = None,
        effort: str | None = None,
        max_bytes: int | None = None,
    ) -> bytes:
        """Draws an HTML document, such as the output of Jinja, and returns the bytes of a file. `Page` describes its options."""
        page = Page(
            document, width=width, height=height, folder=folder, fonts=fonts, color_scheme=color_scheme, allow_missing=allow_missing
        )
        picture = self.draw(page, parameters=parameters, scale=scale, time=time)
        return picture.encode(format, quality=quality, effort=effort, max_bytes=max_bytes)


_own = threading.local()


def _renderer() -> Renderer:
    """The calling thread's own renderer."""
    renderer: Renderer | None = getattr(_own, "renderer", None)
    if renderer is None or renderer._process != os.getpid():
        renderer = _own.renderer = Renderer()
    return renderer


def _on_own_renderer(method: Callable[Concatenate[Renderer, Given], bytes]) -> Callable[Given, bytes]:
    """A method of renderers as a function that uses the calling thread's own renderer."""

    @functools.wraps(method)
    def function(*arguments: Given.args, **options: Given.kwargs) -> bytes:
        return method(_renderer(), *arguments, **options)

    signature = inspect.signature(method)
    function.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])  # type: ignore[attr-defined]
    # Processes find the function by this name.
    function.__qualname__ = method.__name__
    return function


render = _on_own_renderer(Renderer.render)
html = _on_own_renderer(Renderer.html)


@dataclass
class Result:
    """A finished picture of a batch, or why there is none."""

    index: int
    row: Mapping[str, Any]
    data: bytes | None
    error: PenumbraError | None


class Batch:
    """Draws a scene or a page once for each row of parameters, on several threads. Iterating gives a Result per row, in order.

    A row that can't be drawn gives a Result with an error, and the others go on. At most a few rows per thread are ahead of the reader.
    """

    def __init__(
        self,
        scene: Document,
        rows: Iterable[Mapping[str, Any]],
        *,
        workers: int | None = None,
        roots: Sequence[str | os.PathLike[str]] | None = None,
        scale: float | None = None,
        time: float | str | None = None,
        format: str = "png",
        quality: int | None = None,
        effort: str | None = None,
        max_bytes: int | None = None,
    ) -> None:
        if workers is not None and (isinstance(workers, bool) or not isinstance(workers, int) or not 1 <= workers <= 1024):
            raise PenumbraError(f"workers: found {workers!r}, expected a whole number from 1 to 1024")
        self._scene = _read(scene)
        self._rows = rows
        self._workers = workers or len(os.sched_getaffinity(0))
        self._roots = roots
        self._scale, self._time = scale, time
        self._format, self._quality, self._effort, self._max_bytes = format, quality, effort, max_bytes

    def __iter__(self) -> Iterator[Result]:
        own = threading.local()

        def work(index: int, row: Mapping[str, Any]) -> Result:
            try:
                if not isinstance(row, Mapping):
                    raise PenumbraError(f"row {index}: expected a mapping, found {type(row).__name__}")
                if not hasattr(own, "renderer"):
                    own.renderer = Renderer(threads=1, roots=self._roots)
                renderer: Renderer = own.renderer
                picture = renderer.draw(self._scene, parameters=row, scale=self._scale, time=self._time)
                data = picture.encode(
                    self._format, quality=self._quality, effort=self._effort, max_bytes=self._max_bytes, threads=1
                )
                return Result(index, row, data, None)
            except PenumbraError as error:
                return Result(index, row, None, error)

        ahead: collections.deque[concurrent.futures.Future[Result]] = collections.deque()
        pool = concurrent.futures.ThreadPoolExecutor(self._workers)
        try:
            for index, row in enumerate(self._rows):
                ahead.append(pool.submit(work, index, row))
                if len(ahead) > 4 * self._workers:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)
