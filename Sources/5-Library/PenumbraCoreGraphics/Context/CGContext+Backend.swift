@_exported import enum PenumbraEngine.Backend

extension CGContext {
    /// The device on which all contexts draw from now on: the processor, unless it is changed. Every device gives the same bytes.
    public static var backend: Backend {
        get { RendererPool.backend }
        set { RendererPool.backend = newValue }
    }
}
