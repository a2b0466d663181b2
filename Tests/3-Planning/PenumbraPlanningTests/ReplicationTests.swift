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
