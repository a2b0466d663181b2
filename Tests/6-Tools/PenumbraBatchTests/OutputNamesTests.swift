import PenumbraBatch
import TestSupport
import Testing

@Suite(.timed) struct OutputNamesTests {
    private func fault(_ names: inout OutputNames, _ path: String, _ line: Int) -> String? {
        do throws(JobError) {
            try names.add(path, line: line)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func conflictingOutputNamesAreRefused() {
        var names = OutputNames()
        for (line, path) in ["a.png", "b/c.png", "b/d/e/f.png", "\u{E9}", "e\u{301}"].enumerated() {
            #expect(fault(&names, path, line) == nil, "\(path)")
        }
        #expect(fault(&names, "a.png", 7) == "same output as line 0; outputs must differ")
        #expect(
            fault(&names, "a.png/b.png", 7)
                == "its output needs a folder \"a.png\", which is the output of line 0; rename one of them")
        #expect(fault(&names, "a.png/b/c/d.png", 7)?.contains("\"a.png\"") == true)
        #expect(fault(&names, "b", 7) == "its output is a folder that the output of line 1 needs; rename one of them")
        #expect(fault(&names, "b/d", 7)?.contains("line 2") == true)
        #expect(fault(&names, "b/d/e", 7)?.contains("line 2") == true)
        // A rejected name isn't registered.
        #expect(fault(&names, "b/x.png", 8) == nil)
        #expect(fault(&names, "a.png.png", 9) == nil)
    }

    @Test func outputNamesConflictOnlyIfEqualOrNested() {
        for seed in seeds(300) {
            var random = SeededGenerator(seed: seed)
            var names = OutputNames()
            var taken: [String] = []
            for line in 0..<40 {
                let path = (0..<random.integer(1...4)).map { _ in ["a", "b", "c"][random.integer(0...2)] }.joined(
                    separator: "/")
                let isFree = taken.allSatisfy { $0 != path && !$0.hasPrefix(path + "/") && !path.hasPrefix($0 + "/") }
                #expect((fault(&names, path, line) == nil) == isFree, "seed \(seed): \(path) after \(taken)")
                if isFree { taken.append(path) }
            }
        }
    }
}
