import CPenumbraEmbedded
import Penumbra

/// The files of the page. They are in `Page/`, and inside the binary.
struct StudioPage: Sendable {
    /// A folder whose files replace the built-in ones, for work on the page. They are read at each request.
    var folder: String?

    /// Bytes and media type of a file. Nil if there is none of the name.
    func file(_ name: String) -> (bytes: [UInt8], type: String)? {
        let name = name.isEmpty ? "studio.html" : name
        guard let bytes = Self.embedded(name), let ending = name.split(separator: ".").last else { return nil }
        let type =
            switch ending {
            case "html": "text/html; charset=utf-8"
            case "css": "text/css; charset=utf-8"
            case "svg": "image/svg+xml"
            default: "text/javascript; charset=utf-8"
            }
        // Only names of built-in files are opened.
        guard let folder else { return (bytes, type) }
        return ((try? FileReader.read("\(folder)/\(name)")) ?? bytes, type)
    }

    private static func embedded(_ name: String) -> [UInt8]? {
        var index: Int32 = 0
        while case let file = penumbra_embedded_page(index), let known = file.name, let text = file.text {
            if String(cString: known) == name { return Array(String(cString: text).utf8) }
            index += 1
        }
        return nil
    }
}
