import Glibc

/// Measures a complete `penumbra render` process of a small scene, from start to exit.
public struct ProcessBenchmark {
    public let repeats: Int

    public init(repeats: Int = 15) {
        self.repeats = max(1, repeats)
    }

    private static let scene = """
        {"canvas": {"width": 64, "height": 64},
         "layers": [{"frame": [12, 12, 40, 40], "backgroundColor": "tomato", "cornerRadius": 8,
                     "shadows": [{"radius": 4, "offset": [0, 3], "opacity": 0.5}]}]}
        """

    public func run() throws -> [KernelBenchmark.Row] {
        var name = Array("/tmp/penumbra-bench-XXXXXX\0".utf8CString.map { $0 })
        let file = mkstemp(&name)
        guard file >= 0 else { return [] }
        defer {
            close(file)
            unlink(&name)
        }
        var text = Self.scene
        let written = text.withUTF8 { write(file, $0.baseAddress, $0.count) }
        guard written == text.utf8.count else { return [] }
        let path = name.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
        var failed = false
        let process = median(repeats: repeats) { _ in
            failed = !Self.spawn(["penumbra", "render", path, "--backend", "cpu", "-o", "/dev/null"]) || failed
        }
        let empty = median(repeats: repeats) { _ in
            failed = !Self.spawn(["penumbra", "--version"], quietly: true) || failed
        }
        guard !failed else { return [] }
        return [
            KernelBenchmark.Row("penumbra --version, whole process", empty),
            KernelBenchmark.Row("penumbra render of a 64×64 scene, whole process", process, over: 1, "millisecond", atMost: 15),
        ]
    }

    /// Runs this program with other arguments. Returns true if it succeeded.
    private static func spawn(_ arguments: [String], quietly: Bool = false) -> Bool {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if quietly { posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0) }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        words.append(nil)
        defer { for word in words { free(word) } }
        var process: pid_t = 0
        guard posix_spawn(&process, "/proc/self/exe", &actions, nil, words, environ) == 0 else { return false }
        var status: Int32 = 0
        return waitpid(process, &status, 0) == process && status == 0
    }
}
