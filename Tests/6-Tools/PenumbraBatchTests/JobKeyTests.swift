import PenumbraBatch
import PenumbraCodecs
import PenumbraGeometry
import PenumbraJSON
import PenumbraScene
import PenumbraSystem
import TestSupport
import Testing

@Suite(.timed) struct JobKeyTests {
    /// The inputs of a key.
    private struct Parts {
        var output = "a.png"
        var scene = #"{"parameters": {"a": 1, "b": "x", "ab": 2}, "canvas": {"width": 4, "height": 4}}"#
        var parameters: [String: JSONValue] = [:]
        var settings = "png fast"
        var pictures: [UInt8] = []
        var texts: [UInt8] = []
        var line = 1

        func key() throws -> Digest {
            let template = try SceneTemplate(json: Array(scene.utf8), name: "s\(line)", baseFolder: "folder\(line)")
            let job = BatchJob(line: line, template: .template(template), parameters: parameters, output: output)
            var key = JobKey(job, template, settings: settings)
            for byte in pictures { key.add(picture: SHA256.digest(of: [byte])) }
            for byte in texts { key.add(text: SHA256.digest(of: [byte])) }
            return key.digest
        }
    }

    @Test func jobKeyChangesWithEveryInputOfThePicture() throws {
        let changes: [(inout Parts) -> Void] = [
            { $0.output = "b.png" }, { $0.scene += " " }, { $0.parameters = ["a": .number(1)] },
            { $0.parameters = ["a": .number(2)] },
            { $0.parameters = ["a": .string("1")] }, { $0.parameters = ["ab": .number(1)] },
            { $0.parameters = ["a": .number(1), "b": .string("")] },
            { $0.parameters = ["a": .null] }, { $0.parameters = ["b": .string("1"), "a": .number(1)] },
            { $0.settings = "png small" },
            { $0.pictures = [1] }, { $0.pictures = [2] }, { $0.pictures = [1, 2] }, { $0.pictures = [2, 1] },
            { $0.texts = [1] },
            { $0.texts = [1, 2] },
            {
                $0.pictures = [1]
                $0.texts = [2]
            },
        ]
        var seen = [try Parts().key()]
        for (index, change) in changes.enumerated() {
            var parts = Parts()
            change(&parts)
            let key = try parts.key()
            #expect(!seen.contains(key), "change \(index)")
            seen.append(key)
        }
    }

    @Test func jobKeyIgnoresPlaceAndOrder() throws {
        let names = ["a", "b", "ab", "c", "d"]
        for seed in 0..<200 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            var parts = Parts()
            let values = names.map {
                ($0, random.chance(0.5) ? JSONValue.number(random.number(-9...9)) : .string("\(random.integer(0...9))"))
            }
            parts.parameters = Dictionary(uniqueKeysWithValues: values)
            let key = try parts.key()
            var moved = parts
            moved.line = random.integer(2...1 << 40)
            moved.parameters = Dictionary(uniqueKeysWithValues: values.shuffled(using: &random))
            #expect(try moved.key() == key, "seed \(seed)")
            var changed = parts
            let name = names[random.integer(0...4)]
            changed.parameters[name] = .string("another")
            #expect(try changed.key() != key, "seed \(seed)")
        }
    }

    @Test func jobSettingsIncludeEveryOptionThatChangesBytes() throws {
        let job = BatchJob(line: 1, template: .file("s"), output: "a.png")
        func settings(_ format: PictureFormat, _ change: (inout BatchOptions) -> Void) -> String {
            var options = BatchOptions()
            change(&options)
            return options.settings(job, format)
        }
        for format in [PictureFormat.png, .jpeg, .webp] {
            let plain = settings(format) { _ in }
            #expect(settings(format) { $0.scale = 2 } != plain && settings(format) { $0.trims = true } != plain)
            // These options don't affect the bytes.
            for change: (inout BatchOptions) -> Void in [
                { $0.threads = 7 }, { $0.memory = 1 }, { $0.outputRoot = "x" }, { $0.resumes = true }, { $0.journal = "y" },
                { $0.cacheMemory = 0 },
                { $0.shard = Shard(index: 1, of: 2) }, { $0.stopsAtFailure = true },
            ] {
                #expect(settings(format, change) == plain)
            }
        }
        #expect(settings(.png) { $0.picture.png.effort = .small } != settings(.png) { $0.picture.png.effort = .fast })
        #expect(settings(.jpeg) { $0.picture.setQuality(7) } != settings(.jpeg) { $0.picture.setQuality(8) })
        #expect(settings(.jpeg) { $0.picture.jpeg.matte = SIMD3(1, 2, 3) } != settings(.jpeg) { _ in })
        #expect(settings(.webp) { $0.picture.setQuality(7) } != settings(.webp) { $0.picture.setQuality(8) })
        #expect(settings(.webp) { $0.picture.webp.isLossless = true } != settings(.webp) { _ in })
        var own = job
        own.scale = 3
        #expect(BatchOptions().settings(own, .png) != BatchOptions().settings(job, .png))
    }

    @Test func pathDigestsDistinguishOutlines() {
        func path(_ build: (inout Path) -> Void) -> Digest {
            var path = Path()
            build(&path)
            return path.digest
        }
        let digests = [
            path { _ in }, path { $0.move(to: Point(x: 1, y: 2)) }, path { $0.move(to: Point(x: 2, y: 1)) },
            path {
                $0.move(to: Point(x: 1, y: 2))
                $0.addLine(to: Point(x: 3, y: 4))
            },
            path {
                $0.move(to: Point(x: 1, y: 2))
                $0.addLine(to: Point(x: 3, y: 4))
                $0.close()
            },
        ]
        #expect(Set(digests).count == digests.count)
    }
}
