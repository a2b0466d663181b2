import Glibc
import Penumbra
import PenumbraService
import PenumbraSystem
import TestSupport
import Testing

/// Tests how a studio follows its file, and whom it answers.
@Suite(.timed, .serialized) struct StudioFileTests {
    @Test func studioShowsSavedFiles() throws {
        let studio = try RunningStudio()
        let events = try studio.events()
        let edited = RunningStudio.card.replacing("#336699", with: "#993366")
        let start = ContinuousClock().now
        try studio.save(edited)
        #expect(events.receives("event: change\ndata: 2\n\n"))
        // The target is 100 ms up to the screen; a loaded machine may take longer, so this only notices a slow poll.
        #expect((ContinuousClock().now - start).inSeconds < 2)
        let picture = try studio.post("picture")
        #expect(picture.headers["x-version"] == "2")
        #expect(picture.body == (try RunningStudio.file(edited)))
    }

    /// Editors also write another file and rename it.
    @Test func studioShowsReplacedFiles() throws {
        let studio = try RunningStudio()
        let events = try studio.events()
        let edited = RunningStudio.card.replacing("#336699", with: "#993366")
        let other = try studio.folder.file("scenes/card.json.new", edited)
        #expect(rename(other, "\(studio.folder.path)/scenes/card.json") == 0)
        #expect(events.receives("event: change"))
        #expect(try studio.post("picture").body == (try RunningStudio.file(edited)))
    }

    /// A pipe that nobody writes to is a mistake, and keeps the studio neither from going on nor from ending.
    @Test func pipeAtTheScenePathIsRefused() throws {
        let studio = try RunningStudio()
        let events = try studio.events()
        let path = "\(studio.folder.path)/scenes/card.json"
        #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(events.receives("event: change"))
        #expect("\(try studio.ask("scene").object)".contains("a pipe"))
        events.forget()
        // Between removing a file and writing it anew, an event may tell that there is none.
        #expect(rename(try studio.folder.file("new.json", RunningStudio.card), path) == 0)
        #expect(events.receives("event: change"))
        #expect(try studio.post("picture").status == 200)
    }

    @Test func brokenSceneFileIsReportedUntilItIsFixed() throws {
        let studio = try RunningStudio()
        let events = try studio.events()
        try studio.save("{\"canvas\": {\"width\": 40,\n  \"height\": }}")
        #expect(events.receives("event: change"))
        let scene = try studio.ask("scene").object
        #expect(scene["place"] == "line 2, column 13")
        #expect(scene["document"] == nil)
        let picture = try studio.post("picture")
        #expect(picture.status == 422)
        #expect(picture.object["place"] == "line 2, column 13")
        events.forget()
        // JSON that is no scene has a place in the scene.
        try studio.save(RunningStudio.card.replacing("\"radius\": \"", with: "\"raduis\": \""))
        #expect(events.receives("event: change"))
        let mistake = try studio.post("picture")
        #expect(mistake.status == 422)
        #expect(mistake.object["place"] == "layers[0].shadows[0].raduis")
        #expect(mistake.text.contains("did you mean"))
        events.forget()
        try studio.save(RunningStudio.card)
        #expect(events.receives("event: change"))
        #expect(try studio.post("picture").body == (try RunningStudio.file()))
        events.forget()
        unlink("\(studio.folder.path)/scenes/card.json")
        #expect(events.receives("event: change"))
        #expect(try studio.post("picture").status == 422)
    }

    /// A changed picture is drawn again, although the scene's file stays.
    @Test func studioShowsChangedPictures() throws {
        let scene =
            #"{"canvas": {"width": 40, "height": 30}, "layers": "#
            + #"[{"type": "image", "frame": [0, 0, 40, 30], "contents": "a.png"}]}"#
        let (first, second) = (try RunningStudio.file(), try RunningStudio.file(parameters: ["color": "#00ff00"]))
        let studio = try RunningStudio(scene) { _, folder in
            // The folder's file system may count time in coarse steps.
            try folder.file("scenes/a.png", first)
            usleep(20_000)
        }
        let before = try studio.post("picture")
        #expect(before.status == 200, "\(before.text)")
        let events = try studio.events()
        try studio.folder.file("scenes/a.png", second)
        #expect(events.receives("event: change"))
        #expect(try studio.post("picture").body != before.body)
    }

    /// Pages of other sites get nothing: neither by the name of their site, nor without the secret, nor by a form.
    @Test func requestsOfOtherSitesAreRefused() throws {
        let studio = try RunningStudio()
        let secret = RunningStudio.token
        for host in ["localhost", "localhost:8089", "127.0.0.1:\(studio.port)", "[::1]:80", "192.168.0.7:9000"] {
            #expect(try studio.ask("", host: host).status == 200, "\(host)")
        }
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "1.2.3.999"] {
            let answer = try studio.ask("", host: host)
            #expect(answer.status == 403, "\(host)")
            #expect(!answer.text.contains(secret))
        }
        for host in ["127.0.0.1:x", "[evil]", "local host"] { #expect(try studio.ask("", host: host).status == 400, "\(host)") }
        let reversed = String(secret.reversed())
        for path in ["/", "/\(secret)x/", "/\(secret.dropLast())/", "//", "/scene", "/\(reversed)/scene", "/%30/"] {
            #expect(try studio.ask(path).status == 404, "\(path)")
        }
        let own = ["Origin: http://localhost", "Sec-Fetch-Site: same-origin"]
        #expect(try studio.ask("picture", method: "POST", headers: own, body: "{}").status == 200)
        for header in [
            "Origin: http://evil.example", "Origin: null", "Origin: http://localhost:3000", "Origin: https://localhost",
            "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site",
        ] {
            #expect(try studio.ask("picture", method: "POST", headers: [header], body: "{}").status == 403, "\(header)")
        }
        for path in ["scene", "events", "main.js"] {
            #expect(try studio.ask(path, headers: ["Sec-Fetch-Site: cross-site"]).status == 403, "\(path)")
        }
        // A link from elsewhere leads to the page, as a document of its own.
        let link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
        #expect(try studio.ask("", headers: link).status == 200)
        #expect(try studio.ask("", headers: ["Sec-Fetch-Site: cross-site"]).status == 200)
        for other in ["Sec-Fetch-Mode: no-cors", "Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: iframe", "Sec-Fetch-Dest: image"] {
            let headers = link.filter { !$0.hasPrefix(other.prefix(14)) } + [other]
            #expect(try studio.ask("", headers: headers).status == 403, "\(other)")
        }
        #expect(try studio.ask("", method: "HEAD", headers: link).status == 403)
        for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
            #expect(try studio.ask("picture", method: "POST", headers: ["Content-Type: \(type)"], body: "{}").status == 415)
        }
    }

    @Test func studioTokensAreUnique() {
        let tokens = (0..<100).map { _ in StudioOptions.randomToken() }
        #expect(Set(tokens).count == 100)
        #expect(tokens.allSatisfy { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) })
    }

    /// Edits can name other files, but only below the scene's folder.
    @Test func studioEditsCannotReadOutsideTheSceneFolder() throws {
        let png = try RunningStudio.file()
        let studio = try RunningStudio { _, folder in
            try folder.file("secret.png", png)
            try folder.file("scenes/own.png", png)
        }
        func edit(_ path: String) -> String {
            #"{"edits": [{"path": ["layers", 0], "value": {"type": "image", "contents": "\#(path)"}}]}"#
        }
        #expect(try studio.post("picture", edit("own.png")).status == 200)
        for path in ["../secret.png", "\(studio.folder.path)/secret.png", "/etc/passwd", "-"] {
            let answer = try studio.post("picture", edit(path))
            #expect(answer.status == 422, "\(path): \(answer.status) \(answer.text)")
        }
    }

    /// Requests can name any path. A change of a file elsewhere must not show that the file exists.
    @Test func filesOutsideTheSceneFolderAreNotWatched() throws {
        let folder = try TestFolder()
        try folder.make(folder: "scenes")
        try folder.file("secret.png", "1")
        try folder.file("scenes/own.png", "1")
        let scene = try folder.file("scenes/card.json", RunningStudio.card)
        let file = try StudioFile(scene, limits: .default, files: try FileRoots(["\(folder.path)/scenes"]))
        func changes(_ name: String) throws -> Bool {
            try folder.file(name, "22")
            // The files that a scene names are looked at in every tenth round.
            return (0..<20).contains { _ in file.poll() }
        }
        file.watch(["\(folder.path)/secret.png", "\(folder.path)/scenes/../secret.png", "\(folder.path)/scenes/own.png"])
        #expect(try !changes("secret.png"))
        #expect(try changes("scenes/own.png"))
    }

    @Test func studioEndClosesEventStreams() throws {
        let studio = try RunningStudio()
        let events = try studio.events()
        studio.end()
        #expect(events.isClosed(within: 10))
    }

    @Test func missingSceneFileIsAnError() {
        #expect(throws: ServerError.self) { _ = try Studio(StudioOptions(scene: "/nowhere/scene.json")) }
    }

    /// The picture of differences is dimmed where both are equal. Other pixels are counted.
    @Test func differingPixelsAreCounted() throws {
        let first = Bitmap(width: 2, height: 1) { _ = $0.initialize(fromContentsOf: [10, 20, 30, 255, 1, 2, 3, 4]) }
        let second = Bitmap(width: 2, height: 1) { _ = $0.initialize(fromContentsOf: [10, 20, 30, 255, 1, 2, 3, 5]) }
        let (picture, differing) = StudioDrawing.difference(first, second)
        #expect(differing == 1)
        #expect(Array(picture.pixels) == [1, 3, 5, 255, 96, 96, 96, 255])
        #expect(StudioDrawing.difference(first, first).differing == 0)
        let wide = Bitmap(width: 1, height: 1) { $0.initialize(repeating: 0) }
        #expect(StudioDrawing.difference(first, wide).differing == 2)
    }

    /// A pixel of 16 bits has twice the bytes, of which the second may alone differ.
    @Test func differingPixelsOfDeepPicturesAreCounted() throws {
        func picture(_ last: UInt8) -> Bitmap {
            Bitmap(width: 2, height: 1, depth: .sixteen) {
                _ = $0.initialize(fromContentsOf: [10, 10, 20, 20, 30, 30, 255, 255, 1, 1, 2, 2, 3, last, 4, 4])
            }
        }
        let (difference, differing) = StudioDrawing.difference(picture(3), picture(4))
        #expect(differing == 1 && difference.depth == .eight)
        #expect(Array(difference.pixels) == [1, 3, 5, 255, 0, 0, 96, 255])
        #expect(StudioDrawing.difference(picture(3), picture(3)).differing == 0)
        let shallow = Bitmap(width: 2, height: 1) { $0.initialize(repeating: 0) }
        #expect(StudioDrawing.difference(picture(3), shallow).differing == 2)
    }

    /// A GPU, software included, draws the same bytes.
    @Test(.enabled(if: Device.report().firstHardware != nil || Device.report().firstSoftware != nil, "this host has no GL"))
    func gpuPictureEqualsTheCPUPicture() throws {
        let studio = try RunningStudio()
        let picture = try studio.post("picture", #"{"view": "gpu"}"#)
        #expect(picture.status == 200, "\(picture.text)")
        #expect(picture.body == (try RunningStudio.file()))
        let difference = try studio.post("picture", #"{"view": "difference"}"#)
        #expect(difference.headers["x-differing"] == "0")
    }

    private static let page = """
        <!doctype html>
        <script type="application/json" id="parameters">{"color": "#ff0000", "title": "x"}</script>
        <meta name="viewport" content="width=40, height=30">
        <style>body { margin: 0; background: #336699 } div { width: 20px; height: 10px; background: {{color}} }
          @keyframes k { to { translate: 10px } }
          b { display: block; width: 5px; height: 5px; background: red; animation: k 2s }
        </style>
        <div></div><b></b>
        """

    @Test func pagesAreShownWithTheirParameters() throws {
        let studio = try RunningStudio { options, folder in
            options.scene = try folder.file("scenes/card.html", Self.page)
        }
        let scene = try studio.ask("scene").object
        guard case .object(let document)? = scene["document"] else { return #expect(Bool(false), "\(scene)") }
        #expect(document["parameters"] == ["color": "#ff0000", "title": "x"])
        let first = try studio.post("picture")
        #expect(first.status == 200, "\(first.text)")
        let other = try studio.post("picture", ##"{"parameters": {"color": "#00ff00"}}"##)
        #expect(other.status == 200 && other.body != first.body)
        let later = try studio.post("picture", #"{"at": "1"}"#)
        #expect(later.status == 200 && later.body != first.body)
        let tree = try studio.post("tree").object
        #expect(tree["isAnimated"] == true && tree["duration"] == 2)
        let refused = try studio.post("picture", #"{"parameters": {"colour": "red"}}"#)
        #expect(refused.status == 422 && refused.text.contains("did you mean"), "\(refused.text)")
    }

    @Test func savedPagesAndTheirSheetsAreShown() throws {
        let studio = try RunningStudio { options, folder in
            try folder.file("scenes/page.css", "body { background: red !important }")
            let page = "<link rel=stylesheet href=page.css>" + Self.page
            options.scene = try folder.file("scenes/card.html", page)
        }
        let events = try studio.events()
        let first = try studio.post("picture")
        #expect(first.status == 200, "\(first.text)")
        try studio.folder.file("scenes/page.css", "div { background: none !important }")
        #expect(events.receives("event: change"))
        let second = try studio.post("picture")
        #expect(second.status == 200 && second.body != first.body)
        events.forget()
        _ = try studio.folder.file("scenes/card.html", "<script id=parameters>{}</script>\n{{#a}}")
        #expect(events.receives("event: change"))
        let broken = try studio.post("picture")
        #expect(broken.status == 422 && broken.object["place"] == "line 2, column 1", "\(broken.text)")
    }
}
