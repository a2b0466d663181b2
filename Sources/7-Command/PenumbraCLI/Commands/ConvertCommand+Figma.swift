import Glibc
import Penumbra
import PenumbraFigma
import PenumbraGeometry
import PenumbraSystem

/// Documents of Figma's API to scenes.
extension ConvertCommand {
    static let wanted = "expected an SVG document, a Figma document or a .css file"

    /// Whether the bytes of a file are an answer of Figma's API.
    static func isDesign(_ bytes: [UInt8]) -> Bool {
        guard let first = bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) else { return false }
        return first == UInt8(ascii: "{")
    }

    /// Prints the scene of a frame, or writes the scenes of all frames.
    func convertDesign(_ bytes: [UInt8], from place: String) throws {
        let value: JSONValue
        let document: FigmaDocument
        do {
            value = try JSONValue(parsing: bytes, limit: RenderLimits.default.scene.documentBytes)
            guard FigmaDocument.isDocument(value) else {
                throw CommandFailure(.badData, "\(place): \(Self.wanted)")
            }
            document = try FigmaDocument(value)
        } catch let error as JSONError {
            throw CommandFailure(.badData, "\(place): \(error)")
        } catch let error as FigmaError {
            throw CommandFailure(.badData, "\(place): \(error)")
        }
        var options = FigmaOptions()
        if let folder = design.images { options.image = { Self.picture($0, in: folder) } }
        options.imageSize = { path in
            guard let bytes = try? FileReader.read(path), let found = try? ImageDecoder.information(of: bytes) else {
                return nil
            }
            return Size(width: Double(found.width), height: Double(found.height))
        }
        guard let output = design.output else {
            let frame = try chosen(document, place)
            print(try scene(frame, options, place), terminator: "")
            return
        }
        try makeFolder(output)
        var names: Set<String> = []
        for frame in document.frames {
            var name = frame.name.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.split(separator: " ").joined(
                separator: "-")
            name = String(name.prefix(80))
            if name.isEmpty || !names.insert(name).inserted {
                name += "-" + frame.id.filter { $0.isNumber || $0 == ":" }.replacing(":", with: "-")
                names.insert(name)
            }
            let path = "\(output)/\(name).json"
            let text = try scene(frame, options, place)
            try FileWriter.write(Array(text.utf8), to: path)
            print(path)
        }
    }

    private func chosen(_ document: FigmaDocument, _ place: String) throws -> FigmaDocument.Frame {
        if let name = design.node {
            do {
                if let frame = try document.frame(named: name) { return frame }
            } catch {
                throw CommandFailure(.badData, "\(place): \(error)")
            }
            let known = document.frames.prefix(10).map { "\"\($0.name)\" (\($0.id))" }.joined(separator: ", ")
            throw CommandFailure(
                .badData, "\(place): no node is named \"\(oneLine(name))\"; top-level frames are \(oneLine(known))")
        }
        guard let frame = document.frames.first else {
            throw CommandFailure(.badData, "\(place): the document has no visible frames")
        }
        return frame
    }

    private func scene(_ frame: FigmaDocument.Frame, _ options: FigmaOptions, _ place: String) throws -> String {
        let scene: FigmaScene
        do throws(FigmaError) {
            scene = try FigmaScene(frame, options: options)
        } catch {
            throw CommandFailure(.badData, "\(place): \(error)")
        }
        if !vector.lenient, !scene.issues.isEmpty { throw failure(scene.issues.map(\.words), from: place) }
        for issue in scene.issues { Notices.write("\(place): \(issue); left out") }
        for note in scene.notes { Notices.write("\(place): \(oneLine(note))") }
        return try checked(scene.scene, from: place)
    }

    /// The path of the picture that Figma names by a hash.
    private static func picture(_ reference: String, in folder: String) -> String? {
        guard !reference.isEmpty, reference.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_:".contains($0)) })
        else {
            return nil
        }
        for ending in PictureFormat.allCases.flatMap(\.endings) + ["svg"] {
            let path = folder.hasSuffix("/") ? "\(folder)\(reference).\(ending)" : "\(folder)/\(reference).\(ending)"
            if access(path, R_OK) == 0 { return path }
        }
        return nil
    }
}
