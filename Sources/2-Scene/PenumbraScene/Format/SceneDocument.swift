import PenumbraSystem

/// A parsed document from which scenes with many sets of parameters are read.
///
/// Layers that no parameter changes are read once, and kept for further scenes. A scene is the same as without them.
package final class SceneDocument: Sendable {
    package let json: JSONValue
    private let baseFolder: String
    private let limits: SceneLimits
    private let known = Mutex(KnownLayers())

    /// - Parameter baseFolder: the folder that relative paths start at. Empty means the working directory.
    package init(_ json: JSONValue, baseFolder: String, limits: SceneLimits) {
        (self.json, self.baseFolder, self.limits) = (json, baseFolder, limits)
    }

    /// Reads the scene that a set of parameters makes.
    ///
    /// - Parameter scaleOverride: pixels per point, instead of the canvas's own scale. Above zero.
    package func scene(_ parameters: [String: JSONValue], scaleOverride: Double?) throws(SceneError) -> Scene {
        let context = DecodingContext(baseFolder: baseFolder, limits: limits)
        context.known = known.withLock { $0 }
        defer {
            if let layers = context.known, layers.isChanged { known.withLock { $0.add(layers) } }
        }
        return try SceneDecoder(context: context).scene(json, parameters, scaleOverride)
    }
}

/// Layers of a document by the places of their objects in memory, which the document keeps.
struct KnownLayers: Sendable {
    /// The part of a layer that no parameter changes.
    enum Part {
        /// The layer with its mask and its sublayers.
        case whole
        /// Everything besides the mask and the sublayers.
        case properties
        /// The properties besides the string of a text.
        case propertiesBesidesString
        case nothing
    }

    struct Entry: Sendable {
        var part: Part
        var layer = Layer()
        /// The facts about the layer around it.
        var size: Size?
        var hasLayout = false
        var counts = SceneTally.Counts()
        var hasCopies = false
    }

    private var entries: [UInt: Entry] = [:]
    private(set) var isChanged = false

    /// The most layers that are kept for a document.
    private static let most = 1024

    var isFull: Bool { entries.count >= Self.most }

    subscript(object: JSONObject) -> Entry? {
        get { entries[Self.place(of: object)] }
        set {
            entries[Self.place(of: object)] = newValue
            isChanged = true
        }
    }

    private static func place(of object: JSONObject) -> UInt {
        object.members.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    }

    mutating func add(_ others: KnownLayers) {
        entries.merge(others.entries) { own, _ in own }
    }

    /// The part of a layer that no parameter changes.
    static func part(of object: JSONObject) -> Part {
        var (isInnerBound, isStringBound) = (false, false)
        for member in object.members {
            guard isBound(member) else { continue }
            switch member.key {
            case "mask", "sublayers": isInnerBound = true
            case "string" where object["type"] == "text": isStringBound = true
            default: return .nothing
            }
        }
        return isStringBound ? .propertiesBesidesString : isInnerBound ? .properties : .whole
    }

    /// Whether a parameter or an item of a list may change a member.
    private static func isBound(_ member: JSONObject.Member) -> Bool {
        var waiting = [member]
        while let member = waiting.popLast() {
            if Repetition.keys.contains(member.key) { return true }
            switch member.value {
            case .null, .bool, .number: break
            case .string(let string): if string.utf8.contains(UInt8(ascii: "$")) { return true }
            case .array(let values): waiting += values.map { JSONObject.Member(key: "", value: $0) }
            case .object(let object): waiting += object.members
            }
        }
        return false
    }
}

extension SceneDecoder {
    /// The layer of a node, with its mask and its sublayers or without, if an earlier scene had the same.
    ///
    /// - Parameter isWhole: true for the layer with its mask and its sublayers.
    @inline(never)
    func known(_ node: Node, isWhole: Bool, _ parent: Parent) throws(SceneError) -> Layer? {
        guard let known = context.known, node.origin == .document, case .object(let object) = node.value,
            let entry = known[object], entry.part != .nothing, (entry.part == .whole) == isWhole,
            entry.size == parent.size, entry.hasLayout == parent.hasLayout, parent.animations.isEmpty,
            context.tally.add(entry.counts)
        else { return nil }
        if entry.hasCopies { context.hasCopies = true }
        guard entry.part == .propertiesBesidesString, case .text(var text) = entry.layer.kind, let string = object["string"]
        else { return entry.layer }
        text.string = try self.string(try node.child(string, key: "string"))
        var layer = entry.layer
        layer.kind = .text(text)
        return layer
    }

    /// Keeps a layer for further scenes, as far as no parameter changes it.
    ///
    /// - Parameters:
    ///   - isWhole: true for the layer with its mask and its sublayers.
    ///   - counts: the counts before the layer.
    @inline(never)
    func keep(_ layer: borrowing Layer, of node: Node, isWhole: Bool, _ parent: Parent, since counts: SceneTally.Counts) {
        guard let known = context.known, !known.isFull, node.origin == .document, parent.animations.isEmpty,
            case .object(let object) = node.value, known[object] == nil
        else { return }
        let part = KnownLayers.part(of: object)
        guard part == .nothing || (part == .whole) == isWhole else { return }
        var entry = KnownLayers.Entry(part: part)
        if part != .nothing {
            entry.layer = copy layer
            (entry.size, entry.hasLayout) = (parent.size, parent.hasLayout)
            entry.counts = context.tally.counts.since(counts)
            entry.hasCopies = context.hasCopies
            if part == .propertiesBesidesString, case .text(let text) = entry.layer.kind {
                entry.counts.textBytes -= text.string.utf8.count
            }
        }
        context.known?[object] = entry
    }
}
