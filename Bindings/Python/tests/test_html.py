"""Tests of HTML in the Python package. test_penumbra.py describes the environment."""

import os
import pathlib
import subprocess
import tempfile
import unittest

import penumbra

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMMAND = os.environ.get("PENUMBRA_COMMAND", str(ROOT / ".build/release/penumbra"))
CARD = """<!doctype html><script type="application/json" id="parameters">{"title": "Untitled"}</script>
<style>body { margin: 0; background: #eef } h1 { margin: 20px; font: 30px "DejaVu Sans"; color: navy }</style><h1>{{title}}</h1>"""
SIZE = {"width": 300, "height": 90}


class HTMLTests(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.card = self.folder / "card.html"
        self.card.write_text(CARD)

    def command(self, *options, page=None):
        output = self.folder / "expected.png"
        given = ["--width", "300", "--height", "90", "--backend", "cpu"]
        subprocess.run([COMMAND, "render", str(page or self.card), *given, *options, "-o", str(output)], check=True)
        return output.read_bytes()

    def refused(self, code, message, call, place=None):
        with self.assertRaises(penumbra.PenumbraError) as caught:
            call()
        error = caught.exception
        self.assertEqual((error.code, error.place), (code, place), str(error))
        self.assertIn(message, str(error))
        self.assertNotIn("\n", str(error))

    def test_html_has_the_commands_bytes(self):
        plain = self.command()
        for document in (CARD, CARD.encode(), self.card, str(self.card), penumbra.Page(CARD)):
            self.assertEqual(penumbra.html(document, **SIZE), plain)
        self.assertEqual(penumbra.render(penumbra.Page(CARD, **SIZE)), plain)
        self.assertEqual(penumbra.Page(str(self.card)).folder, str(self.folder))
        filled = penumbra.html(CARD, **SIZE, parameters={"title": "A < B"}, scale=2)
        self.assertEqual(filled, self.command("--set", "title=A < B", "--scale", "2"))

    def test_pages_are_as_high_as_their_content_and_warn(self):
        page = penumbra.Page('<body style="margin:0"><p style="colr:red;height:70px;margin:0">x', width=50, height="auto")
        picture = penumbra.Renderer().draw(page)
        self.assertEqual((picture.width, picture.height), (50, 70))
        self.assertTrue(picture.notices[0].startswith("line 1, column 34: colr: "), picture.notices)
        self.refused(65, "colr", lambda: penumbra.Renderer(strict=True).draw(page), place="line 1, column 34")

    def test_a_page_of_a_page_keeps_its_options(self):
        page = penumbra.Page(penumbra.Page(CARD, **SIZE, folder=self.folder), height=40)
        picture = penumbra.Renderer().draw(page)
        self.assertEqual((picture.width, picture.height, page.folder), (300, 40, str(self.folder)))

    def test_rows_fill_pages(self):
        page = penumbra.Page(CARD, **SIZE)
        one, empty, wrong = penumbra.Batch(page, [{"title": "One"}, {}, {"titel": "x"}])
        self.assertEqual(one.data, penumbra.html(page, parameters={"title": "One"}))
        self.assertEqual(empty.data, penumbra.html(page))
        self.assertNotEqual(one.data, empty.data)
        self.assertIn('did you mean "title"', str(wrong.error))

    def test_fonts_are_taken_as_bytes_and_files(self):
        path = ROOT / "Tests/Corpus/fonts/axes.ttf"
        text = '<body style="margin:0"><p style="font:40px Mine;margin:20px">Ho'
        drawn = penumbra.html(text, **SIZE, fonts=[penumbra.Font(path.read_bytes(), "Mine")])
        self.assertEqual(penumbra.html(text, **SIZE, fonts=[penumbra.Font(path, "Mine")]), drawn)
        self.assertNotEqual(penumbra.html(text, **SIZE), drawn)
        page = self.folder / "face.html"
        page.write_text("<style>@font-face{font-family:Mine;src:url(mine.ttf)}</style>" + text)
        (self.folder / "mine.ttf").write_bytes(path.read_bytes())
        self.assertEqual(self.command(page=page), drawn)
        self.refused(65, '"Mine" is no font', lambda: penumbra.Font(b"no font", "Mine"))
        self.refused(64, "options.family", lambda: penumbra.Font(path, ""))
        self.refused(64, "from 1 to 1000", lambda: penumbra.Font(path, "Mine", weight=0))
        self.refused(66, "No such file", lambda: penumbra.Font(self.folder / "none.ttf", "Mine"))

    def test_files_stay_in_the_folder(self):
        (self.folder / "cards").mkdir()
        page = self.folder / "cards/page.html"
        (self.folder / "dot.png").write_bytes(penumbra.html("<body style='background:red'>", width=9, height=9))
        page.write_text('<body style="margin:0"><img src="../dot.png">')
        self.refused(65, "cannot read the picture", lambda: penumbra.html(page, **SIZE), place="line 1, column 24")
        inside = penumbra.Renderer(roots=[self.folder]).html(page, **SIZE)
        self.assertNotEqual(inside, penumbra.html(page, **SIZE, allow_missing=True))
        text = '<body style="margin:0"><img src="dot.png">'
        self.assertEqual(penumbra.html(text, **SIZE, folder=self.folder), inside)

    def test_mistakes_are_errors_with_a_place(self):
        self.refused(65, "nothing is fetched", lambda: penumbra.html("<p><img src=https://a.b/c.png>"), place="line 1, column 4")
        self.refused(64, "options.height", lambda: penumbra.html("<p>", height="tall"))
        self.refused(64, "options.width", lambda: penumbra.html("<p>", width=0))
        self.refused(64, "options.colorScheme", lambda: penumbra.html("<p>", color_scheme="sepia"))
        self.refused(64, "options.scale", lambda: penumbra.html("<p>", scale=1000))
        self.refused(64, "html: expected HTML or a path, found float", lambda: penumbra.html(3.5))
        self.refused(66, "No such file", lambda: penumbra.html(self.folder / "none.html"))
        self.refused(64, "penumbra.Font", lambda: penumbra.html("<p>", fonts=["a.ttf"]))
        self.refused(64, "found a page", lambda: penumbra.Scene(penumbra.Page("<p>")))
        self.refused(65, "line 2", lambda: penumbra.html("{{a}}\n{{#b}}", parameters={}), place="line 2, column 1")


if __name__ == "__main__":
    unittest.main()
