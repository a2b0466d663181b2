"""Tests of the Python package with a library that is built, and with the command for comparison.

scripts/release/test-python runs them. PENUMBRA_COMMAND names the command.
"""

import concurrent.futures
import csv
import ctypes
import gc
import json
import multiprocessing
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import unittest

import penumbra
from penumbra import _library

ROOT = pathlib.Path(__file__).resolve().parents[3]
CORPUS = ROOT / "Tests/Corpus"
COMMAND = os.environ.get("PENUMBRA_COMMAND", str(ROOT / ".build/release/penumbra"))
SCENE = {
    "version": 1,
    "canvas": {"width": 40, "height": 30, "background": "#336699"},
    "parameters": {"radius": 2},
    "layers": [{"frame": [8, 6, 20, 14], "backgroundColor": "white", "shadows": [{"radius": "${radius}"}]}],
}
CANVAS = {"width": 9, "height": 9}


def resident() -> int:
    """The memory of this process in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def drawn_in_child(queue):
    try:
        queue.put(penumbra.render(SCENE))
    except penumbra.PenumbraError as error:
        queue.put(str(error))


class PackageTests(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory())) if sys.version_info >= (3, 11) else None
        if self.folder is None:
            temporary = tempfile.TemporaryDirectory()
            self.addCleanup(temporary.cleanup)
            self.folder = pathlib.Path(temporary.name)

    def command(self, name, *options, scene=None):
        source = self.folder / "scene.json"
        if scene is None:
            source.write_text(json.dumps(SCENE))
        output = self.folder / name
        subprocess.run([COMMAND, "render", str(scene or source), *options, "-o", str(output)], check=True)
        return output.read_bytes()

    def refused(self, code, message, call, place=None):
        with self.assertRaises(penumbra.PenumbraError) as caught:
            call()
        error = caught.exception
        self.assertEqual((error.code, error.place), (code, place), str(error))
        self.assertIn(message, str(error))
        self.assertNotIn("\n", str(error))

    def test_files_are_the_commands_own(self):
        for name in ("png", "jpg", "webp"):
            given = penumbra.render(SCENE, parameters={"radius": 3}, scale=2, format=name)
            self.assertEqual(given, self.command("a." + name, "--set", "radius=3", "--scale", "2"), name)
        self.assertEqual(penumbra.render(SCENE, effort="small"), self.command("b.png", "--effort", "small"))
        self.assertEqual(penumbra.render(SCENE, format="jpg", quality=40), self.command("c.jpg", "--quality", "40"))
        budget = penumbra.render(SCENE, format="webp", max_bytes=800, scale=2)
        self.assertEqual(budget, self.command("d.webp", "--max-bytes", "800", "--scale", "2"))

    def test_scenes_of_the_corpus_have_the_commands_bytes(self):
        files = sorted(path for path in CORPUS.rglob("*.json") if "pictures" not in path.parts)[::40]
        self.assertGreater(len(files), 9)
        renderer = penumbra.Renderer(roots=[CORPUS])
        for path in files:
            self.assertEqual(renderer.render(path), self.command("d.png", "--root", str(CORPUS), scene=path), path)

    def test_documents(self):
        path = self.folder / "card.json"
        path.write_text(json.dumps(SCENE))
        first = penumbra.render(SCENE)
        for document in (json.dumps(SCENE), json.dumps(SCENE).encode(), path, str(path), penumbra.Scene(SCENE)):
            self.assertEqual(penumbra.render(document), first)
        self.assertEqual(penumbra.Scene(path).folder, str(self.folder))

    def test_pictures_share_their_memory_with_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")
        picture = penumbra.Renderer().draw(SCENE, scale=2)
        pixels = numpy.asarray(picture)
        self.assertEqual((pixels.shape, str(pixels.dtype), pixels.flags.writeable), ((60, 80, 4), "uint8", False))
        self.assertEqual(pixels.ctypes.data, _library.memory(picture._handle)[0])
        self.assertEqual(list(pixels[0, 0]), [0x33, 0x66, 0x99, 255])
        self.assertEqual(pixels.tobytes(), picture.tobytes())
        with self.assertRaises(ValueError):
            pixels[0, 0] = 0
        deep = penumbra.Renderer().draw({"canvas": {"width": 3, "height": 2, "depth": 16, "background": "white"}})
        pixels = numpy.asarray(deep)
        self.assertEqual((pixels.shape, pixels.dtype.str, pixels.min()), ((2, 3, 4), ">u2", 65535))
        self.assertEqual((pixels.tobytes(), len(deep.tobytes())), (deep.tobytes(), 48))
        # The array keeps the picture's memory.
        pixels, expected = numpy.asarray(picture), picture.tobytes()
        del picture
        gc.collect()
        penumbra.Renderer().draw(SCENE, scale=2)
        self.assertEqual(pixels.tobytes(), expected)

    def test_mistakes_are_errors_with_a_place(self):
        renderer = penumbra.Renderer()
        self.refused(65, "unknown key", lambda: renderer.draw({"canvas": CANVAS, "layers": [{"lft": 1}]}), "layers[0].lft")
        photo = {"canvas": CANVAS, "layers": [{"type": "image", "contents": "none.png"}]}
        self.refused(66, "no such file", lambda: renderer.draw(photo), "layers[0].contents")
        self.refused(65, "line 1", lambda: renderer.draw("{"), "line 1, column 2")
        self.refused(66, "No such file", lambda: renderer.draw(self.folder / "missing.json"))
        self.refused(65, "radus", lambda: renderer.draw(SCENE, parameters={"radus": 1}), "parameters.radus")
        self.refused(64, "options.scale", lambda: renderer.draw(SCENE, scale="big"))
        self.refused(64, "options", lambda: renderer.draw(SCENE, scale=float("nan")))
        self.refused(64, "options", lambda: renderer.draw(SCENE, parameters={"radius": object()}))
        self.refused(64, "scene", lambda: renderer.draw({"canvas": object()}))
        self.refused(64, "scene: expected", lambda: renderer.draw(3))
        self.refused(64, "from 1 to 100", lambda: renderer.render(SCENE, format="jpg", quality=0))
        self.refused(64, '"png", "jpg"', lambda: renderer.render(SCENE, format="bmp"))
        self.refused(64, "from 1 to 1024", lambda: penumbra.Renderer(threads=0))
        self.refused(66, "none", lambda: penumbra.Renderer(roots=["/none/at/all"]))
        self.refused(64, "workers", lambda: penumbra.Batch(SCENE, [], workers=0))
        self.assertEqual(renderer.render(SCENE), penumbra.render(SCENE))

    def test_wrong_calls_of_the_library_are_errors(self):
        """What a program does wrong with ctypes: wrong, released and foreign numbers, NULLs, random numbers."""
        library = _library.library
        made, failure = ctypes.c_uint64(0), ctypes.c_uint64(0)
        outputs = (ctypes.byref(made), ctypes.byref(failure))
        renderer, picture = penumbra.Renderer()._handle.number, penumbra.Renderer().draw(SCENE)
        numbers = [0, renderer, 2**64 - 1, 12345678] + [random.getrandbits(64) for _ in range(200)]
        for number in numbers:
            self.assertEqual(library.penumbra_encode(number, None, *outputs), 64)
            library.penumbra_release(failure.value)
            self.assertEqual(library.penumbra_draw(number, b"{}", 2, None, *outputs), 64)
            library.penumbra_release(failure.value)
            self.assertEqual(library.penumbra_size(number, None, None), 64)
            self.assertIsNone(library.penumbra_message(number))
            self.assertIsNone(library.penumbra_place(number))
            self.assertIsNone(library.penumbra_notices(number))
            self.assertEqual(_library.memory(_library.Handle(0)), (0, 0))
        self.assertEqual(library.penumbra_open(None, None, None), 64)
        self.assertEqual(library.penumbra_open(b"\xff\xfe", *outputs), 64)
        self.assertEqual(library.penumbra_draw(renderer, None, 5, None, *outputs), 64)
        self.assertEqual(library.penumbra_encode(picture._handle.number, None, None, None), 64)
        number = penumbra.Renderer().draw(SCENE)._handle
        self.assertEqual(library.penumbra_release(number.number), 0)
        self.assertEqual(library.penumbra_release(number.number), 64)
        number.number = 0
        # The garbage collector may call it for an object whose making failed.
        _library.Handle.__new__(_library.Handle).__del__()
        self.assertEqual(penumbra.render(SCENE), penumbra.Renderer().render(SCENE))

    def test_objects_released_while_others_use_them(self):
        """Threads draw with renderers that another thread releases: pictures or errors, and no crash."""
        first = penumbra.render(SCENE)
        handles = [penumbra.Renderer(threads=1)._handle for _ in range(40)]
        numbers = [handle.number for handle in handles]

        def work(number):
            results = []
            for _ in range(10):
                try:
                    made = _library.call("draw", number, json.dumps(SCENE).encode(), len(json.dumps(SCENE)), options={})
                    results.append(_library.copied(_library.call("encode", made.number, options={})) == first)
                except penumbra.PenumbraError as error:
                    results.append(error.code == 64)
            return all(results)

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            working = [pool.submit(work, number) for number in numbers]
            handles.clear()
            self.assertTrue(all(future.result() for future in working))

    def test_threads_get_the_same_bytes(self):
        shared, first = penumbra.Renderer(threads=2), penumbra.render(SCENE)
        failures = []

        def work(renderer):
            for _ in range(20):
                if renderer.render(SCENE) != first:
                    failures.append("differs")

        threads = [threading.Thread(target=work, args=(shared if i < 4 else penumbra.Renderer(threads=1),)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_processes(self):
        first = penumbra.render(SCENE)
        for method, expected in (("spawn", first), ("forkserver", first)):
            context = multiprocessing.get_context(method)
            queue = context.Queue()
            process = context.Process(target=drawn_in_child, args=(queue,))
            process.start()
            self.assertEqual(queue.get(timeout=60), expected)
            process.join()
        renderer = penumbra.Renderer()
        renderer._process += 1
        self.refused(64, "forked", lambda: renderer.draw(SCENE))

    def test_batches(self):
        rows = [{"radius": "wide" if index % 7 == 3 else index / 10} for index in range(60)]
        results = list(penumbra.Batch(SCENE, rows, workers=3, format="webp", scale=2))
        self.assertEqual([result.index for result in results], list(range(60)))
        for result, row in zip(results, rows):
            self.assertIs(result.row, row)
            if result.index % 7 == 3:
                self.assertIsNone(result.data)
                self.assertEqual(result.error.code, 65)
            else:
                self.assertIsNone(result.error)
                self.assertEqual(result.data, penumbra.render(SCENE, parameters=row, format="webp", scale=2))
        taken = 0

        def endless():
            nonlocal taken
            while True:
                taken += 1
                yield {"radius": taken % 5}

        for count, result in enumerate(penumbra.Batch(SCENE, endless(), workers=2), 1):
            self.assertLessEqual(taken, count + 9)
            if count == 40:
                break
        wrong = [str(result.error) for result in penumbra.Batch(SCENE, [3])]
        self.assertEqual(wrong, ["row 0: expected a mapping, found int"])

    def test_the_example_draws_what_a_batch_draws(self):
        example = ROOT / "Examples/open-graph"
        sys.path.insert(0, str(ROOT / "Examples/table-in-python"))
        import cards

        with open(example / "cards.csv", newline="") as file:
            reader = csv.DictReader(file)
            rows = [row for row, _ in zip(reader, range(6))]
        with open(self.folder / "rows.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, reader.fieldnames)
            writer.writeheader()
            writer.writerows(rows)
        results = list(cards.draw(rows, str(example / "open-graph.json"), str(self.folder / "given"), "name"))
        self.assertEqual([result["error"] for result in results], [""] * 6)
        batch = ["batch", "--template", "open-graph.json", "--rows", str(self.folder / "rows.csv"), "--backend", "cpu"]
        batch += ["--output", "${name}.png", "--output-root", str(self.folder / "expected")]
        subprocess.run([COMMAND, *batch], cwd=example, check=True, capture_output=True)
        for row in rows:
            name = row["name"] + ".png"
            self.assertEqual((self.folder / "given" / name).read_bytes(), (self.folder / "expected" / name).read_bytes(), name)
        row = {**rows[0], "name": "broken", "photo": "photos/missing.webp"}
        results = list(cards.draw([row, rows[1]], str(example / "open-graph.json"), str(self.folder / "given"), "name"))
        self.assertIn("missing.webp", results[0]["error"])
        self.assertEqual((results[1]["error"], (self.folder / "given/broken.png").exists()), ("", False))

    def test_the_example_reports_a_broken_row_and_draws_the_others(self):
        sys.path.insert(0, str(ROOT / "Examples/table-in-python"))
        import cards

        scene = self.folder / "scene.json"
        scene.write_text(json.dumps(SCENE))
        rows = [{"name": name, "radius": cell} for name, cell in (
            ("a/b", "1"), ("text", "{"), ("huge", "1e999"), ("../up", "1"), ("/root", "1"), ("", "1"), ("a/../c", ""))]
        rows.append({"radius": "1"})
        output = self.folder / "given"
        results = list(cards.draw(rows, str(scene), str(output), "name"))
        self.assertEqual([bool(result["error"]) for result in results], [False, True, True, True, True, True, False, True])
        for result, part in zip(results[3:6], ("leads out", "leads out", "name of the file")):
            self.assertIn(part, result["error"])
        files = sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if path.is_file())
        self.assertEqual(files, ["given/a/b.png", "given/c.png", "scene.json"])
        self.assertEqual((output / "c.png").read_bytes(), penumbra.render(SCENE))
        scene.write_text(json.dumps({"canvas": CANVAS}))
        self.assertEqual([result["error"] for result in cards.draw([{"name": "d"}], str(scene), str(output), "name")], [""])

    def test_memory_stays_flat(self):
        renderer = penumbra.Renderer(threads=1)
        for _ in range(200):
            renderer.render(SCENE)
        gc.collect()
        before = resident()
        for index in range(2000):
            renderer.render(SCENE, parameters={"radius": index % 9})
            try:
                renderer.render({"canvas": CANVAS, "layers": [{"lft": index}]})
            except penumbra.PenumbraError:
                pass
        gc.collect()
        self.assertLess(resident() - before, 8 << 20)


if __name__ == "__main__":
    unittest.main()
