import Foundation

/// A font by its name.
public final class CGFont: Hashable, Sendable {
    public let postScriptName: CFString?

    public init?(_ name: CFString) {
        postScriptName = name
    }

    public static func == (a: CGFont, b: CGFont) -> Bool { a.postScriptName == b.postScriptName }
    public func hash(into hasher: inout Hasher) { hasher.combine(postScriptName) }
}
