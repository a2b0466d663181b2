import PenumbraBitmap
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests that a shadow with a blend mode blends with the picture behind its layer, whatever the layer does.
@Suite(.timed) struct ShadowBlendingTests {
    private let ground = Layer(frame: Rect(x: 0, y: 0, width: 48, height: 36), backgroundColor: .rgb(0.9, 0.35, 0.2))
    private let shadow = Shadow(
        color: Color(red: 0.2, green: 0.6, blue: 0.8), blendMode: .multiply, offset: Point(14, 12), radius: .zero)

    private func card(_ change: (inout Layer) -> Void) -> Layer {
        var layer = Layer(frame: Rect(x: 5, y: 5, width: 14, height: 14), backgroundColor: .white, shadows: [shadow])
        change(&layer)
        return layer
    }

    private func level(_ layer: Layer) throws -> SIMD4<UInt8> { try drawn(page([ground, layer]))[28, 26] }

    @Test func blendedShadowIsContinuousInOpacity() throws {
        let whole = try level(card { _ in })
        #expect(whole == SIMD4(46, 54, 41, 255))
        for opacity in [0.999, 0.99, 0.5] {
            let found = try level(card { $0.opacity = opacity })
            for channel in 0..<3 {
                let behind = [0.9, 0.35, 0.2][channel] * 255
                let wanted = behind + (Double(whole[channel]) - behind) * opacity
                #expect(abs(Double(found[channel]) - wanted) <= 1, "\(opacity)")
            }
        }
    }

    @Test func blendedShadowOfAFilteredOrTiltedLayerBlends() throws {
        let tilt = Transform3D.rotation(about: SIMD3(0, 1, 0), degrees: 0.1)
        let changes: [(inout Layer) -> Void] = [
            { $0.blur = Sigma(0.2) }, { $0.filter = [.color(.brightness, amount: 1)] }, { $0.blendMode = .screen },
            { $0.transform3D = tilt },
            {
                $0.transform3D = tilt
                $0.blur = Sigma(0.2)
            },
            { $0.backdropBlur = BackdropBlur(radius: Sigma(2)) },
            {
                $0.backdropBlur = BackdropBlur(radius: Sigma(2))
                $0.blur = Sigma(0.2)
            },
        ]
        for (index, change) in changes.enumerated() {
            #expect(try level(card(change)) == SIMD4(46, 54, 41, 255), "\(index)")
        }
    }

    @Test(arguments: scales)
    func blendedShadowKeepsItsPlaceAmongShadows(scale: Double) throws {
        let lime = Shadow(color: Color(red: 0, green: 1, blue: 0), opacity: 0.8, offset: Point(8, 3), radius: Sigma(1))
        let gold = Shadow(color: Color(red: 1, green: 0.8, blue: 0), opacity: 0.8, offset: Point(16, 14), radius: Sigma(1))
        for opacity in [1, 0.6] {
            for blur in [0, 0.8] {
                for mode in [BlendMode.normal, .screen] {
                    let layer = card {
                        $0.shadows = [lime, shadow, gold]
                        ($0.opacity, $0.blur, $0.blendMode) = (opacity, Sigma(blur), mode)
                    }
                    try expectPicture(of: [ground, layer], scale: scale, "\(opacity) \(blur) \(mode)")
                }
            }
        }
    }
}
