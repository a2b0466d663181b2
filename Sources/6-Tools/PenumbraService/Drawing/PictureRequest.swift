import Penumbra
import PenumbraBatch
import PenumbraSystem

/// A picture that a client asks for.
package struct PictureRequest: Sendable {
    var template: SceneTemplate
    var parameters: [String: JSONValue]
    var scale: Double?
    var format: PictureFormat
    /// A digest of everything that decides the picture's bytes.
    let key: Digest

    /// - Parameter context: what else decides the bytes: the version, the options, the files beside the templates.
    package init(
        _ template: SceneTemplate, _ parameters: [String: JSONValue], scale: Double?, format: PictureFormat, context: Digest
    ) {
        (self.template, self.parameters, self.scale, self.format) = (template, parameters, scale, format)
        var sum = SHA256()
        sum.update(context.bytes)
        sum.update(template.name)
        sum.update(template.digest.bytes)
        sum.update(format.rawValue)
        sum.update(scale.map { $0.bitPattern } ?? UInt64.max)
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
            sum.update(name)
            sum.update(value.compact())
        }
        key = sum.digest
    }
}
