import PenumbraCodecs
import PenumbraGPU
import PenumbraPlan
import Testing

enum GPUFiles {
    /// Compares the files of plans drawn together with the files that the processor makes of their pictures.
    static func compare(
        _ plans: [RenderPlan], _ encodings: [FileEncoding], _ name: String, on renderer: GPURenderer? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let renderer = try renderer ?? SoftwareGPU.shared.get()
        let files = renderer.submit(plans, files: encodings.map { $0 })
        for (index, plan) in plans.enumerated() {
            let bitmap = try renderer.execute(plan)
            let expected =
                switch encodings[index] {
                case .png(let options): try PNGEncoder.encode(bitmap, options: options)
                case .jpeg(let options): try JPEGEncoder.encode(bitmap, options: options)
                case .video(let form): try samples(form.converted(bitmap))
                }
            let file: [UInt8]
            switch try files[index].picture() {
            case .file(let bytes): file = bytes
            case .video(let video): file = samples(video)
            case .bitmap:
                Issue.record("\(name), plan \(index): no file", sourceLocation: sourceLocation)
                continue
            }
            // A failed comparison of arrays lists their differences, which takes minutes for long ones.
            let isSame = file == expected
            let first = isSame ? nil : zip(file, expected).enumerated().first { $1.0 != $1.1 }?.offset
            #expect(
                isSame,
                """
                \(name), plan \(index) of \(plan.width)×\(plan.height), \(encodings[index]): \(file.count) bytes, \
                not \(expected.count); byte \(first ?? -1)
                """,
                sourceLocation: sourceLocation)
        }
    }

    /// The bytes of all planes.
    static func samples(_ video: VideoPicture) -> [UInt8] { video.withSamples { Array($0) } }
}
