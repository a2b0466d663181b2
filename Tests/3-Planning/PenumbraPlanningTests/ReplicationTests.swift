import PenumbraBitmap
import PenumbraGeometry
import PenumbraPlanning
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct ReplicationTests {
    private static let star = Shape(
        path: Path(polygon: [Point(4, 0), Point(6, 4), Point(10, 5), Point(5, 9)]), fillColor: .rgb(0.9, 0.6, 0.3))

    private static let layers: [Layer] = [
        Layer(kind: .shape(star), frame: Rect(x: 5, y: 5, width: 10, height: 10)),
        Layer(
            frame: Rect(x: 12, y: 9, width: 20, height: 14), opacity: 0.8, backgroundColor: .rgb(0.2, 0.4, 0.9),
            cornerRadii: CornerRadii(3), shadows: [Shadow(radius: Sigma(2))],
            sublayers: [
                Layer(
                    frame: Rect(x: 2, y: 2, width: 6, height: 5), backgroundColor: .rgb(1, 1, 1, alpha: 0.9),
                    shadows: [Shadow(offset: Point(1, 1), radius: Sigma(1))])
            ]),
    ]

    private static let replications = [
        Replication(count: 3, transform: .rotation(degrees: 40)),
        Replication(count: 4, transform: .translation(7.5, 1), color: Color(red: 1, green: 0.5, blue: 0.2, alpha: 0.9)),
        Replication(
            count: 3, transform: .scale(1, -1), redOffset: -0.3, greenOffset: 0.5, blueOffset: -0.7, opacityOffset: -0.25),
        Replication(count: 2, transform: .scale(0, 1)),
    ]

    /// The reference nests each copy in as many layers as it has steps.
    @Test func replicationDrawsCopiesUnderTransformPowers() throws {
        for layer in Self.layers {
            for replication in Self.replications {
                var layer = layer
                layer.replication = replication
                let scene = page([layer])
                let difference = Difference(try drawn(scene), SceneReference(scene).draw())
                #expect(difference.levels <= Tolerance.picture, "\(replication): \(difference)")
            }
        }
    }

    /// Background, border and shadows belong to the layer, which is drawn once.
    @Test func replicationDrawsTheLayerItselfOnce() throws {
        var layer = Self.layers[1]
        layer.sublayers = []
        let alone = try drawn(page([layer]))
        layer.replication = Replication(count: 5, transform: .translation(3, 3))
        #expect(try drawn(page([layer])) == alone)
    }

    /// The shadow falls from all copies together, so it is no darker where shadows of copies would overlap.
    @Test func replicatedCopiesCastOneShadow() throws {
        var layer = Self.layers[0]
        layer.replication = Replication(count: 2, transform: .translation(5, 0))
        layer.shadows = [Shadow(opacity: 0.5, offset: Point(0, 12), radius: .zero)]
        let bitmap = try drawn(page([layer], background: .white))
        let darkest = (0..<bitmap.width).map { bitmap[$0, 22].x }.min()
        #expect(darkest.map { abs(Int($0) - 128) <= 1 } ?? false)
    }

    /// Copies whose contents aren't painted cast the shadow of their layer all the same.
    @Test func hiddenCopiesCastTheShadowOfTheirLayer() throws {
        var layer = Self.layers[0]
        layer.replication = Replication(count: 2, transform: .translation(5, 0))
        layer.shadows = [Shadow(offset: Point(0, 12), radius: Sigma(1))]
        layer.drawsContents = false
        let scene = page([layer])
        let bitmap = try drawn(scene)
        #expect(!bitmap.isEmpty)
        let difference = Difference(bitmap, SceneReference(scene).draw())
        #expect(difference.levels <= Tolerance.picture, "\(difference)")
    }

    /// The k-th copy is a layer under the k-th power of the step, seen from the layer's eye.
    @Test func copiesInSpaceEqualLayersInSpace() throws {
        let step = Transform3D.rotation(about: SIMD3(0, 1, 0), degrees: 25).concatenating(.translation(4, 2, -9))
        var base = Self.layers[1]
        (base.shadows, base.backgroundColor, base.perspective) = ([], nil, 80)
        var copies = base
        copies.replication = Replication(count: 3)
        copies.replication?.transform3D = step
        var (power, layers) = (Transform3D.identity, [Layer]())
        for _ in 0..<3 {
            var layer = Layer(sublayers: base.sublayers)
            layer.transform3D = power
            layers.append(layer)
            power = power.concatenating(step)
        }
        base.sublayers = layers
        #expect(try drawn(page([copies])) == drawn(page([base])))
    }

    // MARK: - Tiles

    /// A picture, a gradient, or a group that its bounds cut, on whole pixels.
    private func tile(_ random: inout SeededGenerator, _ frame: Rect) throws -> Layer {
        switch random.integer(0...3) {
        case 0: return Layer(kind: .gradient(try Gradient(css: "linear-gradient(90deg, red, blue 60%, #0f08)")), frame: frame)
        case 1: return Layer(kind: .gradient(try Gradient(css: "radial-gradient(#000 2px, #fff0 3px)")), frame: frame)
        case 2: return Layer(frame: frame, masksToBounds: true, sublayers: Self.layers)
        default:
            let inner = Rect(x: 1, y: 0, width: frame.width - 1, height: frame.height)
            return Layer(frame: frame, sublayers: [Layer(frame: inner, opacity: 0.7, backgroundColor: .rgb(0.2, 0.5, 0.9))])
        }
    }

    /// Copies on whole pixels are painted as one tile, with the bytes of layers at their places. So are copies of copies, and
    /// copies with gaps, steps to the left, opacity and masks.
    @Test(arguments: seeds(rounds(200)))
    func tilesHaveTheBytesOfLayers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let size = Size(width: Double(random.integer(2...5)), height: Double(random.integer(2...5)))
        let layer = try tile(&random, Rect(origin: Point(Double(random.integer(-4...9)), 2), size: size))
        let counts = (random.integer(8...14), random.integer(1...9))
        let gaps = (Double(random.integer(0...2)), Double(random.integer(0...1)))
        let steps = ((size.width + gaps.0) * (random.chance(0.2) ? -1 : 1), size.height + gaps.1)
        var row = Layer(frame: Rect(x: random.chance(0.3) ? 0.5 : 1, y: 3, width: 20, height: 9), sublayers: [layer])
        row.replication = Replication(count: counts.0, transform: .translation(steps.0, 0))
        var rows = Layer(frame: Rect(x: 1, y: 0, width: 30, height: 30), sublayers: [row])
        rows.replication = Replication(count: counts.1, transform: .translation(0, steps.1))
        if random.chance(0.3) { rows.opacity = 0.6 }
        if random.chance(0.3) { rows.shadows = [Shadow(opacity: 0.5, offset: Point(1, 2), radius: Sigma(1))] }
        func written(_ copied: Layer) -> Layer {
            guard let replication = copied.replication else { return copied }
            var result = copied
            result.replication = nil
            result.sublayers = (0..<replication.count).map { index in
                let step = replication.transform
                let offset = Point(step.tx * Double(index), step.ty * Double(index))
                return Layer(
                    frame: Rect(origin: offset, size: copied.frame?.size ?? .zero), sublayers: copied.sublayers.map(written))
            }
            return result
        }
        let scale = try #require(scales.randomElement(using: &random))
        #expect(try drawn(page([rows], scale: scale)) == drawn(page([written(rows)], scale: scale)), "scale \(scale)")
    }

    /// A tile takes as many passes for a thousand copies as for ten. Copies on parts of pixels, that overlap, or that blend
    /// with what is behind them are painted one by one.
    @Test func tilesCostTheSameForAnyNumberOfCopies() throws {
        func passes(
            _ count: Int, width: Double = 2, step: Double = 2, mode: BlendMode = .normal, isMasked: Bool = true
        ) throws -> Int {
            let inner = Layer(
                frame: Rect(x: 0, y: 0, width: width, height: 2), blendMode: mode, backgroundColor: .rgb(0, 0, 0),
                masksToBounds: isMasked)
            var layer = Layer(frame: Rect(x: 0, y: 0, width: 9, height: 9), sublayers: [inner])
            layer.replication = Replication(count: count, transform: .translation(step, 0))
            let scene = Scene(canvas: Canvas(size: Size(width: 3000, height: 4)), layers: [layer])
            return try ScenePlanner.plan(scene).passes.count
        }
        #expect(try passes(1000, isMasked: false) == passes(10, isMasked: false))
        #expect(try passes(1000) == passes(10))
        #expect(try passes(20) < passes(20, width: 1.5))
        for (width, step, mode) in [(2.0, 2.5, BlendMode.normal), (3, 2, .normal), (2, 2, .multiply)] {
            #expect(try passes(40, width: width, step: step, mode: mode) > passes(20, width: width, step: step, mode: mode))
        }
    }

    /// Copies that are large, lead far away, paint less than their frames, or are inputs of a filter. A hidden layer beside the
    /// contents of a copy makes a tile impossible, and changes nothing else.
    @Test func copiesThatMakeNoTileAreDrawnAsCopies() throws {
        func row(_ inner: [Layer], step: Double, _ change: (inout Layer) -> Void = { _ in }) -> Layer {
            var layer = Layer(frame: Rect(x: 3, y: 2, width: 20, height: 12), sublayers: inner)
            layer.replication = Replication(count: 8, transform: .translation(step, 0))
            change(&layer)
            return layer
        }
        func box(_ width: Double, _ height: Double, _ change: (inout Layer) -> Void = { _ in }) -> Layer {
            var layer = Layer(
                frame: Rect(x: 0, y: 0, width: width, height: height), backgroundColor: .rgb(0.2, 0.5, 0.9, alpha: 0.8))
            change(&layer)
            return layer
        }
        let mark = Layer(frame: Rect(x: 1, y: 1, width: 2, height: 2), backgroundColor: .rgb(1, 0, 0))
        let rows = [
            row([box(4, 4)], step: 1e9), row([box(4, 4)], step: -1e15), row([box(5000, 5000)], step: 5000),
            row([box(9, 9, { ($0.masksToBounds, $0.backgroundColor, $0.sublayers) = (true, nil, [mark]) })], step: 12) {
                $0.shadows = [Shadow(offset: Point(6, 6), radius: Sigma(2), penumbra: 2)]
            }, row([box(9, 9, { $0.opacity = 0 }), mark], step: 10),
            row([box(9, 9, { $0.drawsContents = false }), mark], step: 10),
            row([box(4, 4), mark], step: 5) {
                $0.filter = [
                    .graph(
                        FilterGraph(
                            region: Rect(x: 0, y: 0, width: 60, height: 12),
                            steps: [FilterGraph.Step(.sublayer(0)), FilterGraph.Step(.merge([.step(0), .source]))]))
                ]
            },
        ]
        for (index, row) in rows.enumerated() {
            var copies = row
            copies.sublayers.append(Layer(isHidden: true, frame: .zero))
            for isFitted in [false, true] where !isFitted || index > 2 {
                let canvas = isFitted ? Canvas(size: .zero, fitsContent: true) : Canvas(size: Size(width: 60, height: 40))
                let (found, wanted) = (
                    try drawn(Scene(canvas: canvas, layers: [row])), try drawn(Scene(canvas: canvas, layers: [copies]))
                )
                #expect(found == wanted, "row \(index), fitted \(isFitted)")
            }
        }
    }

    @Test func fittedCanvasContainsAllCopies() throws {
        let layer = Layer(
            frame: Rect(x: 0, y: 0, width: 10, height: 10),
            sublayers: [Layer(frame: Rect(x: 2, y: 3, width: 4, height: 5), backgroundColor: .black)])
        var copies = layer
        copies.replication = Replication(count: 4, transform: .translation(6, 0))
        let bitmap = try drawn(Scene(canvas: Canvas(size: .zero, fitsContent: true), layers: [copies]))
        #expect((bitmap.width, bitmap.height) == (22, 5))
    }
}
