import PenumbraGeometry

/// Computes a colour surface from up to two others by an operation of SVG's filters: see `Operation`.
///
/// The target's pixel (x, y) lies at (x + dx, y + dy) of an input. Outside an input everything is 0. Red, green and blue are
/// clamped to at most alpha when they are read.
public struct FilterPixels: PassStep {
    public struct Input: Hashable, Sendable {
        public var surface: SurfaceID
        public var dx: Int
        public var dy: Int

        public init(_ surface: SurfaceID, dx: Int, dy: Int) {
            (self.surface, self.dx, self.dy) = (surface, dx, dy)
        }
    }

    public var target: SurfaceID
    /// As many inputs as the operation reads.
    public var inputs: [Input]
    public var operation: Operation

    public init(target: SurfaceID, inputs: [Input], operation: Operation) {
        (self.target, self.inputs, self.operation) = (target, inputs, operation)
    }

    package var pass: Pass { .filterPixels(self) }

    public var description: String {
        let read = inputs.map { "\($0.surface) at (\($0.dx), \($0.dy))" }.joined(separator: " and ")
        return "filterPixels \(operation) \(read)\(read.isEmpty ? "" : " ")→ \(target)"
    }

    package var sources: [SurfaceID] { inputs.map(\.surface) }

    package mutating func rename(_ name: (SurfaceID) -> SurfaceID) {
        target = name(target)
        for index in inputs.indices { inputs[index].surface = name(inputs[index].surface) }
    }

    package func reachesFar(in source: SurfaceID) -> Bool {
        switch operation {
        case .straight, .combine, .turbulence, .light: false
        case .extremum(let extremum): extremum.axis == .vertical && extremum.count > 4
        case .convolve(let kernel): kernel.rows > 4 || kernel.edge == .wrap
        case .tile: true
        case .displace: inputs.first?.surface == source
        }
    }

    package var ownTableBytes: Int { operation.tableBytes }

    package func work(in plan: RenderPlan) -> Int { plan[target].pixelCount * operation.work }

    package func reasonAgainst(_ plan: RenderPlan) -> String? {
        guard inputs.count == operation.inputCount else { return "the wrong number of inputs" }
        for input in inputs {
            if let reason = plan.reasonAgainst(input.surface, .color) ?? reasonAgainst(offsets: input.dx, input.dy) {
                return reason
            }
        }
        return plan.reasonAgainst(target, .color) ?? operation.reasonAgainst(plan[target])
    }

    package func reads(of part: PixelRect, in plan: RenderPlan) -> [SurfaceRead] {
        inputs.enumerated().map { index, input in
            let own = part.offset(x: input.dx, y: input.dy)
            return SurfaceRead(surface: input.surface, rect: index == 0 ? operation.reads(of: own) : own)
        }
    }

    package mutating func crop(to regions: PlanRegions) {
        if let first = inputs.first {
            let part = regions[first.surface]
            operation.moveSource(x: -part.x, y: -part.y)
        }
        operation.crop(to: regions[target])
        for index in inputs.indices {
            let input = inputs[index]
            (inputs[index].dx, inputs[index].dy) = regions.moved(input.dx, input.dy, from: target, to: input.surface)
        }
    }
}
