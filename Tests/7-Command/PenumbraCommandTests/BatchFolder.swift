import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// The input files of a test batch: a photo and two small scenes.
final class BatchFolder {
    let folder: WorkFolder
    var path: String { folder.path }

    init() throws {
        folder = try WorkFolder()
        _ = folder.file("photo.jpg", BadInputTests.photo)
        _ = folder.file(
            "card.json",
            ##"{"parameters":{"w":40,"color":"white","title":"a"},"canvas":{"width":"${w}","height":30,"background":"#edf0f5"},"##
                + #""layers":[{"frame":[6,5,24,16],"backgroundColor":"${color}","cornerRadius":4,"shadows":[{"radius":3,"opacity":0.4}]}]}"#
        )
        _ = folder.file(
            "photo.json",
            #"{"parameters":{"photo":"photo.jpg"},"canvas":{"width":50,"height":40},"#
                + #""layers":[{"type":"image","frame":[5,5,30,24],"contents":"${photo}","shadows":[{"radius":2}]}]}"#)
    }

    func run(_ arguments: String..., input: String = "/dev/null") throws -> Command.Outcome {
        try Command.run(arguments, in: path, input: input)
    }

    /// A manifest of `count` valid jobs, using both scenes.
    func manifest(_ count: Int, name: String = "jobs.jsonl") -> String {
        folder.file(name, (0..<count).map { Self.job($0) + "\n" }.joined())
    }

    static func job(_ number: Int) -> String {
        number % 3 == 0
            ? #"{"scene":"photo.json","output":"p/\#(number).jpg"}"#
            : #"{"scene":"card.json","parameters":{"w":\#(20 + number % 40)},"output":"\#(number).png"}"#
    }

    func bytes(_ name: String) -> [UInt8] { Command.bytes(of: "\(path)/\(name)") }

    func exists(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }

    /// The files below a folder and their bytes, without the journal.
    func pictures(_ folder: String) -> [String: [UInt8]] {
        var result: [String: [UInt8]] = [:]
        for name in Command.names(in: "\(path)/\(folder)") where !name.hasPrefix("penumbra-batch") {
            var status = stat()
            guard lstat("\(path)/\(folder)/\(name)", &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                for (inner, bytes) in pictures("\(folder)/\(name)") { result["\(name)/\(inner)"] = bytes }
            } else {
                result[name] = bytes("\(folder)/\(name)")
            }
        }
        return result
    }

    /// A scene that takes about thirty seconds to draw: eight zoom blurs, whose rays are followed one by one.
    static let slowScene: String = {
        let layer =
            #"{"frame":[0,0,2000,1500],"backgroundColor":"red","opacity":0.1,"blur":{"type":"zoom","amount":0.4,"center":[0.5,0.5]}}"#
        let layers = Array(repeating: layer, count: 8).joined(separator: ",")
        return #"{"canvas":{"width":2000,"height":1500,"background":"white"},"layers":["# + layers + "]}"
    }()
}
