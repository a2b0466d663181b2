"""Draw Penumbra's scenes: layers with shadows, blurs and gradients, with the same bytes as the command.

    import penumbra
    png = penumbra.render("card.json", parameters={"title": "Hello"}, scale=2)

A scene is a dict, JSON as str or bytes, or the path of a file as str ending in .json or as os.PathLike.
"""

from ._library import PenumbraError, version
from ._rendering import Batch, Picture, Renderer, Result, Scene, render

__version__ = version()
__all__ = ["Batch", "PenumbraError", "Picture", "Renderer", "Result", "Scene", "render"]
