"""The functions of libpenumbra, and their errors as exceptions."""

from __future__ import annotations

import ctypes
import json
import os
import pathlib
from typing import Any

_object = ctypes.c_uint64
_objects = ctypes.POINTER(_object)
_size = ctypes.c_size_t


def _load() -> ctypes.CDLL:
    path = os.environ.get("PENUMBRA_LIBRARY") or str(pathlib.Path(__file__).with_name("libpenumbra-c.so"))
    library = ctypes.CDLL(path)
    signatures: dict[str, tuple[Any, list[Any]]] = {
        "version": (ctypes.c_char_p, []),
        "open": (ctypes.c_int, [ctypes.c_char_p, _objects, _objects]),
        "draw": (ctypes.c_int, [_object, ctypes.c_char_p, _size, ctypes.c_char_p, _objects, _objects]),
        "html": (ctypes.c_int, [_object, ctypes.c_char_p, _size, ctypes.c_char_p, _objects, _objects]),
        "font": (ctypes.c_int, [ctypes.c_char_p, _size, ctypes.c_char_p, _objects, _objects]),
        "encode": (ctypes.c_int, [_object, ctypes.c_char_p, _objects, _objects]),
        "size": (ctypes.c_int, [_object, ctypes.POINTER(_size), ctypes.POINTER(_size)]),
        "bytes": (ctypes.c_void_p, [_object, ctypes.POINTER(_size)]),
        "notices": (ctypes.c_char_p, [_object]),
        "message": (ctypes.c_char_p, [_object]),
        "place": (ctypes.c_char_p, [_object]),
        "release": (ctypes.c_int, [_object]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(library, "penumbra_" + name)
        function.restype, function.argtypes = result, arguments
    return library


library = _load()


class PenumbraError(Exception):
    """Why a picture can't be drawn.

    str() is one line with the place and the remedy. `place` is the place in the scene or document, or None. `code` is the exit code with which the
    command ends in this case: 64 for wrong arguments, 65 for wrong scenes, 66 for missing files, 75 for too little memory.
    """

    def __init__(self, message: str, place: str | None = None, code: int = 64) -> None:
        super().__init__(message)
        self.place = place
        self.code = code


def version() -> str:
    return str(library.penumbra_version().decode())


class Handle:
    """An object of the library, released with this one."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __del__(self) -> None:
        number, self.number = getattr(self, "number", 0), 0
        if number:
            library.penumbra_release(number)


def call(name: str, *arguments: Any, options: dict[str, Any] | None = None) -> Handle:
    """Calls a function that makes an object."""
    given = {key: value for key, value in (options or {}).items() if value is not None}
    try:
        text = json.dumps(given, allow_nan=False).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise PenumbraError(f"options: {error}") from None
    made, failure = _object(0), _object(0)
    status = getattr(library, "penumbra_" + name)(*arguments, text, ctypes.byref(made), ctypes.byref(failure))
    if status == 0:
        return Handle(made.value)
    found = Handle(failure.value)
    message: bytes = library.penumbra_message(found.number) or b"unknown error"
    place: bytes = library.penumbra_place(found.number) or b""
    raise PenumbraError(message.decode(errors="replace"), place.decode(errors="replace") or None, status)


def memory(handle: Handle) -> tuple[int, int]:
    """The address and length of an object's bytes."""
    length = _size(0)
    address = library.penumbra_bytes(handle.number, ctypes.byref(length))
    return address or 0, length.value


def size(handle: Handle) -> tuple[int, int]:
    width, height = _size(0), _size(0)
    library.penumbra_size(handle.number, ctypes.byref(width), ctypes.byref(height))
    return width.value, height.value


def notices(handle: Handle) -> list[str]:
    return (library.penumbra_notices(handle.number) or b"").decode(errors="replace").splitlines()


def copied(handle: Handle) -> bytes:
    address, length = memory(handle)
    return ctypes.string_at(address, length)
