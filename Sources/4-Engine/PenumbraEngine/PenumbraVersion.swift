/// The version of the renderer. Pictures of one version are the same bytes everywhere; the next one may draw a scene otherwise.
public let penumbraVersion = "0.2.0"
