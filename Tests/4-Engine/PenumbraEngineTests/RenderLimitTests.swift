import PenumbraCodecs
import PenumbraEngine
import PenumbraFiles
import PenumbraScene
import PenumbraSystem
import TestSupport
import Testing

/// Tests the type that holds all limits: names, ranges and documents of limits.
@Suite(.timed) struct RenderLimitTests {
    @Test func limitsHaveAMeaningAndARange() {
        #expect(Limit.allCases.count == 20)
        for limit in Limit.allCases {
            #expect(limit.range.lowerBound > 0 && limit.range.upperBound <= 0x1p53, "\(limit)")
            #expect(limit.meaning.hasSuffix("."), "\(limit)")
            // A default lies within the range. A limit without a default describes the value that applies instead.
            if let value = RenderLimits.default[limit] {
                #expect(limit.range.contains(value) && limit.standardWords == nil, "\(limit)")
            } else {
                #expect(limit.standardWords != nil, "\(limit)")
            }
        }
    }

    @Test(arguments: Limit.allCases) func limitMayBeSetOnlyWithinItsRange(limit: Limit) throws {
        var limits = RenderLimits.default
        for value in [limit.range.lowerBound, limit.range.upperBound] {
            try limits.set(limit, to: value)
            #expect(limits[limit] == value)
            // No other limit changes.
            for other in Limit.allCases where other != limit { #expect(limits[other] == RenderLimits.default[other]) }
        }
        let before = limits
        for value in [
            0, -1, limit.range.upperBound * 1.001 + 1, .infinity, -.infinity, .nan, 1e300,
            limit.unit == .seconds ? 1e-9 : 1.5,
        ] {
            let error = #expect(throws: LimitError.self) { try limits.set(limit, to: value) }
            #expect(error?.message.contains(limit.rangeWords) == true, "\(value)")
        }
        #expect(limits == before)
    }

    @Test(arguments: Limit.allCases) func limitValuesRoundTrip(limit: Limit) throws {
        for value in [limit.range.lowerBound, limit.range.upperBound, 4096] {
            #expect(try limit.value(limit.words(value)) == value)
        }
        for text in ["", "x", "1x", "1 ", " 1", "M", "--1", "0x10", "1e", "NaN", "inf", "1K1"] {
            #expect(throws: LimitError.self, "\(text)") { try limit.value(text) }
        }
        if limit.unit == .bytes {
            #expect(try limit.value("800m") == 838_860_800 && limit.value("2T") == 2 * 0x1p40 && limit.value("1.5K") == 1536)
        } else {
            #expect(throws: LimitError.self) { try limit.value("1K") }
        }
    }

    @Test func limitDocumentsAreReadAndWritten() throws {
        var limits = RenderLimits.default
        try limits.set(json: Array(#"{"$schema": "x", "canvasSide": 20000, "memory": "4G", "seconds": 1.5, "layers": 7}"#.utf8))
        #expect(
            limits.canvas.side == 20_000 && limits.memory == 4 << 30 && limits.jobSeconds == 1.5 && limits.scene.layerCount == 7
        )
        #expect(limits.images == .default)
        var again = RenderLimits.default
        try again.set(json: Array(limits.jsonValue.prettyPrinted().utf8))
        #expect(again == limits)
        guard case .object(let object) = RenderLimits.default.jsonValue else { return #expect(Bool(false)) }
        #expect(object.members.map(\.key) == Limit.allCases.filter { RenderLimits.default[$0] != nil }.map(\.rawValue))
    }

    @Test(arguments: [
        ("[]", "limits: found an empty array, expected an object of limits"),
        (#"{"canvasSides": 1}"#, #"canvasSides: unknown limit, did you mean "canvasSide"?"#),
        (#"{"qqqqqq": 1}"#, "qqqqqq: unknown limit, there are picturePixels,"),
        (#"{"qqqqqq\u001b[1m": 1}"#, #"qqqqqq\u{1B}[1m: unknown limit, there are"#),
        (#"{"canvasSide": 40000}"#, "canvasSide: found 40000, expected a whole number, 1 to 32768"),
        (#"{"canvasSide": 0}"#, "canvasSide: found 0, expected a whole number, 1 to 32768"),
        (#"{"canvasSide": 1.5}"#, "canvasSide: found 1.5, expected a whole number, 1 to 32768"),
        (#"{"canvasSide": null}"#, "canvasSide: found null, expected a whole number, 1 to 32768"),
        (#"{"canvasSide": "1K"}"#, #"canvasSide: found "1K", expected a whole number, 1 to 32768"#),
        (#"{"memory": "17T"}"#, "memory: found 17T, expected 1 to 16T, with K, M, G or T, such as 4G"),
        (#"{"memory": "4GB"}"#, #"memory: found "4GB", expected 1 to 16T, with K, M, G or T, such as 4G"#),
        (#"{"layers": 1, "layers": 2}"#, "line 1, column 15: duplicate key \"layers\", first used"),
        (#"{"layers": 1"#, "line 1, column 13: "),
    ]) func limitDocumentWithAnErrorSetsNothing(json: String, expected: String) {
        var limits = RenderLimits.default
        let error = #expect(throws: SceneError.self) { try limits.set(json: Array(json.utf8)) }
        #expect(error?.description.hasPrefix(expected) == true, "\(error?.description ?? "")")
        #expect(limits == .default)
    }

    @Test func standardMemoryIsAPartOfTheHostMemory() {
        #expect(RenderLimits.standardMemory >= 192 << 20)
        #expect(RenderLimits.default.pictureMemory == RenderLimits.standardMemory)
        #expect(RenderLimits(memory: 7).pictureMemory == 7)
    }

    @Test(arguments: [
        ("0::/\n", [""]), ("0::/a.slice/b\n", ["/a.slice/b", "/a.slice", ""]), ("", [""]), ("0::/../x\n", [""]),
        ("12:memory:/m\n0::/u\n", ["/u", ""]), ("1:name=systemd:/x\n", [""]),
    ]) func controlGroupFoldersOfAProcessAreFound(list: String, folders: [String]) {
        #expect(HostMemory.folders(ofGroup: list) == folders)
    }
}

/// Tests that docs/limits.md matches the program.
@Suite(.timed) struct LimitDocumentTests {
    @Test func limitsPageListsEveryLimit() throws {
        let page = String(decoding: try FileReader.read("\(Repository.root)/docs/limits.md"), as: UTF8.self)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.count == Limit.allCases.count)
        for (limit, row) in zip(Limit.allCases, rows) {
            let standard = limit.standardWords ?? RenderLimits.default[limit].map(limit.words) ?? ""
            let most = limit.words(limit.range.upperBound)
            // The option, between the two columns, belongs to the command, whose tests check it.
            #expect(row.hasPrefix("| `\(limit.rawValue)` | \(standard) | \(most) | `--"), "\(row)")
            #expect(row.hasSuffix("` | \(limit.meaning) |"), "\(row)")
        }
    }
}
