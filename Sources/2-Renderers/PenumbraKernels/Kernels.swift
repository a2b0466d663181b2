/// The row kernels of this build. All builds give the same values.
public struct Kernels: Sendable {
    public init() {}
}
