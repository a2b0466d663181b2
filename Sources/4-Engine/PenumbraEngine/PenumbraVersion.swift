/// The version of the renderer. One version gives the same bytes on every machine; another version may draw a scene
/// differently.
public let penumbraVersion = "0.2.0"
