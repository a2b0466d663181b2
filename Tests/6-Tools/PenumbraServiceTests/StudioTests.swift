import Glibc
import Penumbra
import PenumbraService
import PenumbraSystem
import TestSupport
import Testing

/// Tests the pages, pictures and edits of a studio.
@Suite(.timed, .serialized) struct StudioTests {
    @Test func studioPageAndItsFilesAreServed() throws {
        let studio = try RunningStudio()
        let page = try studio.ask("")
        #expect(page.status == 200)
        #expect(page.headers["content-type"] == "text/html; charset=utf-8")
        #expect(page.headers["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
        #expect(page.headers["referrer-policy"] == "no-referrer")
        // Every file that the page and its scripts name is there.
        var open = ["studio.html"]
        var seen: Set<String> = []
        while let name = open.popLast() {
            guard seen.insert(name).inserted else { continue }
            let file = try studio.ask(name)
            #expect(file.status == 200 && !file.body.isEmpty, "\(name)")
            for part in file.text.split(whereSeparator: { "\"'()".contains($0) }) {
                let word = part.hasPrefix("./") ? part.dropFirst(2) : part
                guard ["js", "css", "svg"].contains(where: { word.hasSuffix(".\($0)") }),
                    word.allSatisfy({ $0.isLetter || $0 == "." })
                else { continue }
                open.append(String(word))
            }
        }
        #expect(seen.count > 10)
        #expect(try studio.ask("nothing.js").status == 404)
        #expect(try studio.ask("../../etc/passwd").status == 404)
        #expect(try studio.ask("", method: "HEAD").headers["content-length"] == String(page.body.count))
        #expect(try studio.ask("", method: "PUT").status == 405)
    }

    @Test func studioServesTheSceneAndItsSchema() throws {
        let studio = try RunningStudio { options, _ in options.parameters = ["radius": 5] }
        let scene = try studio.ask("scene").object
        #expect(scene["name"] == "card.json")
        #expect(scene["version"] == 1)
        #expect(scene["set"] == ["radius": 5])
        guard case .object(let document)? = scene["document"] else {
            Issue.record("no document")
            return
        }
        #expect(document["parameters"] == ["color": "#ffffff", "radius": 3])
        #expect(try studio.ask("schema").text == SceneSchema.json())
    }

    @Test func studioPicturesEqualLibraryFiles() throws {
        let studio = try RunningStudio()
        let plain = try studio.post("picture")
        #expect(plain.status == 200)
        #expect(plain.headers["content-type"] == "image/png")
        #expect(plain.body == (try RunningStudio.file()))
        // One picture after another: only what differs is drawn, and the bytes are those of the whole.
        for radius in [4, 9, 3, 3] {
            let picture = try studio.post("picture", #"{"parameters": {"radius": \#(radius)}, "scale": 2}"#)
            #expect(picture.body == (try RunningStudio.file(parameters: ["radius": .number(Double(radius))], scale: 2)))
            #expect(picture.headers["x-scale"] == "2.0")
        }
    }

    /// An edit replaces, adds or removes one value of the document, and the file stays as it is.
    @Test(
        arguments: [
            (#"[{"path": ["layers", 0, "cornerRadius"], "value": 7}]"#, "\"cornerRadius\": 4", "\"cornerRadius\": 7"),
            (#"[{"path": ["layers", 0, "opacity"], "value": 0.5}]"#, "\"cornerRadius\"", "\"opacity\": 0.5, \"cornerRadius\""),
            (#"[{"path": ["layers", 0, "cornerRadius"]}]"#, "\"cornerRadius\": 4, ", ""),
            (#"[{"path": ["layers", 0, "shadows", 0, "offset", 1], "value": -3}]"#, "[0, 2]", "[0, -3]"),
            (
                #"[{"path": ["layers", 0, "shadows", 1], "value": {"radius": 1}}]"#, "\"${radius}\"}]",
                "\"${radius}\"}, {\"radius\": 1}]"
            ),
            (
                #"[{"path": ["layers", 0, "shadows", 0]}]"#,
                ##"{"color": "#000000", "opacity": 0.5, "offset": [0, 2], "radius": "${radius}"}"##, ""
            ),
        ] as [(String, String, String)])
    func editsChangeTheDocumentButNotTheFile(_ test: (edits: String, old: String, new: String)) throws {
        let studio = try RunningStudio()
        let picture = try studio.post("picture", #"{"edits": \#(test.edits)}"#)
        let edited = RunningStudio.card.replacing(test.old, with: test.new)
        #expect(edited != RunningStudio.card)
        #expect(picture.status == 200, "\(picture.text)")
        #expect(picture.body == (try RunningStudio.file(edited)))
        #expect(picture.body != (try RunningStudio.file()))
        #expect(studio.folder.bytes("scenes/card.json") == Array(RunningStudio.card.utf8))
        #expect(TestFolder.names(in: "\(studio.folder.path)/scenes") == ["card.json"])
    }

    /// Each mistake has its status, and one line with its place.
    @Test(
        arguments: [
            ("{", 400, "body, line 1", ""), ("[]", 400, "body", "an object"), (#"{"wrong": 1}"#, 400, "wrong", "parameters"),
            (#"{"edits": [{"value": 1}]}"#, 400, "edits[0]", "path"), (#"{"edits": [{"path": []}]}"#, 400, "edits[0]", "path"),
            (#"{"edits": [{"path": [-1]}]}"#, 400, "edits[0].path", "an index"),
            (#"{"edits": [{"path": [1e300], "value": 1}]}"#, 400, "edits[0].path", "an index"),
            (#"{"edits": [{"path": ["layers", 7, "name"], "value": 1}]}"#, 409, "edits[0]", "reset"),
            (#"{"edits": [{"path": ["layers", "name"], "value": 1}]}"#, 409, "edits[0]", "reset"),
            (#"{"edits": [{"path": ["layers", 2], "value": {}}]}"#, 409, "edits[0]", "reset"),
            (#"{"parameters": {"radios": 1}}"#, 422, "parameters.radios", "radius"),
            (#"{"parameters": {"radius": "wide"}}"#, 422, "layers[0].shadows[0].radius", "wide"),
            (#"{"edits": [{"path": ["layers", 0, "opacity"], "value": 2}]}"#, 422, "layers[0].opacity", "0 to 1"),
            (#"{"scale": 0}"#, 400, "scale", "0.01"), (#"{"scale": 1e9}"#, 400, "scale", "100"),
            (#"{"at": "soon"}"#, 400, "at", "seconds"), (#"{"view": "x"}"#, 400, "view", "difference"),
        ] as [(String, Int, String, String)])
    func studioMistakesAreAnsweredWithAStatusAndPlace(_ mistake: (body: String, status: Int, place: String, word: String))
        throws
    {
        let studio = try RunningStudio()
        let response = try studio.post("picture", mistake.body)
        #expect(response.status == mistake.status, "\(response.text)")
        guard case .string(let place)? = response.object["place"], case .string(let words)? = response.object["error"] else {
            Issue.record("\(response.text)")
            return
        }
        #expect(place.hasPrefix(mistake.place), "\(response.text)")
        #expect(words.contains(mistake.word), "\(response.text)")
        #expect(response.text.filter { $0 == "\n" }.count == 1)
    }

    /// The tree has each layer's path and its corners in points of the canvas, also for turned layers and growing canvases.
    @Test func layerTreeHasPathsAndCorners() throws {
        let scene = """
            {"canvas": {"width": 40, "height": 30, "fit": "content"}, "layers": [
              {"name": "turned", "frame": [10, 10, 20, 10], "transform": "rotate(90deg)", "backgroundColor": "red",
               "sublayers": [{"frame": [2, 3, 4, 5], "backgroundColor": "blue"}],
               "mask": {"frame": [1, 1, 9, 9], "backgroundColor": "black"}},
              {"name": "far", "frame": [-8, -6, 4, 4], "backgroundColor": "green"}]}
            """
        let studio = try RunningStudio(scene)
        let tree = try studio.post("tree").object
        #expect(tree["origin"] == [-8, -6])
        #expect(tree["isAnimated"] == false)
        guard case .array(let layers)? = tree["layers"], case .object(let turned) = layers[0],
            case .array(let inner)? = turned["sublayers"], case .object(let child) = inner[0],
            case .object(let far) = layers[1], case .object(let mask)? = turned["mask"]
        else {
            Issue.record("no layers")
            return
        }
        #expect(turned["path"] == ["layers", 0])
        #expect(turned["quad"] == [25, 5, 25, 25, 15, 25, 15, 5])
        #expect(child["path"] == ["layers", 0, "sublayers", 0])
        #expect(child["quad"] == [22, 7, 22, 11, 17, 11, 17, 7])
        #expect(mask["path"] == ["layers", 0, "mask"])
        #expect(mask["quad"] == [24, 6, 24, 15, 15, 15, 15, 6])
        #expect(far["quad"] == [-8, -6, -4, -6, -4, -2, -8, -2])
        #expect(tree["picture"] == ["width": 48, "height": 36])
        let text = try Renderer(backend: .cpu).inspect(try Scene(json: Array(scene.utf8))).description
        #expect(tree["text"] == .string(text))
    }

    @Test func studioPlansEqualLibraryPlans() throws {
        let studio = try RunningStudio()
        let plan = try Renderer(backend: .cpu).plan(try Scene(json: Array(RunningStudio.card.utf8)))
        let response = try studio.post("plan")
        #expect(response.text == "\(plan)")
        #expect(response.headers["content-type"] == "text/plain; charset=utf-8")
    }

    @Test func studioDrawsAnimatedScenesAtATime() throws {
        let scene = """
            {"canvas": {"width": 20, "height": 20, "duration": 2}, "layers": [
              {"frame": [0, 0, 10, 10], "backgroundColor": "red",
               "animations": [{"keyPath": "position.x", "by": 10, "duration": 2}]}]}
            """
        let studio = try RunningStudio(scene)
        let tree = try studio.post("tree", #"{"at": "1"}"#).object
        #expect(tree["duration"] == 2)
        #expect(tree["isAnimated"] == true)
        var wanted = try Scene(json: Array(scene.utf8))
        wanted.time = try Time("1")
        var options = PictureOptions.default
        options.setCanvas(wanted.canvas)
        let file = try PictureEncoder.encode(try Renderer(backend: .cpu).render(wanted), as: .png, options: options)
        #expect(try studio.post("picture", #"{"at": "1"}"#).body == file)
        #expect(try studio.post("picture").body != file)
    }

    @Test func studioOffersCommandsAndCSSToCopy() throws {
        let studio = try RunningStudio { options, _ in
            options.command = { "\($0.parameters.map { "\($0.name)=\($0.value.compact())" }) \($0.scale ?? 0)" }
        }
        let edits = #"[{"path": ["layers", 0, "cornerRadius"], "value": 7}]"#
        let copies = try studio.post(
            "copy", #"{"edits": \#(edits), "parameters": {"radius": 5}, "scale": 2, "layer": ["layers", 0]}"#
        ).object
        guard case .string(let json)? = copies["json"], case .string(let css)? = copies["css"] else {
            Issue.record("\(copies)")
            return
        }
        let wanted = try JSONValue(
            parsing: Array(RunningStudio.card.replacing(#""cornerRadius": 4"#, with: #""cornerRadius": 7"#).utf8), limit: 10_000
        )
        #expect(json == wanted.prettyPrinted())
        #expect(css.contains("border-radius: 7px;\n"))
        #expect(css.contains("box-shadow: 0 2px 10px rgb(0 0 0 / 0.5);\n"), "\(css)")
        #expect(copies["missing"] == [])
        #expect(copies["command"] == #"["radius=5"] 2.0"#)
        guard case .array(let notes)? = copies["notes"] else { return }
        #expect(notes.count == 1)
        #expect(try studio.post("copy").object["css"] == nil)
    }
}
