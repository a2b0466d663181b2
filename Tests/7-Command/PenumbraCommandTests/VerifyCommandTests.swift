import TestSupport
import Testing

@Suite(.timed, .needsCommand)
struct VerifyCommandTests {
    let folder: WorkFolder

    init() throws {
        folder = try WorkFolder()
    }

    @Test func verifyTrustsTheHost() throws {
        // The sweep of the corpus draws all scenes on both renderers.
        let outcome = try Command.run(
            ["verify", "--software"] + (Tier.isFull ? [] : ["--scenes", "shadow/sigma"]), in: folder.path)
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.status == 0, "\(text)\(outcome.errors)")
        #expect(text.hasPrefix("verify: all ") && text.hasSuffix(": this host draws correctly\n"))
        #expect(text.contains("scenes equal on the CPU (baseline kernels, 1 thread") && text.contains("egl:"))
    }

    @Test func verifyPrintsItsResultAsJSON() throws {
        let outcome = try folder.run("verify", "--json", "--threads", "3")
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(
            outcome.status == 0 && text.contains("\"trusted\": true") && text.contains("3 threads"), "\(text)\(outcome.errors)")
    }

    @Test func verifyMatrixHasARowForEachRenderer() throws {
        let outcome = try folder.run("verify", "--threads", "1,3", "--repeat", "2", "--matrix")
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        let rows = lines.filter { $0.hasPrefix("| CPU, baseline kernels, ") }
        #expect(outcome.status == 0 && rows.count == 2, "\(lines)\(outcome.errors)")
        #expect(rows.allSatisfy { $0.contains(" | 0 | `") } && Set(rows.map { $0.suffix(21) }).count == 1)
    }

    /// glibc has variants of its elementary functions with and without fused multiply-add and selects them by processor. If
    /// they affected pictures, a scene of the corpus would show the difference.
    @Test func cLibraryVariantsChangeNoPicture() throws {
        let without = ["AVX", "AVX2", "AVX2_Usable", "FMA", "FMA_Usable", "FMA4", "FMA4_Usable", "AVX512F"].map { "-\($0)" }
        let words = ["/usr/bin/env", "GLIBC_TUNABLES=glibc.cpu.hwcaps=\(without.joined(separator: ","))", Command.path]
        let outcome = try Command.start(words + ["verify", "--threads", "1"], in: folder.path).finish()
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.status == 0 && text.hasSuffix(": this host draws correctly\n"), "\(text)\(outcome.errors)")
    }

    @Test func verifyNamesDeviceAndScenesOfABrokenShader() throws {
        try folder.copyShaders(changing: "finish.comp", "straight.r | straight.g << 8", to: "straight.g | straight.r << 8")
        let outcome = try folder.run("verify", "--device", "software", "--shaders", "shaders", "--scenes", "shadow/sigma")
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.status == 1, "\(text)\(outcome.errors)")
        let lines = text.split(separator: "\n")
        #expect(lines.count == 13, "five failures and how many more, of pictures and of their files, and the summary: \(text)")
        #expect(
            lines[0].hasPrefix("verify: egl:") && lines[0].contains(" pixels differ by up to ")
                && lines[0].contains("first at ("))
        #expect(lines.last?.hasSuffix("this host doesn't draw correctly") == true)
    }

    /// Another choice of filters gives a valid file of the same pixels.
    @Test func verifyFindsAShaderThatChangesFileBytes() throws {
        try folder.copyShaders(changing: "png_filters.comp", "uint(best)", to: "uint(4 - best)")
        let outcome = try folder.run("verify", "--device", "software", "--shaders", "shaders", "--scenes", "shadow/sigma")
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
        #expect(outcome.status == 1 && lines.count == 7, "\(lines)\(outcome.errors)")
        #expect(lines.dropLast().allSatisfy { $0.contains("PNG files") } && lines[0].contains("other bytes"), "\(lines)")
    }

    @Test func verifyReportsAShaderThatDoesNotCompile() throws {
        try folder.copyShaders(changing: "finish.comp", "void main() {", to: "void main() { nonsense;")
        let outcome = try folder.run("verify", "--device", "software", "--shaders", "shaders", "--scenes", "shadow/sigma")
        let text = String(decoding: outcome.output, as: UTF8.self)
        #expect(outcome.status == 1 && text.contains("does not compile"), "\(text)\(outcome.errors)")
    }

    @Test func verifyRefusesMissingDevicesAndBadOptions() throws {
        #expect(try folder.run("verify", "--device", "egl:99").status == 69)
        #expect(try folder.run("verify", "--device", "nonsense").status == 64)
        #expect(try folder.run("verify", "--shaders", "missing", "--software").status == 66)
        for wrong in ["0", "1,", "1025", "two"] {
            #expect(try folder.run("verify", "--threads", wrong).status == 64, "\(wrong)")
        }
        #expect(try folder.run("verify", "--repeat", "0").status == 64)
        let unknown = try folder.run("verify", "--scenes", "no/such")
        #expect(unknown.status == 64 && unknown.errors.contains("No scene's name holds \"no/such\""))
    }

    @Test func verifyDrawsOnlyTheNamedScenes() throws {
        let outcome = try folder.run("verify", "--scenes", "image/soft-alpha", "--threads", "1", "--verbose")
        #expect(outcome.status == 0 && outcome.errors == "verify: 1 of 1: image/soft-alpha\n", "\(outcome.errors)")
    }
}

extension WorkFolder {
    /// Copies the project's shaders to the folder `shaders`, with one text of one file replaced.
    func copyShaders(changing file: String, _ text: String, to replacement: String) throws {
        try #require(Command.makeFolder("\(path)/shaders"))
        for name in Command.names(in: "\(Command.root)/Shaders") {
            var source = String(decoding: Command.bytes(of: "\(Command.root)/Shaders/\(name)"), as: UTF8.self)
            if name == file {
                let parts = source.split(separator: text, omittingEmptySubsequences: false)
                try #require(parts.count == 2, "\(file) holds \"\(text)\" \(parts.count - 1) times")
                source = parts.joined(separator: replacement)
            }
            _ = self.file("shaders/\(name)", source)
        }
    }
}
