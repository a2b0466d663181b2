import Glibc
import PenumbraGPU
import PenumbraGeometry
import PenumbraPlan
import PenumbraShaders
import TestPlans
import TestSupport
import Testing

@Suite(.timed, .needsSoftwareGL)
struct ShaderTests {
    /// Changes one number in every shader; the comparison with the reference must detect each change.
    @Test(arguments: [
        ("clear.comp", "uvec2(redGreen, blueAlpha)", "uvec2(redGreen, blueAlpha ^ 1u)"),
        ("extract_channel.comp", "channel < 2", "channel < 1"),
        ("map_mask.comp", "+ width / 2u", ""),
        ("merge_channels.comp", "left + Q15_HALF", "left"),
        ("shade.comp", "+ 32768u) >> 16", ") >> 16"),
        ("shade.comp", "+ 4096u) >> 13", ") >> 13"),
        ("integer_root.glsl", "other.high + carry", "other.high"),
        ("mask_edge.glsl", "clamp(y, 0, sourceHeight - 1)", "clamp(y, 1, sourceHeight - 1)"),
        ("mask_source.glsl", "clamp(x, 0, sourceWidth - 1)", "clamp(x, 0, sourceWidth)"),
        ("downsample.comp", "sum + 32u", "sum + 31u"),
        ("convolve.comp", "+ Q15_HALF) >> Q15_BITS", "+ Q15_HALF - 1u) >> Q15_BITS"),
        ("fill_mesh.comp", "+ 64u) >> 7", ") >> 7"),
        ("fill_mesh.comp", "STRIP_HEIGHTS = 8", "STRIP_HEIGHTS = 9"),
        ("fill_mesh.comp", "NO_DISTANCE ? 0", "NO_DISTANCE ? 8"),
        ("fill_mesh.comp", "x + distance,", "x - distance,"),
        ("fill_mesh.comp", "strips[2 * i + 2]", "strips[2 * i]"),
        ("resample_rows.comp", "+ 127u) / 255u", ") / 255u"),
        ("resample_columns.comp", "sum + 32768u", "sum + 32767u"),
        ("transform_image.comp", "high + 8192u", "high"),
        ("transform_image.comp", "clamp(x + 3, 0, sourceWidth - 1)", "min(x + 3, sourceWidth - 1)"),
        ("transform_image.comp", "b * share + Q15_HALF", "b * share"),
        ("transform_image.comp", "x >= table[drawn + y]", "x > table[drawn + y]"),
        ("composite.comp", "Q15_ONE - painted.a", "Q15_HALF - painted.a / 2u"),
        ("composite.comp", "isClipInverted != 0", "isClipInverted == 0"),
        ("composite.comp", "isMaskInverted != 0", "isMaskInverted == 1 && maskKind == 2"),
        ("composite.comp", "clipKind == 2", "clipKind != 0"),
        ("composite.comp", "+ below + Q15_HALF", "+ below"),
        ("blur_spans.comp", "+ (low >> 31)", ""),
        ("blur_spans.comp", "clamp(end, sumsFirstColumn, sumsEndColumn)", "min(end, sumsEndColumn - 1)"),
        ("row_sums.comp", "carried + totals[lane] - total", "carried + totals[lane]"),
        ("row_sums.comp", "sums[to + end] = sum", "sums[to + end] = carried"),
        ("blur_rays.comp", "+ across / 2u) / across", ") / across"),
        ("filter_pixels.comp", "+ color.a / 2) / color.a", ") / color.a"),
        ("filter_pixels.comp", "(sum + 16384u) >> 15", "sum >> 15"),
        ("filter_pixels.comp", "count - 1 - (-1 - offset) % count", "-offset % count"),
        (
            "filter_pixels.comp", "edge == 1 ? clamp(value, start, start + count - 1)",
            "edge == 1 ? clamp(value, start, start + count)"
        ),
        ("filter_pixels.comp", "mixed(sy, a, b)", "mixed(sx, a, b)"),
        ("filter_pixels.comp", "missesSide ? at + 1 : at", "at"),
        ("filter_pixels.comp", "isEdge ? slope * 2 : slope", "slope"),
        ("filter_pixels.comp", "- numbers[at]) * rest) >> 14", "- numbers[at]) * rest) >> 15"),
        ("filter_pixels.comp", "cone < numbers[25] ? NO_LIGHT : raised", "raised"),
        ("draw_instances.comp", "sum = uvec4(32768u)", "sum = uvec4(0u)"),
        ("draw_instances.comp", "value * 255u + Q15_HALF", "value * 255u"),
        ("draw_instances.comp", "b * share + Q15_HALF", "b * share"),
        ("draw_instances.comp", "+ 64u) >> 7", ") >> 7"),
        ("draw_instances.comp", "rise < 0 ? -part : part", "part"),
        ("draw_instances.comp", "+ ((1 << shift) >> 1)", ""),
        ("draw_instances.comp", "x >= table[drawn + height + y]", "x > table[drawn + height + y]"),
        ("finish.comp", "straight.r | straight.g << 8", "straight.g | straight.r << 8"),
        ("common.glsl", "a * b + Q15_HALF", "a * b"),
    ]) func changedShaderConstantIsDetected(file: String, text: String, replacement: String) throws {
        let broken = try SoftwareGPU.broken(file, text, replacement)
        var noticed = false
        for seed in 0..<400 where !noticed {
            noticed = try firstDifference(Self.sample(seed), broken) != nil
        }
        #expect(noticed, "\(file): \(replacement)")
    }

    /// Random plans that all changes are tried on, with the reference's surfaces.
    private static let samples = Locked<[Int: ReferenceExecutor]>([:])

    private static func sample(_ seed: Int) -> ReferenceExecutor {
        samples.withLock { samples in
            let sample = samples[seed] ?? .finished(RandomPlan.make(seed: UInt64(seed), largest: 40))
            samples[seed] = sample
            return sample
        }
    }

    @Test func shaderThatDoesNotCompileIsATypedError() throws {
        let original = try #require(ShaderLibrary.embedded["clear.comp"])
        let library = ShaderLibrary.embedded.replacing("clear.comp", with: original + "nonsense\n")
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options { $0.shaders = library })
        let error = #expect(throws: GPUError.self) { _ = try renderer.execute(Self.smallPlan) }
        guard case .compileFailed(let shader, let log) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(shader == "clear")
        #expect(log.contains("nonsense") || log.contains("syntax"))
    }

    @Test func missingShaderIncludeIsATypedError() throws {
        let library = ShaderLibrary.embedded.replacing("clear.comp", with: "#include \"absent.glsl\"\n")
        let renderer = try GPURenderer(.software, options: SoftwareGPU.options { $0.shaders = library })
        let error = #expect(throws: GPUError.self) { _ = try renderer.execute(Self.smallPlan) }
        guard case .shaderFiles(.missing(file: "absent.glsl", includedFrom: "clear.comp")) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func shadersStartWithTheirInputsOutputsAndTwin() throws {
        let root = Repository.root
        for name in ShaderLibrary.embedded.fileNames where name.hasSuffix(".comp") {
            let lines = try #require(ShaderLibrary.embedded[name]).split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[0].hasPrefix("// Reads: "), "\(name)")
            #expect(lines[1].hasPrefix("// Writes: "), "\(name)")
            #expect(
                lines[2].hasPrefix("// Twin: Sources/2-Renderers/") || lines[2].hasPrefix("// Twin: Sources/1-Codecs/"),
                "\(name)")
            #expect(access("\(root)/\(lines[2].dropFirst("// Twin: ".count))", R_OK) == 0, "\(name): \(lines[2])")
        }
    }

    /// Floating point is used only to guess one root.
    @Test func shadersUseNoFloatingPointExceptForRoots() throws {
        for name in ShaderLibrary.embedded.fileNames where name != "integer_root.glsl" {
            let text = try #require(ShaderLibrary.embedded[name])
            let words = Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
            let floating: Set<String> = ["float", "vec2", "vec3", "vec4", "sampler2D", "texture", "sqrt", "mix"]
            #expect(words.isDisjoint(with: floating), "\(name)")
        }
    }

    @Test func shaderFolderEqualsTheEmbeddedShaders() throws {
        let folder = try ShaderLibrary(directory: Repository.root + "/Shaders")
        #expect(folder.fileNames == ShaderLibrary.embedded.fileNames)
        for name in folder.fileNames { #expect(folder[name] == ShaderLibrary.embedded[name], "\(name)") }
        #expect(throws: ShaderLibraryError.self) { _ = try ShaderLibrary(directory: "/does/not/exist") }
    }

    static var smallPlan: RenderPlan {
        var plan = RenderPlan(width: 4, height: 4)
        plan.passes = [.clear(target: plan.canvas, color: PremultipliedColor(red: 1, green: 0.5, blue: 0, alpha: 1))]
        return plan
    }
}

@Suite(.timed) struct JobShaderTests {
    @Test func blockIndicesAreOffsetByTheJobBase() {
        let shader = JobShader(
            """
            #version 310 es
            #line 1 0
            layout(std430, binding = 0) writeonly restrict buffer Target { uvec2 target[]; };
            layout(std430, binding = 2) readonly restrict buffer Table { int table[]; };
            int plain[3]; // table[1] stays as it is
            void main() { target[table[plain[0] >> 1] + width].x = color; }
            """, parameters: [JobShader.Parameter("color", of: UInt32.self), JobShader.Parameter("width", of: Int32.self)])
        #expect(shader.bindings == 3)
        let text = shader.text(isShared: true)
        #expect(text.contains("target[base_of_target + (table[base_of_table + (plain[0] >> 1)] + width)].x = color; }"))
        #expect(text.contains("int plain[3]; // table[1] stays as it is"))
        #expect(text.contains("\nhighp uint color;\nhighp int width;\n"))
        #expect(text.contains("uvec2 target[]; }; const int words_of_target = 2; int base_of_target;"))
        // Words 0…2 belong to the blocks. The parameters follow in the given order: five words, two vectors.
        #expect(text.contains("int first = int(gl_WorkGroupID.z) * 2;"))
        #expect(text.contains("base_of_table = int(job_words[first + 0].z) / words_of_table;"))
        #expect(text.contains("color = uint(job_words[first + 0].w);"))
        #expect(text.contains("width = int(job_words[first + 1].x);"))
        let single = shader.text(isShared: false)
        #expect(single.contains("const int base_of_table = 0;"))
        #expect(single.contains("width = int(job_words[1].x);"))
    }

    /// Line numbers in a compiler's log match the lines of the file.
    @Test func shaderLinesKeepTheirNumbers() {
        let lines =
            ["#version 310 es", "#line 1 0"] + (1...4).map { "int a\($0);" }
            + [
                "layout(std430, binding = 0) buffer Target { uint target[]; };", "int a6;", "void main() { target[0] = 1u; }",
                "int a8;",
            ]
        var number = 0
        let shader = JobShader(lines.joined(separator: "\n"), parameters: [JobShader.Parameter("width", of: Int32.self)])
        for line in shader.text(isShared: true).split(separator: "\n") {
            if line.hasPrefix("#line ") {
                number = (Int(line.split(separator: " ")[1]) ?? 0) - 1
                continue
            }
            number += 1
            if line == "int a6;" { #expect(number == 6) }
            if line.hasPrefix("void main()") { #expect(number == 7) }
            if line == "int a8;" { #expect(number == 8) }
        }
    }
}
