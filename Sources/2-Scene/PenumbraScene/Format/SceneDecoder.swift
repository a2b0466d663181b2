import PenumbraBitmap
import PenumbraSystem

extension Scene {
    /// Reads a scene from a JSON document, and fills in its parameters and defaults. Files are not opened.
    ///
    /// - Parameters:
    ///   - json: the document in UTF-8.
    ///   - parameters: values that replace the scene's defaults. They are taken literally, so `${` in them has no meaning.
    ///   - baseFolder: the folder of the scene file, which relative paths start at. Empty means the working directory.
    ///   - scaleOverride: pixels per point, instead of the canvas's own scale. Above zero.
    ///   - limits: the limits for the scene. Each limit is checked before memory is allocated for the limited values.
    /// - Throws: one error that names the place, the value found and the values allowed.
    public init(
        json: [UInt8], parameters: [String: JSONValue] = [:], baseFolder: String = "", scaleOverride: Double? = nil,
        limits: SceneLimits = .default
    ) throws(SceneError) {
        try limits.check(documentBytes: json.count)
        let document = try JSONValue(document: json, limit: limits.documentBytes, memory: limits.documentMemory)
        try self.init(
            document: document, parameters: parameters, baseFolder: baseFolder, scaleOverride: scaleOverride, limits: limits)
    }

    /// Reads a scene from a parsed document. Use it to combine one document with many sets of parameters.
    public init(
        document: JSONValue, parameters: [String: JSONValue] = [:], baseFolder: String = "", scaleOverride: Double? = nil,
        limits: SceneLimits = .default
    ) throws(SceneError) {
        let decoder = SceneDecoder(context: DecodingContext(baseFolder: baseFolder, limits: limits))
        self = try decoder.scene(document, parameters, scaleOverride)
    }
}

/// Converts a parsed document to value types, or reports the place of the first error.
package struct SceneDecoder {
    let context: DecodingContext

    package init(context: DecodingContext) {
        self.context = context
    }

    func scene(
        _ document: JSONValue, _ overrides: [String: JSONValue], _ scaleOverride: Double?
    ) throws(SceneError) -> Scene {
        let root = try Node(document, .scene, .literal, context)
        guard case .object(let object) = root.value else { throw root.mismatch("an object with the key \"canvas\"") }
        context.document = document
        try declareParameters(object["parameters"] ?? [:], overrides)
        let fields = try Fields(try Node(document, .scene, .document, context), .scene)

        if let version = try fields["version"], version.value != 1 {
            throw version.place.error("found \(version.value.summary), this program reads version 1")
        }
        _ = try fields["$schema"]?.string("the address of a JSON schema")
        _ = try fields["expectsEmpty"]?.bool()
        _ = try fields["proves"]?.string("a sentence")
        let canvas = try canvas(fields, scaleOverride)
        let light = try fields.nonNull("light").map { node throws(SceneError) in try Light.keys.read(node, .light) }
        var layers: [Layer] = []
        if let node = try fields["layers"] {
            let isOpen = canvas.fitsContent && (canvas.size.width == 0 || canvas.size.height == 0)
            layers = try self.layers(node, depth: 1, parent: Parent(size: isOpen ? nil : canvas.size))
        }
        if context.hasCopies { try context.limits.checkCopies(in: layers) }
        return Scene(canvas: canvas, light: light ?? Light(), layers: layers)
    }

    private func declareParameters(_ defaults: JSONValue, _ overrides: [String: JSONValue]) throws(SceneError) {
        let place = Place.key(.scene, "parameters")
        guard case .object(let object) = defaults else {
            throw place.error("found \(defaults.summary), expected an object of names and default values")
        }
        for member in object.members {
            if let fault = Parameter.fault(inName: member.key) { throw Place.key(place, member.key).error(fault) }
            context.parameters[member.key] = .init(value: member.value, origin: .defaultValue)
            context.parameterNames.append(member.key)
        }
        for name in overrides.keys.sorted() {
            guard let value = overrides[name] else { continue }
            guard context.parameters[name] != nil else {
                let hint =
                    context.parameterNames.isEmpty
                    ? "; it declares none"
                    : Spelling.nearest(to: name, in: context.parameterNames).map { "; did you mean \(quoted($0))?" }
                        ?? "; it declares \(Spelling.list(Array(context.parameterNames.prefix(20))))"
                throw Place.key(place, name).error("a value is given, but the scene does not declare this parameter\(hint)")
            }
            context.parameters[name] = .init(value: value, origin: .literal)
        }
    }

    private func canvas(_ scene: Fields, _ scaleOverride: Double?) throws(SceneError) -> Canvas {
        let node = try scene.required("canvas", KeyTable.canvas.wanted)
        let fields = try Fields(node, .canvas)
        var canvas = try Canvas.keys.read(fields)
        for key in ["width", "height"] where !canvas.fitsContent {
            _ = try fields.required(key, Node.NumberRange.positive.wanted)
        }
        if let scaleOverride {
            canvas.scale = try Node(.number(scaleOverride), .key(.scene, "scale"), .literal, context).number(.positive)
        }
        let sides = [canvas.size.width, canvas.size.height].map { max(1, ($0 * canvas.scale).rounded()) }
        if let refusal = context.limits.canvas.refusal(width: sides[0], height: sides[1]) { throw node.place.error(refusal) }
        return canvas
    }
}
