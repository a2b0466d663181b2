import Penumbra
import PenumbraSystem

/// The settings of a studio.
public struct StudioOptions: Sendable {
    /// The path of the scene's file.
    public var scene: String
    /// The values of parameters with which the page starts.
    public var parameters: [String: JSONValue] = [:]
    /// Pixels per point, instead of the canvas's own scale.
    public var scale: Double?
    public var limits = RenderLimits.default
    /// The folders of the files that the scene may name. Nil allows the working directory.
    public var files: FileRoots?
    /// The threads that draw a picture on the processor.
    public var threads = processorCount()
    public var server = ServerLimits()
    /// The seconds between two looks at the file while a page is open.
    public var pollSeconds = 0.01
    /// The secret part of the address. Nil makes a random one.
    public var token: String?
    /// A folder whose files replace those of the built-in page, for work on the page.
    public var pageFolder: String?
    /// The names of settings in errors.
    public var settingName: @Sendable (Setting) -> String = \.name
    /// The text of a command that draws the same picture.
    public var command: @Sendable (StudioPicture) -> String = { _ in "" }

    public init(scene: String) {
        self.scene = scene
        server.connections = 256
        server.bodyBytes = 4 << 20
    }

    /// The scene's name in titles: the last part of its path.
    var title: String { String(scene.split(separator: "/").last ?? "scene") }

    /// A secret of 128 random bits.
    package static func randomToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<4).map { _ in
            let digits = String(generator.next() as UInt32, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }
}

/// A picture as a command would be asked for it.
public struct StudioPicture: Sendable {
    /// The path of the scene's file.
    public var scene: String
    /// The parameters that were set, by name.
    public var parameters: [(name: String, value: JSONValue)]
    /// The time in seconds, as text. Nil for scenes that don't move.
    public var time: String?
    public var scale: Double?
}
