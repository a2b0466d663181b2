import Foundation
import PenumbraBitmap
import PenumbraCodecs

// animated-samples FOLDER   writes sequences of frames in every format, their pixels, and samples.json, for animated-files
// animated-samples --speed  prints how fast frames of 1920×1080 pixels are written

/// A sequence as a function of the frame's number.
struct Sequence {
    var name: String
    var width: Int
    var height: Int
    var rate: (Int, Int)
    var frames: Int
    var plays = 0
    var isOpaque = true
    var pixel: @Sendable (_ frame: Int, _ x: Int, _ y: Int) -> SIMD4<UInt8>

    func bitmap(_ frame: Int) -> Bitmap {
        Bitmap(width: width, height: height) { bytes in
            for y in 0..<height {
                for x in 0..<width {
                    let value = pixel(frame, x, y)
                    for i in 0..<4 { bytes[4 * (y * width + x) + i] = value[i] }
                }
            }
        }
    }
}

/// A written file.
struct Sample: Encodable {
    var name: String
    var format: String
    var width: Int
    var height: Int
    var rate: [Int]
    var frames: Int
    var plays: Int
    var isOpaque: Bool
    var written: Int
    var dropped: Int
    var bytes: Int
    var seconds: Double
}

/// The part of a pixel that a disc covers, 0…255.
@Sendable func cover(_ x: Int, _ y: Int, _ left: Int, _ top: Int, radius: Int) -> Int {
    let distance = Double((x - left) * (x - left) + (y - top) * (y - top)).squareRoot()
    return Int((min(max(Double(radius) + 0.5 - distance, 0), 1) * 255).rounded())
}

@Sendable func mix(_ a: Int, _ b: Int, _ share: Int) -> UInt8 { UInt8((a * (255 - share) + b * share + 127) / 255) }

let sequences = [
    Sequence(name: "disc", width: 320, height: 180, rate: (60, 1), frames: 90) { frame, x, y in
        let share = cover(x, y, 30 + 4 * min(frame, 60), 90, radius: 24)
        return [mix(x * 255 / 319, 255, share), mix(y * 255 / 179, 80, share), mix(120, 40, share), 255]
    },
    Sequence(
        name: "fade", width: 201, height: 121, rate: (30000, 1001), frames: 45, plays: 3, isOpaque: false
    ) { frame, x, y in
        let alpha = cover(x, y, 20 + 3 * frame, 60, radius: 18) * (255 - 4 * frame) / 255
        return alpha == 0 ? [0, 0, 0, 0] : [UInt8(200 - frame), UInt8(x), UInt8(y), UInt8(alpha)]
    },
    Sequence(name: "few", width: 128, height: 128, rate: (25, 1), frames: 40, plays: 1, isOpaque: false) { frame, x, y in
        if (x / 8 + y / 8 + frame / 4) % 5 == 0 { return [0, 0, 0, 0] }
        return (x + frame) % 32 < 12 ? [UInt8(x / 16 * 16), 20, 200, 255] : [250, 240, UInt8(y / 32 * 8), 255]
    },
    Sequence(name: "corners", width: 640, height: 360, rate: (50, 1), frames: 50) { frame, x, y in
        let share = max(cover(x, y, 40, 40 + frame, radius: 20), cover(x, y, 600, 320 - frame, radius: 20))
        return [mix((x * y) >> 4 & 255, 250, share), mix(x & 255, 30, share), mix(y & 255, 30, share), 255]
    },
]

/// Writes a file, or only counts its bytes if there is no path.
func write(
    _ sequence: Sequence, _ frames: [Bitmap], as format: AnimatedFormat, options: AnimatedOptions, to path: String?
) throws -> Sample {
    var file: FileHandle?
    if let path {
        try Data().write(to: URL(fileURLWithPath: path))
        file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    }
    let encoder = try AnimatedEncoder(
        format, width: sequence.width, height: sequence.height, rate: AnimatedRate(sequence.rate.0, sequence.rate.1),
        isOpaque: sequence.isOpaque, options: options)
    var count = 0
    let begin = Date()
    func emit(_ bytes: UnsafeRawBufferPointer) throws {
        count += bytes.count
        try file?.write(contentsOf: Data(bytes))
    }
    for frame in frames { try encoder.append(frame, emit: emit) }
    let patches = try encoder.finish(emit: emit)
    for patch in patches {
        try file?.seek(toOffset: UInt64(patch.offset))
        try file?.write(contentsOf: Data(patch.bytes))
    }
    try file?.close()
    return Sample(
        name: sequence.name, format: format.ending, width: sequence.width, height: sequence.height,
        rate: [sequence.rate.0, sequence.rate.1], frames: frames.count, plays: sequence.plays, isOpaque: sequence.isOpaque,
        written: encoder.writtenFrames, dropped: encoder.droppedFrames, bytes: count, seconds: Date().timeIntervalSince(begin))
}

func writeSamples(to folder: String) throws {
    var samples: [Sample] = []
    for sequence in sequences {
        let frames = (0..<sequence.frames).map(sequence.bitmap)
        for format in AnimatedFormat.allCases {
            let path = "\(folder)/\(sequence.name).\(format.ending)"
            samples.append(
                try write(sequence, frames, as: format, options: AnimatedOptions(plays: sequence.plays), to: path))
        }
    }
    try JSONEncoder().encode(samples).write(to: URL(fileURLWithPath: "\(folder)/samples.json"))
}

/// Measures full frames that change everywhere, and frames in which a disc of 400 pixels moves.
func measure() throws {
    let still = Sequence(name: "gradient", width: 1920, height: 1080, rate: (60, 1), frames: 8) { frame, x, y in
        [UInt8((x + 3 * frame) >> 3 & 255), UInt8(y >> 2 & 255), UInt8((x ^ y) >> 3 & 255), 255]
    }
    let moving = Sequence(name: "disc", width: 1920, height: 1080, rate: (60, 1), frames: 8) { frame, x, y in
        let share = cover(x, y, 400 + 8 * frame, 500, radius: 200)
        return [mix(x * 255 / 1919, 255, share), mix(y * 255 / 1079, 80, share), mix(120, 40, share), 255]
    }
    for sequence in [still, moving] {
        let few = (0..<sequence.frames).map(sequence.bitmap)
        for format in AnimatedFormat.allCases where format != .rgba {
            let repeats = format == .y4m ? 50 : 3
            var options = AnimatedOptions()
            options.png.threads = 1
            let frames = (0..<repeats).flatMap { _ in few }
            let sample = try write(sequence, frames, as: format, options: options, to: nil)
            let line = [
                sequence.name, format.rawValue, "\(Int(Double(frames.count) / sample.seconds)) frames per second",
                "\(sample.bytes / frames.count / 1000) kB per frame",
            ]
            print(line.joined(separator: "  "))
        }
    }
}

guard CommandLine.arguments.count == 2 else {
    print("usage: animated-samples FOLDER | --speed")
    exit(64)
}
if CommandLine.arguments[1] == "--speed" { try measure() } else { try writeSamples(to: CommandLine.arguments[1]) }
