import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Calls libpenumbra as a program in C would, by the names and types of penumbra.h.
@Suite(.timed, .needsCommand)
struct LibraryTests {
    private typealias Made = UnsafeMutablePointer<UInt64>?
    private typealias Open = @convention(c) (UnsafePointer<CChar>?, Made, Made) -> Int32
    private typealias Draw = @convention(c) (UInt64, UnsafeRawPointer?, Int, UnsafePointer<CChar>?, Made, Made) -> Int32
    private typealias Encode = @convention(c) (UInt64, UnsafePointer<CChar>?, Made, Made) -> Int32
    private typealias Size = @convention(c) (UInt64, UnsafeMutablePointer<Int>?, UnsafeMutablePointer<Int>?) -> Int32
    private typealias Bytes = @convention(c) (UInt64, UnsafeMutablePointer<Int>?) -> UnsafeRawPointer?
    private typealias Words = @convention(c) (UInt64) -> UnsafePointer<CChar>?
    private typealias Release = @convention(c) (UInt64) -> Int32

    /// An error of the library.
    private struct Failure: Error, Equatable {
        var status: Int32
        var message: String
        var place: String
    }

    /// Stays open until the process ends, as the Swift runtime inside can't be unloaded.
    private static let library: UInt? = {
        var name = [CChar](repeating: 0, count: 4096)
        let length = readlink("/proc/self/exe", &name, name.count - 1)
        guard length > 0 else { return nil }
        let program = String(decoding: name[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
        let folder = program.split(separator: "/").dropLast().joined(separator: "/")
        return dlopen("/\(folder)/libpenumbra-c.so", RTLD_NOW | RTLD_LOCAL).map { UInt(bitPattern: $0) }
    }()

    private func function<Function>(_ name: String, _: Function.Type) throws -> Function {
        let library = try #require(Self.library, "libpenumbra-c.so isn't beside the tests")
        let symbol = try #require(dlsym(UnsafeMutableRawPointer(bitPattern: library), "penumbra_" + name))
        return unsafeBitCast(symbol, to: Function.self)
    }

    private func text(_ name: String, _ object: UInt64) throws -> String? {
        try function(name, Words.self)(object).map { String(cString: $0) }
    }

    private func release(_ object: UInt64) throws -> Int32 { try function("release", Release.self)(object) }

    /// Returns the object that a call makes, or throws its error.
    private func made(_ call: (Made, Made) -> Int32) throws -> UInt64 {
        var (object, error): (UInt64, UInt64) = (0, 77)
        let status = call(&object, &error)
        if status == 0 {
            #expect(error == 0 && object != 0)
            return object
        }
        #expect(object == 0)
        let failure = Failure(
            status: status, message: try text("message", error) ?? "none", place: try text("place", error) ?? "none")
        #expect(try release(error) == 0)
        throw failure
    }

    private func open(_ options: String? = nil) throws -> UInt64 {
        let open = try function("open", Open.self)
        return try made { open(options, $0, $1) }
    }

    private func draw(_ scene: String, with renderer: UInt64, options: String? = nil) throws -> UInt64 {
        let draw = try function("draw", Draw.self)
        return try made { draw(renderer, scene, scene.utf8.count, options, $0, $1) }
    }

    private func encode(_ picture: UInt64, options: String? = nil) throws -> UInt64 {
        let encode = try function("encode", Encode.self)
        return try made { encode(picture, options, $0, $1) }
    }

    private func bytes(_ object: UInt64) throws -> [UInt8]? {
        var count = -1
        let start = try function("bytes", Bytes.self)(object, &count)
        return start.map { [UInt8](UnsafeRawBufferPointer(start: $0, count: count)) }
    }

    /// The bytes of an object, which is released.
    private func lastBytes(_ object: UInt64) throws -> [UInt8]? {
        let found = try bytes(object)
        #expect(try release(object) == 0)
        return found
    }

    private static let scene = """
        {"version": 1, "canvas": {"width": 40, "height": 30, "background": "#336699"}, "parameters": {"radius": 2},
         "layers": [{"frame": [8, 6, 20, 14], "backgroundColor": "white", "shadows": [{"radius": "${radius}"}]}]}
        """

    @Test(arguments: ["png", "jpg", "webp"])
    func libraryFilesEqualCommandFiles(format: String) throws {
        let folder = try WorkFolder()
        _ = folder.file("scene.json", Self.scene)
        let outcome = try Command.run(
            ["render", "scene.json", "--set", "radius=3", "--scale", "2", "-o", "a." + format], in: folder.path)
        #expect(outcome.status == 0)
        let renderer = try open()
        let picture = try draw(Self.scene, with: renderer, options: #"{"parameters": {"radius": 3}, "scale": 2}"#)
        let file = try encode(picture, options: #"{"format": "\#(format)"}"#)
        #expect(try bytes(file) == Command.bytes(of: "\(folder.path)/a.\(format)"))
        var (width, height) = (0, 0)
        #expect(try function("size", Size.self)(picture, &width, &height) == 0)
        #expect(width == 80 && height == 60)
        #expect(try bytes(picture)?.count == 80 * 60 * 4)
        #expect(try text("notices", picture) == "")
        // Objects live without the objects that they were made from.
        #expect(try release(renderer) == 0 && release(picture) == 0)
        #expect(try bytes(file)?.isEmpty == false)
        #expect(try release(file) == 0)
    }

    @Test func libraryDrawsHTMLAsTheCommandDoes() throws {
        let folder = try WorkFolder()
        let page = """
            <!doctype html><style>body { margin: 0; background: #336699 }
            p { font: 20px Mine, "DejaVu Sans"; color: white }</style>
            <p>{{title}}</p>
            """
        _ = folder.file("page.html", page)
        let outcome = try Command.run(
            [
                "render", "page.html", "--set", "title=A < B", "--width", "90", "--height", "40", "--scale", "2", "-o", "a.png",
                "--backend", "cpu",
            ], in: folder.path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let renderer = try open()
        let html = try function("html", Draw.self)
        func draw(_ page: String, _ options: String?) throws -> UInt64 {
            try made { html(renderer, page, page.utf8.count, options, $0, $1) }
        }
        let size = #""width": 90, "height": 40, "scale": 2, "parameters": {"title": "A < B"}"#
        let picture = try draw(page, "{\(size)}")
        #expect(try lastBytes(encode(picture)) == Command.bytes(of: "\(folder.path)/a.png"))
        // A font that is given by its bytes draws other letters.
        let font = try #require(Repository.bytes(of: "Tests/Corpus/fonts/axes.ttf"))
        let make = try function(
            "font", (@convention(c) (UnsafeRawPointer?, Int, UnsafePointer<CChar>?, Made, Made) -> Int32).self)
        let mine = try made { make(font, font.count, #"{"family": "Mine", "weight": 400}"#, $0, $1) }
        #expect(try lastBytes(draw(page, "{\(size), \"fonts\": [\(mine)]}")) != lastBytes(picture))
        #expect(try release(mine) == 0)
        expectFailure(64, "\(mine) is no font") { try draw(page, "{\"fonts\": [\(mine)]}") }
        expectFailure(64, "options.family") { try made { make(font, font.count, nil, $0, $1) } }
        expectFailure(65, "is no font") { try made { make(page, page.utf8.count, #"{"family": "Mine"}"#, $0, $1) } }
        expectFailure(64, "options.height") { try draw(page, #"{"height": "tall"}"#) }
        expectFailure(65, "cannot read the picture", place: "line 2, column 1") { try draw("<p>\n<img src=none.png>", nil) }
        let warned = try draw("<p style='colr: red'>", #"{"width": 9, "height": "auto"}"#)
        #expect(try text("notices", warned)?.hasPrefix("line 1, column 11: colr") == true)
        #expect(try release(warned) == 0)
        for length in [1 << 40, Int.max] {
            expectFailure(65, "the document has \(length) bytes, more than", place: "scene") {
                try made { html(renderer, page, length, nil, $0, $1) }
            }
        }
        #expect(try release(renderer) == 0)
    }

    private func expectFailure(
        _ status: Int32, _ message: String, place: String = "", _ call: () throws -> UInt64,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(sourceLocation: sourceLocation) {
            _ = try call()
        } throws: { error in
            let failure = error as? Failure
            return failure?.status == status && failure?.message.contains(message) == true && failure?.place == place
        }
    }

    /// Every wrong call is an error with words, and the next call works.
    @Test func libraryMisuseIsAnError() throws {
        let renderer = try open(#"{"threads": 1}"#)
        let picture = try self.draw(Self.scene, with: renderer)
        expectFailure(64, "9999 is no renderer") { try self.draw(Self.scene, with: 9999) }
        expectFailure(64, "is no renderer") { try self.draw(Self.scene, with: picture) }
        expectFailure(64, "is no picture") { try encode(renderer) }
        let draw = try function("draw", Draw.self)
        for length in [1 << 40, Int.max] {
            expectFailure(65, "the document has \(length) bytes, more than", place: "scene") {
                try made { draw(renderer, Self.scene, length, nil, $0, $1) }
            }
        }
        expectFailure(64, "options.thraeds: unknown option") { try open(#"{"thraeds": 1}"#) }
        expectFailure(64, #"expected a whole number from 1 to 1024"#) { try open(#"{"threads": 0}"#) }
        expectFailure(64, "options: line 1, column 2") { try open("{") }
        expectFailure(64, "expected an object") { try open("[1]") }
        expectFailure(64, #""png", "jpg""#) { try encode(picture, options: #"{"format": "gif"}"#) }
        expectFailure(65, "unknown key", place: "layers[0].lft") {
            try self.draw(#"{"canvas": {"width": 9, "height": 9}, "layers": [{"lft": 1}]}"#, with: renderer)
        }
        expectFailure(66, "no such file", place: "layers[0].contents") {
            try self.draw(
                #"{"canvas": {"width": 9, "height": 9}, "layers": [{"type": "image", "contents": "none.png"}]}"#,
                with: renderer)
        }
        expectFailure(66, "none") { try open(#"{"roots": ["/none"]}"#) }
        let (rawOpen, rawDraw) = (try function("open", Open.self), try function("draw", Draw.self))
        let (rawEncode, rawSize) = (try function("encode", Encode.self), try function("size", Size.self))
        #expect(rawOpen(nil, nil, nil) == 64)
        #expect(rawDraw(renderer, nil, 5, nil, nil, nil) == 64)
        #expect(rawEncode(picture, nil, nil, nil) == 64)
        #expect(rawSize(renderer, nil, nil) == 64)
        #expect(try bytes(renderer) == nil && text("message", picture) == nil && text("place", 0) == nil)
        #expect(try release(0) == 0 && release(picture) == 0 && release(picture) == 64)
        #expect(try bytes(picture) == nil)
        #expect(try self.release(self.draw(Self.scene, with: renderer)) == 0)
    }

    /// Threads that share a renderer, and threads with their own, get the same bytes.
    @Test func libraryThreadsGetTheSameBytes() async throws {
        let shared = try open(#"{"threads": 2}"#)
        let expected = try lastBytes(try draw(Self.scene, with: shared))
        try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            for task in 0..<8 {
                group.addTask {
                    let renderer = task < 4 ? shared : try open(#"{"threads": 1}"#)
                    var last: [UInt8]?
                    for _ in 0..<20 {
                        let picture = try draw(Self.scene, with: renderer)
                        last = try bytes(picture)
                        #expect(try release(picture) == 0)
                    }
                    if renderer != shared { #expect(try release(renderer) == 0) }
                    return last
                }
            }
            for try await pixels in group { #expect(pixels == expected) }
        }
        #expect(try release(shared) == 0)
    }

    /// The library exports its own functions only, so that it fits into any process.
    @Test func libraryExportsOnlyItsOwnFunctions() throws {
        let header = String(
            decoding: Command.bytes(of: Command.root + "/Sources/7-Command/PenumbraC/penumbra.h"), as: UTF8.self)
        let names = header.split { !$0.isLetter && $0 != "_" }.filter { $0.hasPrefix("penumbra_") }
        let functions = Set(names).subtracting(["penumbra_object", "penumbra_status"])
        #expect(functions.count == 12)
        let library = try #require(Self.library)
        for name in functions { #expect(dlsym(UnsafeMutableRawPointer(bitPattern: library), String(name)) != nil, "\(name)") }
        #expect(dlsym(UnsafeMutableRawPointer(bitPattern: library), "swift_retain") == nil)
    }
}
