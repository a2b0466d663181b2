import Glibc
import PenumbraFiles
import TestSupport
import Testing

/// Tests every case with openat2 and with the fallback that walks the path.
@Suite(.timed) struct FileRootsTests {
    private func make(_ folder: String, _ names: String...) throws {
        for name in names { try #require(mkdir("\(folder)/\(name)", 0o755) == 0) }
    }

    private func file(_ path: String, _ text: String) throws { try FileWriter.write(Array(text.utf8), to: path) }

    private func link(_ target: String, _ path: String) throws { try #require(symlink(target, path) == 0) }

    /// A folder `scenes` with `in` and `sub/in`, and beside it `photos/out` and a file `out`.
    private func withTree(_ body: (_ folder: String) throws -> Void) throws {
        try withTemporaryFolder { folder in
            try make(folder, "scenes", "scenes/sub", "photos", "photos/deep")
            for (name, text) in [
                ("scenes/in", "in"), ("scenes/sub/in", "sub"), ("photos/out", "out"), ("photos/deep/out", "deep"),
                ("out", "top"),
            ] {
                try file("\(folder)/\(name)", text)
            }
            try body(folder)
        }
    }

    private func text(_ path: String, _ roots: FileRoots) throws -> String {
        String(decoding: try roots.read(path), as: UTF8.self)
    }

    private func reason(_ path: String, _ roots: FileRoots) -> FileError.Reason? {
        #expect(throws: FileError.self, "\(path.prefix(200))") { try roots.read(path) }?.reason
    }

    private func isOutside(_ path: String, _ roots: FileRoots) -> Bool {
        if case .outsideRoots? = reason(path, roots) { true } else { false }
    }

    @Test(arguments: [true, false]) func filesBelowARootAreRead(usesOpenat2: Bool) throws {
        try withTree { folder in
            let roots = try FileRoots(["\(folder)/scenes"], usesOpenat2: usesOpenat2)
            for (path, expected) in [
                ("in", "in"), ("./in", "in"), ("sub/in", "sub"), ("sub//./in", "sub"), ("sub/../in", "in"),
                ("sub/../sub/../in", "in"),
                ("../scenes/in", "in"), ("../scenes/sub/../in", "in"), ("sub/../../scenes/in", "in"),
            ] {
                #expect(try text("\(folder)/scenes/\(path)", roots) == expected, "\(path)")
            }
        }
    }

    @Test(arguments: [true, false]) func filesOutsideTheRootsAreNotRead(usesOpenat2: Bool) throws {
        try withTree { folder in
            let roots = try FileRoots(["\(folder)/scenes"], usesOpenat2: usesOpenat2)
            for path in [
                "/etc/passwd", "\(folder)/out", "\(folder)/scenes/../out", "\(folder)/scenes/../photos/out",
                "\(folder)/scenes/sub/../../out",
                "\(folder)/scenesx", "\(folder)/scenes/../../../../../../../../etc/passwd", "/", "/..", "etc/passwd", "../x",
                "in", "/none/at/all",
            ] {
                #expect(isOutside(path, roots), "\(path)")
            }
            #expect(isOutside("in", try FileRoots([], usesOpenat2: usesOpenat2)))
            #expect(try text("\(folder)/out", try FileRoots([], files: ["\(folder)/out"], usesOpenat2: usesOpenat2)) == "top")
            #expect(isOutside("\(folder)/./out", try FileRoots([], files: ["\(folder)/out"], usesOpenat2: usesOpenat2)))
        }
    }

    /// Errors don't reveal whether a forbidden file exists.
    @Test(arguments: [true, false]) func fileRootsErrorNamesTheRootsAndTheSetting(usesOpenat2: Bool) throws {
        try withTree { folder in
            let roots = try FileRoots(["\(folder)/scenes", "\(folder)/photos"], usesOpenat2: usesOpenat2)
            for path in ["\(folder)/out", "\(folder)/none", "\(folder)/scenes/../out", "\(folder)/scenes/../none"] {
                let error = #expect(throws: FileError.self) { try roots.read(path) }
                let expected =
                    "cannot read \"\(path)\": it lies outside \"\(folder)/scenes\" and \"\(folder)/photos\"; "
                    + "to allow it, name its folder with FileRoots"
                #expect(error?.description == expected)
                #expect(error?.kind == .inputUnreadable)
            }
            let many = try FileRoots((1...7).map { _ in "" }, usesOpenat2: usesOpenat2)
            let error = #expect(throws: FileError.self) { try many.read("/etc/passwd") }
            #expect(
                error?.description.contains(
                    "the working directory, the working directory, the working directory, the working directory and 3 more;")
                    == true)
        }
    }

    @Test(arguments: [true, false]) func linksInsideARootAreFollowed(usesOpenat2: Bool) throws {
        try withTree { folder in
            let scenes = "\(folder)/scenes"
            for (name, target) in [
                ("near", "in"), ("folder", "sub"), ("sub/up", "../in"), ("absolute", "\(scenes)/in"),
                ("around", "../scenes/sub"), ("chain0", "in"),
                ("dots", "./sub/.././sub//"),
            ] { try link(target, "\(scenes)/\(name)") }
            for index in 1..<40 { try link("chain\(index - 1)", "\(scenes)/chain\(index)") }
            let roots = try FileRoots([scenes], usesOpenat2: usesOpenat2)
            for (path, expected) in [
                ("near", "in"), ("folder/in", "sub"), ("sub/up", "in"), ("absolute", "in"), ("around/in", "sub"),
                ("folder/../in", "in"),
                ("chain0", "in"), ("chain39", "in"), ("dots/in", "sub"),
            ] {
                #expect(try text("\(scenes)/\(path)", roots) == expected, "\(path)")
            }
        }
    }

    @Test(arguments: [true, false]) func linksOutOfTheRootsAreNotFollowed(usesOpenat2: Bool) throws {
        try withTree { folder in
            let scenes = "\(folder)/scenes"
            for (name, target) in [
                ("file", "../out"), ("folder", "../photos"), ("parent", ".."), ("absolute", "\(folder)/out"),
                ("passwd", "/etc/passwd"),
                ("root", "/"), ("sub/deep", "../../out"), ("hop", "file"), ("missing", "../none"),
                ("through", "../photos/../scenes/../out"),
            ] { try link(target, "\(scenes)/\(name)") }
            let roots = try FileRoots([scenes], usesOpenat2: usesOpenat2)
            for path in [
                "file", "folder/out", "folder/deep/../out", "parent/out", "absolute", "passwd", "root/etc/passwd", "sub/deep",
                "hop", "missing",
                "through", "folder/../out",
            ] {
                let reason = reason("\(scenes)/\(path)", roots)
                guard case .outsideRoots(let link?, _)? = reason else {
                    Issue.record("\(path): \(String(describing: reason))")
                    continue
                }
                #expect(
                    ["file", "folder", "parent", "absolute", "passwd", "root", "deep", "missing", "through"].contains(link))
            }
            // A path that leads out and in again.
            #expect(try text("\(scenes)/parent/scenes/in", roots) == "in")
        }
    }

    @Test(arguments: [true, false]) func linksBetweenRootsAreFollowed(usesOpenat2: Bool) throws {
        try withTree { folder in
            try link("../photos", "\(folder)/scenes/photos")
            try link("\(folder)/photos/deep", "\(folder)/scenes/deep")
            try link("../../scenes/in", "\(folder)/photos/deep/back")
            let roots = try FileRoots(["\(folder)/scenes", "\(folder)/photos"], usesOpenat2: usesOpenat2)
            #expect(try text("\(folder)/scenes/photos/out", roots) == "out")
            #expect(try text("\(folder)/scenes/deep/out", roots) == "deep")
            #expect(try text("\(folder)/scenes/deep/../out", roots) == "out")
            #expect(try text("\(folder)/scenes/deep/back", roots) == "in")
            #expect(try text("\(folder)/scenes/../photos/out", roots) == "out")
            #expect(isOutside("\(folder)/scenes/deep/../../out", roots))
        }
    }

    @Test(arguments: [true, false]) func linkLoopsAndLongLinkChainsAreErrors(usesOpenat2: Bool) throws {
        try withTree { folder in
            let scenes = "\(folder)/scenes"
            try link("loop", "\(scenes)/loop")
            try link("b", "\(scenes)/a")
            try link("a", "\(scenes)/b")
            try link("grow/grow", "\(scenes)/grow")
            try link("in", "\(scenes)/c0")
            for index in 1...40 { try link("c\(index - 1)", "\(scenes)/c\(index)") }
            let roots = try FileRoots([scenes], usesOpenat2: usesOpenat2)
            for path in ["loop", "a", "b", "loop/in", "grow", "c40"] {
                #expect(reason("\(scenes)/\(path)", roots) == .system(ELOOP), "\(path)")
            }
        }
    }

    @Test(arguments: [true, false]) func procLinksAreNotFollowed(usesOpenat2: Bool) throws {
        try withTree { folder in
            try link("/proc/self/root", "\(folder)/scenes/root")
            let everywhere = try FileRoots(["/"], usesOpenat2: usesOpenat2)
            #expect(try text("\(folder)/scenes/in", everywhere) == "in")
            let opened = open("\(folder)/scenes/in", O_RDONLY)
            defer { close(opened) }
            for path in [
                "/proc/\(getpid())/root\(folder)/scenes/in", "/proc/\(getpid())/fd/\(opened)",
                "\(folder)/scenes/root/etc/passwd",
            ] {
                guard case .processLink? = reason(path, everywhere) else {
                    Issue.record("\(path) was followed")
                    continue
                }
            }
            #expect(
                isOutside("\(folder)/scenes/root/etc/passwd", try FileRoots(["\(folder)/scenes"], usesOpenat2: usesOpenat2)))
        }
    }

    @Test(arguments: [true, false]) func onlyRegularFilesAreRead(usesOpenat2: Bool) throws {
        try withTree { folder in
            try #require(mkfifo("\(folder)/scenes/pipe", 0o600) == 0)
            try link("pipe", "\(folder)/scenes/linked")
            let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            var address = sockaddr_un()
            address.sun_family = UInt16(AF_UNIX)
            let name = Array("\(folder)/scenes/socket".utf8)
            try #require(name.count < MemoryLayout.size(ofValue: address.sun_path))
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
            let bound = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
            try #require(bound == 0)
            let roots = try FileRoots(["\(folder)/scenes", "/dev"], usesOpenat2: usesOpenat2)
            let clock = ContinuousClock()
            let start = clock.now
            #expect(reason("\(folder)/scenes/pipe", roots) == .notRegular("a pipe"))
            #expect(reason("\(folder)/scenes/linked", roots) == .notRegular("a pipe"))
            #expect(reason("\(folder)/scenes/socket", roots) == .system(ENXIO))
            #expect(reason("/dev/null", roots) == .notRegular("a device"))
            #expect(reason("/dev/zero", roots) == .notRegular("a device"))
            for path in [
                "\(folder)/scenes", "\(folder)/scenes/", "\(folder)/scenes/.", "\(folder)/scenes/sub",
                "\(folder)/scenes/sub/..",
            ] {
                #expect(reason(path, roots) == .isFolder, "\(path)")
            }
            #expect(clock.now - start < .seconds(5))
        }
    }

    @Test(arguments: [true, false]) func invalidAndTooLongPathsAreErrors(usesOpenat2: Bool) throws {
        try withTree { folder in
            let roots = try FileRoots(["\(folder)/scenes"], usesOpenat2: usesOpenat2)
            #expect(reason("", roots) == .invalidPath)
            #expect(reason("\(folder)/scenes/in\0", roots) == .invalidPath)
            #expect(reason("\0", roots) == .invalidPath)
            #expect(reason("\(folder)/scenes/" + String(repeating: "a", count: 300), roots) == .system(ENAMETOOLONG))
            #expect(reason("\(folder)/scenes/" + String(repeating: "a/", count: 5000) + "b", roots) == .system(ENAMETOOLONG))
            #expect(
                reason("\(folder)/scenes/" + String(repeating: "../", count: 1300) + "b", roots).map {
                    if case .outsideRoots = $0 { true } else { false }
                } == true)
            #expect(reason("\(folder)/scenes/in/x", roots) == .system(ENOTDIR))
            #expect(reason("\(folder)/scenes/in/..", roots) == .system(ENOTDIR))
            #expect(reason("\(folder)/scenes/in/.", roots) == .system(ENOTDIR))
            #expect(reason("\(folder)/scenes/sub/../in/./.", roots) == .system(ENOTDIR))
            try link("in/.", "\(folder)/scenes/dot")
            try link("sub/./", "\(folder)/scenes/slash")
            #expect(reason("\(folder)/scenes/dot", roots) == .system(ENOTDIR))
            #expect(try text("\(folder)/scenes/slash/in", roots) == "sub")
            #expect(try text("\(folder)/scenes/slash/../in", roots) == "in")
            #expect(reason("\(folder)/scenes/none", roots) == .system(ENOENT))
            #expect(reason("\(folder)/scenes/none/../in", roots) == .system(ENOENT))
            #expect(reason("\(folder)/scenes/in/", roots) == .isFolder)
            for text in [".", "..", "...", " ", "\u{1B}[2J", "\u{E9}", "e\u{301}", "-", "~", "*", "%00", "\u{FFFD}"] {
                _ = #expect(throws: FileError.self) { try roots.read(text) }
                _ = #expect(throws: FileError.self) { try roots.read("\(folder)/scenes/\(text)") }
            }
            // The file exists under only one of two spellings of a letter.
            try file("\(folder)/scenes/\u{E9}", "composed")
            #expect(try text("\(folder)/scenes/\u{E9}", roots) == "composed")
            #expect(reason("\(folder)/scenes/e\u{301}", roots) == .system(ENOENT))
        }
    }

    /// Links may contain bytes that aren't valid text.
    @Test(arguments: [true, false]) func fileNamesThatAreNotUTF8AreAccepted(usesOpenat2: Bool) throws {
        try withTree { folder in
            let strange = Array("\(folder)/scenes/".utf8) + [0xFF, 0xFE, 0x80]
            try #require(strange.asCString { mkdir($0, 0o755) } == 0)
            defer {
                _ = (strange + Array("/in".utf8)).asCString { unlink($0) }
                _ = strange.asCString { rmdir($0) }
            }
            let made = (strange + Array("/in".utf8)).asCString { open($0, O_WRONLY | O_CREAT, 0o644) }
            try #require(made >= 0)
            close(made)
            try #require([0xFF, 0xFE, 0x80].asCString { symlink($0, "\(folder)/scenes/link") } == 0)
            try #require(strange.asCString { symlink($0, "\(folder)/scenes/absolute") } == 0)
            let roots = try FileRoots(["\(folder)/scenes"], usesOpenat2: usesOpenat2)
            #expect(try text("\(folder)/scenes/link/in", roots).isEmpty)
            #expect(try text("\(folder)/scenes/absolute/in", roots).isEmpty)
        }
    }

    @Test(arguments: [true, false]) func foldersWithoutPermissionAreErrors(usesOpenat2: Bool) throws {
        try withTree { folder in
            try #require(chmod("\(folder)/scenes/sub", 0) == 0)
            defer { chmod("\(folder)/scenes/sub", 0o755) }
            let roots = try FileRoots(["\(folder)/scenes"], usesOpenat2: usesOpenat2)
            // The superuser may read it.
            if geteuid() == 0 {
                #expect(try text("\(folder)/scenes/sub/in", roots) == "sub")
            } else {
                #expect(reason("\(folder)/scenes/sub/in", roots) == .system(EACCES))
            }
        }
    }

    @Test(arguments: [true, false]) func rootsMayBeRepeatedNestedAndLinks(usesOpenat2: Bool) throws {
        try withTree { folder in
            try link("scenes/sub", "\(folder)/alias")
            try link("../photos", "\(folder)/scenes/sub/photos")
            let twice = try FileRoots(["\(folder)/scenes", "\(folder)/scenes", "\(folder)//scenes/"], usesOpenat2: usesOpenat2)
            #expect(try text("\(folder)/scenes/sub/in", twice) == "sub")
            let nested = try FileRoots(["\(folder)/scenes/sub", "\(folder)"], usesOpenat2: usesOpenat2)
            #expect(try text("\(folder)/scenes/sub/in", nested) == "sub")
            #expect(try text("\(folder)/scenes/sub/../in", nested) == "in")
            #expect(try text("\(folder)/scenes/sub/../../out", nested) == "top")
            let alias = try FileRoots(["\(folder)/alias"], usesOpenat2: usesOpenat2)
            #expect(try text("\(folder)/alias/in", alias) == "sub")
            #expect(try text("\(folder)/scenes/sub/in", alias) == "sub")
            #expect(isOutside("\(folder)/alias/../in", alias))
            #expect(isOutside("\(folder)/scenes/in", alias))
            // As for the system, the parent folder is that of the link's target, not that of the link.
            let both = try FileRoots(["\(folder)/alias", "\(folder)/scenes"], usesOpenat2: usesOpenat2)
            #expect(try text("\(folder)/alias/../in", both) == "in")
        }
    }

    @Test func rootsThatAreNotFoldersAreRefused() throws {
        try withTree { folder in
            for (name, reason) in [
                ("\(folder)/none", FileError.Reason.system(ENOENT)), ("\(folder)/out", .isNoFolder),
                ("\(folder)/out/x", .isNoFolder), ("a\0b", .invalidPath),
            ] {
                #expect(#expect(throws: FileError.self) { try FileRoots([name]) }?.reason == reason)
            }
            let outer = try FileRoots(["\(folder)/scenes"])
            #expect(throws: FileError.self) { try outer.adding("\(folder)/photos", within: outer) }
            #expect(try text("\(folder)/photos/out", try outer.adding("\(folder)/photos")) == "out")
            let inner = try FileRoots([]).adding("\(folder)/scenes/sub", within: outer)
            #expect(try text("\(folder)/scenes/sub/in", inner) == "sub")
            #expect(isOutside("\(folder)/scenes/in", inner))
        }
    }
}
