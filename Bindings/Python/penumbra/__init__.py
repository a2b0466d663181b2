"""Draw Penumbra's scenes and HTML: layers with shadows, blurs and gradients, with the same bytes as the command.

    import penumbra
    png = penumbra.render("card.json", parameters={"title": "Hello"}, scale=2)

    png = penumbra.html(template.render(title="Hello"), width=1200, height=630)

A scene is a dict, JSON as str or bytes, or the path of a file as str ending in .json or as os.PathLike. HTML is a str or bytes, or the path
of a file as str ending in .html or as os.PathLike.
"""

from ._library import PenumbraError, version
from ._pages import Font, Page
from ._rendering import Batch, Picture, Renderer, Result, Scene, html, render

__version__ = version()
__all__ = ["Batch", "Font", "Page", "PenumbraError", "Picture", "Renderer", "Result", "Scene", "html", "render"]
