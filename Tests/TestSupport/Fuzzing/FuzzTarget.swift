import PenumbraSystem

/// A reader of untrusted input to feed with arbitrary bytes, and the properties of everything it accepts.
///
/// The same code runs under libFuzzer (`scripts/fuzzing/fuzz`) and in the tests, with seeds changed at random.
public enum FuzzTarget: String, CaseIterable, Sendable {
    case png, jpeg, webp, avif, heic, gif, tiff, scene, path, css, stylesheet, svg, html, figma, font, manifest, request,
        differential, encoder

    /// Feeds `bytes`, which may have any value.
    ///
    /// Rejecting an input with a one-line error is as good as accepting it.
    /// - Throws: `FuzzFinding` if a required property doesn't hold.
    public func check(_ bytes: [UInt8]) throws {
        switch self {
        case .png: try PictureChecks.checkPNG(bytes)
        case .jpeg, .webp, .avif, .heic, .gif, .tiff: try PictureChecks.check(bytes)
        case .scene: try SceneChecks.check(bytes)
        case .path: try PathChecks.check(bytes)
        case .css: try NotationChecks.check(bytes)
        case .stylesheet: try StyleSheetChecks.check(bytes)
        case .svg: try DocumentChecks.check(bytes)
        case .html: try PageChecks.check(bytes)
        case .figma: try DesignChecks.check(bytes)
        case .font: try FontChecks.check(bytes)
        case .manifest: try ManifestChecks.check(bytes)
        case .request: try RequestChecks.check(bytes)
        case .differential: try DifferentialChecks.check(bytes)
        case .encoder: try EncoderChecks.check(bytes)
        }
    }
}

/// A violated property. The description is one line.
public struct FuzzFinding: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws a finding unless `condition` holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard condition else { throw FuzzFinding(message()) }
}

/// The value that `read` returns; nil for an error, which must be one line.
func accepted<Value, Failure: Error & CustomStringConvertible>(_ read: () throws(Failure) -> Value) throws -> Value? {
    do throws(Failure) {
        return try read()
    } catch {
        try requireOneLine(error)
        return nil
    }
}

/// Requires an error to be one line that is neither empty nor endless.
func requireOneLine(_ error: some CustomStringConvertible, longest: Int = 20_000) throws {
    let text = error.description
    try require(!text.isEmpty, "an error says nothing")
    try require(text.utf8.count <= longest, "an error is \(text.utf8.count) bytes long: \(text.prefix(200))")
    let isOneLine = !text.unicodeScalars.contains(where: \.breaksMessages)
    try require(isOneLine, "an error has a control character: \(text.debugDescription)")
}
