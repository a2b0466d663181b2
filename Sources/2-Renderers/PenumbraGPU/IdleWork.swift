/// How many invocations may have nothing to do so that a group needs fewer dispatches.
struct IdleWork {
    /// The invocations, as quarters of those that have work to do.
    let quarters: Int
    /// The same for the layers that each invocation goes through.
    let quartersOfLayers: Int
    /// Work groups without work that take less time than another dispatch.
    let groups: Int

    /// A GPU ends idle work groups at once.
    static let little = IdleWork(quarters: 8, quartersOfLayers: 12, groups: 256)
    /// A software GL runs every instruction for each pixel, whether or not the pixel has work to do, and paints layers one by
    /// one in less time than together.
    static let none = IdleWork(quarters: 4, quartersOfLayers: 0, groups: 0)

    func allows(groups all: Int, of useful: Int) -> Bool { 4 * all <= quarters * useful + 4 * groups }

    func allows(layerPixels all: Int, of useful: Int) -> Bool { 4 * all <= quartersOfLayers * useful }
}
