import PenumbraCSS
import PenumbraCodecs
import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import PenumbraSystem

/// The files that a document names: pictures, style sheets, fonts.
final class PageFiles: @unchecked Sendable {
    let options: HTMLOptions
    private var known: [String: [UInt8]?] = [:]
    private var pictures: [String: ImageAsset?] = [:]
    private var drawnForeign: [ForeignKey: [Layer]?] = [:]
    /// Whether some `foreignObject` elements are left out because there are too many.
    private var leavesOutForeign = false
    private var frames = 0
    private(set) var notices: [HTMLError] = []
    /// Whether styles, fonts or boxes of the document follow from files, which may change.
    var decideStyles = false
    /// The fonts of the document's own, which its SVG elements share.
    var fonts: EmbeddedFonts?

    /// Draws the HTML inside a `foreignObject` element of an SVG element of the page. Nil if it can't be drawn.
    var foreign: ((_ node: Int, _ root: Int, _ style: HTMLStyle, _ size: Size) -> [Layer]?)?

    /// The page that media queries of `<source>` and widths of `srcset` refer to.
    private let viewport: Size

    init(_ options: HTMLOptions, viewport: Size) { (self.options, self.viewport) = (options, viewport) }

    /// Whether an address names something in a network, which is never fetched.
    static func isRemote(_ address: String) -> Bool {
        let lower = address.asciiLowercased
        if lower.hasPrefix("file://") { return false }
        return lower.contains("://") || lower.hasPrefix("//") || lower.hasPrefix("blob:")
    }

    /// The path of a file that the document names, with escapes such as `%20` decoded.
    func path(_ address: String) -> String {
        var plain = address
        if plain.asciiLowercased.hasPrefix("file://") { plain = String(plain.dropFirst(7)) }
        if plain.contains("%"), options.readFile?(FilePath.join(options.baseFolder, plain)) == nil {
            plain = Self.decoded(plain)
        }
        return FilePath.join(options.baseFolder, plain)
    }

    private static func decoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var (result, index): ([UInt8], Int) = ([], 0)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let value = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16), value != 0
            {
                result.append(value)
                index += 3
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// The bytes of a file or of a `data:` URL.
    func bytes(_ address: String) -> [UInt8]? {
        if DataURL.isDataURL(address) { return try? DataURL.bytes(of: address) }
        if let bytes = known[address] { return bytes }
        let plain = address.split(whereSeparator: { $0 == "?" || $0 == "#" }).first.map(String.init) ?? address
        let bytes =
            Self.isRemote(address) || plain.isEmpty
            ? nil : options.readFile?(path(plain)) ?? (plain == address ? nil : options.readFile?(path(address)))
        known[address] = .some(bytes)
        return bytes
    }

    /// The path of a font file. Nil if it can't be read.
    func font(_ address: String) -> String? {
        decideStyles = true
        if options.fonts.contains(where: { $0.path == address }) { return address }
        return bytes(address) == nil ? nil : path(address)
    }

    func text(_ address: String) -> String? {
        decideStyles = true
        return bytes(address).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A picture with its natural size. Nil if it can't be read.
    func picture(_ address: String) -> ImageAsset? {
        let address = address.trimmingSpaces
        if let known = pictures[address] { return known }
        var asset: ImageAsset?
        if let bytes = bytes(address) {
            let source: ImageSource = DataURL.isDataURL(address) ? .data(bytes) : .file(path(address))
            if SVGDocument.isDocument(bytes) {
                var plain = options.vector
                plain.foreign = nil
                if options.readsVectorPictures, let size = try? SVGDocument(bytes, options: plain).natural {
                    asset = ImageAsset(
                        source: source, width: size.width, height: size.height, ratio: size.ratio,
                        keepsRatio: Self.keepsRatio(bytes))
                }
            } else if let information = try? ImageDecoder.information(of: bytes) {
                asset = ImageAsset(source: source, width: Double(information.width), height: Double(information.height))
            }
        }
        pictures[address] = .some(asset)
        return asset
    }

    /// Whether the root element of an SVG document has a viewBox that keeps its proportions.
    private static func keepsRatio(_ bytes: [UInt8]) -> Bool {
        let head = String(decoding: bytes.prefix(8192), as: UTF8.self)
        guard let start = head.firstRange(of: "<svg"), let end = head[start.upperBound...].firstIndex(of: ">") else {
            return false
        }
        let root = head[start.upperBound..<end]
        guard root.contains("viewBox") else { return false }
        guard let ratio = root.firstRange(of: "preserveAspectRatio") else { return true }
        return !root[ratio.upperBound...].prefix(12).contains("none")
    }

    func note(_ place: HTMLPlace, _ message: Message) {
        if notices.count < HTMLLimits.warnings { notices.append(HTMLError(.unsupported, at: place, message)) }
    }

    /// Counts a document inside the page. False if there are too many.
    func takeFrame() -> Bool {
        frames += 1
        return frames <= HTMLLimits.frames
    }

    // MARK: - Replaced elements

    /// The content of a replaced element. Nil for other elements.
    func replaced(_ node: Int, _ tree: HTMLTree, _ style: HTMLStyle) throws(HTMLError) -> ReplacedContent? {
        guard let element = tree.nodes[node].element, ReplacedElements.isReplaced(element) else { return nil }
        let place = tree.nodes[node].place
        if element.namespace == .svg { return vector(node, tree, style) }
        if element.name == "canvas" {
            func side(_ name: String) -> Double? { element[name].flatMap { Int($0.trimmingSpaces) }.map { Double(max(0, $0)) } }
            return ReplacedContent(drawing: .nothing, width: side("width") ?? 300, height: side("height") ?? 150)
        }
        if FormControl(element) != nil { return ReplacedContent(drawing: .control(node)) }
        if element.hasFrame { return ReplacedContent(drawing: .frame(node)) }
        if element.name == "object" { return try object(element, node, tree) }
        guard element.name == "img" || element.isPictureButton else { return ReplacedContent(drawing: .nothing) }
        let address = source(of: element, node, tree)
        guard let address, !address.trimmingSpaces.isEmpty else {
            return ReplacedContent(drawing: .nothing, width: 0, height: 0)
        }
        guard let asset = picture(address) else {
            try noteMissing(address, place)
            return ReplacedContent(drawing: .nothing, width: 0, height: 0)
        }
        return ReplacedContent(
            drawing: .picture(asset.source), width: asset.width, height: asset.height, ratio: asset.ratio,
            keepsRatio: asset.keepsRatio)
    }

    /// Notes a picture that can't be read. Throws unless missing files are allowed.
    func noteMissing(_ address: String, _ place: HTMLPlace) throws(HTMLError) {
        let name = oneLine(String(address.prefix(100)))
        let message: Message =
            Self.isRemote(address)
            ? "the picture \"\(name)\" is in a network, and nothing is fetched; write a path or a data: URL"
            : "cannot read the picture \"\(name)\""
        guard options.allowsMissingFiles else { throw HTMLError(at: place, message) }
        note(place, message)
    }

    /// The address of a picture: that of the first source that suits, or the element's own.
    private func source(of element: HTMLElement, _ node: Int, _ tree: HTMLTree) -> String? {
        let parent = tree.nodes[node].parent
        if parent >= 0, tree.nodes[parent].element?.name == "picture" {
            let media = CSSMedia(
                width: viewport.width, height: viewport.height, resolution: options.resolution,
                isDark: options.isDark)
            for child in tree.nodes[parent].children {
                guard child < node, let source = tree.nodes[child].element, source.name == "source",
                    let set = source["srcset"], source["media"].map({ media.matches($0) }) ?? true
                else { continue }
                if let type = source["type"]?.asciiLowercased,
                    !["png", "jpeg", "jpg", "webp", "avif", "gif", "svg+xml", "tiff", "heic"].contains(
                        where: { type == "image/\($0)" })
                {
                    continue
                }
                if let address = best(of: set) { return address }
            }
        }
        if let set = element["srcset"], let address = best(of: set) { return address }
        return element["src"]
    }

    /// The picture of a `srcset` for the resolution of the page.
    private func best(of set: String) -> String? {
        var best: (address: String, density: Double)?
        // Commas belong to a data: URL up to the first space.
        var parts: [String] = []
        for piece in set.split(separator: ",", omittingEmptySubsequences: true) {
            if let last = parts.last, last.hasPrefix("data:"), !last.contains(" ") {
                parts[parts.count - 1] = last + "," + piece
            } else {
                parts.append(String(piece).trimmingSpaces)
            }
        }
        for part in parts {
            let words = CSSText.words(part)
            guard let address = words.first else { continue }
            var density = 1.0
            if words.count > 1, words[1].hasSuffix("x"), let number = Double(words[1].dropLast()) { density = number }
            if words.count > 1, words[1].hasSuffix("w"), let number = Double(words[1].dropLast()) {
                density = number / viewport.width
            }
            let isEnough = density >= options.resolution
            if let current = best {
                let currentIsEnough = current.density >= options.resolution
                if isEnough != currentIsEnough ? isEnough : isEnough ? density < current.density : density > current.density {
                    best = (address, density)
                }
            } else {
                best = (address, density)
            }
        }
        return best?.address
    }

    // MARK: - SVG in the document

    private func vector(_ node: Int, _ tree: HTMLTree, _ style: HTMLStyle) -> ReplacedContent {
        let element = tree.nodes[node].element ?? HTMLElement(name: "svg", attributes: [])
        func points(_ name: String) -> Double? {
            guard let text = element[name]?.trimmingSpaces, !text.hasSuffix("%") else { return nil }
            return (try? CSSCalculation(text, .any))?.resolved().flatMap { $0.fraction == 0 && $0.value >= 0 ? $0.value : nil }
        }
        let box = (element["viewBox"] ?? "").split(whereSeparator: { $0 == " " || $0 == "," || $0.isWhitespace })
            .compactMap { Double($0) }
        let ratio = box.count == 4 && box[2] > 0 && box[3] > 0 ? box[2] / box[3] : nil
        let (width, height) = (points("width"), points("height"))
        return ReplacedContent(
            drawing: .vector(node), width: width, height: height,
            ratio: ratio ?? width.flatMap { width in height.flatMap { $0 > 0 ? width / $0 : nil } })
    }

    /// A rectangle that an SVG element of the page clips or masks. Nil if there is no such element.
    func stencil(
        _ attribute: String, _ name: String, _ tree: HTMLTree, _ declarations: [Int: String], _ size: Size
    ) -> [Layer]? {
        guard let source = VectorSource.stencil(attribute, name, tree, declarations, size) else { return nil }
        return try? SVGDocument(Array(source.utf8), options: options.vector).layers
    }

    /// The layers of an SVG element that fills an area.
    func layers(
        ofVector node: Int, _ tree: HTMLTree, _ style: HTMLStyle, _ declarations: [Int: String], in area: Size
    ) -> [Layer] {
        let source = VectorSource.text(node, tree, style, declarations, area)
        do throws(SVGError) {
            var vector = options.vector
            vector.fonts = fonts
            (vector.snapsBaselines, vector.resolution) = (true, options.resolution)
            let document = try SVGDocument(Array(source.utf8), options: vector) { inner, size in
                self.foreignLayers(inner, node, style, size)
            }
            for warning in document.warnings { note(tree.nodes[node].place, "in <svg>: \(warning.message)") }
            return document.layers
        } catch {
            note(tree.nodes[node].place, "the <svg> isn't drawn: \(error.message)")
            return []
        }
    }

    private struct ForeignKey: Hashable {
        var node: Int
        var size: Size
    }

    /// The layers of the HTML inside a `foreignObject` element, which `use` elements may repeat.
    private func foreignLayers(_ node: Int, _ root: Int, _ style: HTMLStyle, _ size: Size) -> [Layer]? {
        let key = ForeignKey(node: node, size: size)
        if let known = drawnForeign[key] { return known }
        guard drawnForeign.count < HTMLLimits.foreignDrawings else {
            if !leavesOutForeign {
                note(
                    HTMLPlace(),
                    "more than \(HTMLLimits.foreignDrawings) <foreignObject> elements are drawn; the others are left out")
            }
            leavesOutForeign = true
            return nil
        }
        let layers = foreign?(node, root, style, size)
        drawnForeign[key] = .some(layers)
        return layers
    }
}
