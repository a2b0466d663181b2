"""HTML documents and their fonts."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import Any, Union

from . import _library
from ._library import PenumbraError

PageDocument = Union["Page", str, bytes, "os.PathLike[str]"]

_HTML_NAME = re.compile(r"\.x?html?$", re.IGNORECASE)


def read(path: str | os.PathLike[str], what: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except TypeError:
        raise PenumbraError(f"{what}, found {type(path).__name__}") from None
    except (OSError, ValueError) as error:
        raise PenumbraError(f"{path!s}: {getattr(error, 'strerror', None) or error}", code=66) from error


class Font:
    """A font of pages, from the bytes of a file or from its path: TTF, OTF, TTC, WOFF or WOFF2.

    Pages that name it in `fonts` have it under the family's name, as if by an @font-face rule. `style` is "normal" or "italic".
    """

    def __init__(
        self, data: bytes | str | os.PathLike[str], family: str, *, weight: int = 400, style: str = "normal"
    ) -> None:
        content = data if isinstance(data, bytes) else read(data, "font: expected bytes or a path")
        self.family, self.weight, self.style = family, weight, style
        options = {"family": family, "weight": weight, "style": style}
        self._handle = _library.call("font", content, len(content), options=options)


class Page:
    """An HTML document for one or many pictures.

    The page has the size of the document's <meta name="viewport">, or else 1200 by 630 points. `height` may be "auto", the height of the
    content. `folder` is where relative paths start: by default the folder of the document's file, or else the working directory. With
    `allow_missing`, pictures that can't be read are empty boxes. A document is a template of Mustache where it declares parameters, and
    where a drawing gives values.
    """

    def __init__(
        self,
        document: PageDocument,
        *,
        width: int | None = None,
        height: int | str | None = None,
        folder: str | os.PathLike[str] | None = None,
        fonts: Iterable[Font] | None = None,
        color_scheme: str | None = None,
        allow_missing: bool | None = None,
    ) -> None:
        self.html: bytes
        self.folder: str | None = None if folder is None else os.fspath(folder)
        known: dict[str, Any] = {}
        self.fonts: list[Font] = []
        if isinstance(document, Page):
            self.html, self.folder = document.html, self.folder or document.folder
            known, self.fonts = document.options, document.fonts
        elif isinstance(document, bytes):
            self.html = document
        elif isinstance(document, str) and (document.lstrip().startswith("<") or not _HTML_NAME.search(document)):
            # A byte order mark, so that no encoding counts that the text declares.
            self.html = b"\xef\xbb\xbf" + document.removeprefix("\ufeff").encode(errors="surrogatepass")
        else:
            self.html = read(document, "html: expected HTML or a path")
            if self.folder is None:
                self.folder = os.path.dirname(document)
        if fonts is not None:
            self.fonts = list(fonts)
            for font in self.fonts:
                if not isinstance(font, Font):
                    raise PenumbraError(f"fonts: expected penumbra.Font, found {type(font).__name__}")
        given = {"width": width, "height": height, "colorScheme": color_scheme, "allowMissing": allow_missing}
        self.options: dict[str, Any] = {**known, **{name: value for name, value in given.items() if value is not None}}

    def _given(self) -> dict[str, Any]:
        return {**self.options, "folder": self.folder, "fonts": [font._handle.number for font in self.fonts]}
