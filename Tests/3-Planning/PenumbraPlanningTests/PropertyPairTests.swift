import PenumbraBitmap
import PenumbraFuzzing
import PenumbraGeometry
import PenumbraScene
import TestSupport
import Testing

/// Tests all pairs of layer properties in small scenes that target clips, groups and edges.
@Suite(.timed) struct PropertyPairTests {
    /// Each argument covers a part of the seeds, so that the parts run in parallel.
    @Test(arguments: 0..<8)
    func scenesOfPropertyPairsMatchTheReference(part: Int) throws {
        var (all, left) = (0, 0)
        for (index, seed) in seeds(rounds(2 * CornerScene.pairs.count)).enumerated() where index % 8 == part {
            all += 1
            let (scene, images) = CornerScene.make(seed: seed)
            guard Self.isReproduced(scene) else {
                left += 1
                continue
            }
            try expectReference(scene, images, seed: seed)
        }
        // A fifth of 1,332 scenes was left out, and at most 42 of 166 in a part.
        #expect(5 * left <= 2 * all, "\(left) of \(all) scenes were left out")
    }

    private func expectReference(_ scene: Scene, _ images: [ImageSource: Bitmap], seed: UInt64) throws {
        let difference = try Self.difference(scene, images)
        guard difference.levels > Self.tolerance(scene) else { return }
        let least = scene.simplest {
            Self.isReproduced($0) && ((try? Self.difference($0, images))?.levels ?? 0) > 2 * Self.tolerance($0)
        }
        let simplest = try Self.difference(least, images)
        Issue.record("seed \(seed): \(difference); simplest: \(simplest)\n\((try? least.json()) ?? "")")
    }

    /// Copies of a layer with a perspective, three backdrop blurs that spread beyond a group's surface, light inside a group
    /// that casts a shadow, shadows of copies that aren't painted, and a copied gradient that is cut at a fraction of a pixel.
    @Test(
        arguments: [
            299_198_873_009_263_049, 11_918_046_934_957_579, 243_011_190_201_721_948, 410_534_047_902_011_582,
            242_666_597_259_873_621,
        ] as [UInt64])
    func formerlyDifferingScenesMatchTheReference(seed: UInt64) throws {
        var (scene, images) = CornerScene.make(seed: seed)
        for index in scene.layers.indices { scene.layers[index].castAsBoxes() }
        #expect(Self.isReproduced(scene))
        try expectReference(scene, images, seed: seed)
    }

    /// Compositing a layer as a group first makes no difference if nothing reads the backdrop.
    @Test func groupWithoutEffectChangesNoPixel() throws {
        try compare { layer in
            guard !layer.looksBehindItself, !layer.sublayers.contains(where: \.looksBehindItself) else { return }
            layer.filter.append(.color(.brightness, amount: 1))
        }
    }

    @Test func maskThatCoversEverythingChangesNoPixel() throws {
        try compare { layer in
            // Inside a mask, a layer's shadows aren't visible.
            let isGroup = layer.opacity < 1 || layer.blendMode != .normal
            guard layer.mask == nil, isGroup || !layer.sublayers.contains(where: \.looksBehindItself) else { return }
            guard layer.innerShadows.allSatisfy({ $0.blendMode == .normal }) else { return }
            guard layer.shadows.isEmpty, layer.boxShadows.isEmpty, layer.effects.isEmpty else { return }
            layer.mask = Layer(frame: Rect(x: -900, y: -900, width: 1800, height: 1800), backgroundColor: .white)
        }
    }

    /// A sublayer that looks behind itself sees its group alone. The group of a layer that looks behind itself then begins
    /// without what lies behind, so the edge between its shadow and its own backdrop is mixed once more.
    @Test func backdropBlurOfZeroChangesNoPixel() throws {
        try compare(without: \.hasShadowAtABackdrop) { layer in
            let isInGroup = layer.looksBehindItself || layer.sublayers.contains(where: \.looksBehindItself)
            if layer.backdropBlur == nil && !isInGroup { layer.backdropBlur = BackdropBlur(radius: .zero) }
        }
    }

    @Test func shadowAtABackdropIsMixedOnce() throws {
        let (scene, images) = CornerScene.make(seed: 127_837_975_085_793_138)
        var other = scene
        try #require(other.layers.count == 2 && other.layers[1].hasShadowAtABackdrop)
        other.layers[1].sublayers[0].backdropBlur = BackdropBlur(radius: .zero)
        let difference = Self.largestDifference(try drawn(other, images: images), try drawn(scene, images: images))
        withKnownIssue("the edge between a shadow and a backdrop is mixed twice where sublayers look behind themselves") {
            #expect(difference <= Tolerance.rounding)
        }
    }

    /// One of some thousand scenes: light that has a shadow of its own, inside a group whose shadow has a blend mode.
    @Test func shadowOfAGroupAroundLightWithAShadow() throws {
        let (scene, images) = CornerScene.make(seed: 171_804_160_146_629_821)
        try #require(Self.isReproduced(scene))
        let difference = try Self.difference(scene, images)
        withKnownIssue("the shadow differs from the reference's by up to ten levels of alpha; why isn't known yet") {
            #expect(difference.levels <= Self.tolerance(scene))
        }
    }

    @Test func plainParentLayerChangesNoPixel() throws {
        for seed in seeds(rounds(100)) {
            let (scene, images) = CornerScene.make(seed: seed)
            var wrapped = scene
            wrapped.layers = [Layer(sublayers: scene.layers)]
            #expect(try drawn(wrapped, images: images) == drawn(scene, images: images), "seed \(seed)")
        }
    }

    /// Changes every layer in turn. No change may affect a pixel by more than rounding.
    ///
    /// Scenes with sublayers in space are left alone: a group's sublayers aren't, and edges in one plane share pixels exactly
    /// only where nothing makes a group of a layer. So are changes that let layers continue beyond a cut: they lose the edges
    /// that they have just beyond it.
    private func compare(
        without isLeftOut: (Layer) -> Bool = { _ in false }, _ change: (inout Layer) -> Void
    ) throws {
        for seed in seeds(rounds(150)) {
            let (scene, images) = CornerScene.make(seed: seed)
            if scene.layers.contains(where: { $0.hasSpaceInside || isLeftOut($0) }) { continue }
            let plain = try drawn(scene, images: images)
            let canvas = Rect(origin: .zero, size: scene.canvas.size)
            for layers in scene.layers.changingEach(change) where layers != scene.layers {
                if layers.contains(where: { $0.continuesBeyondACut(in: canvas) }) { continue }
                var other = scene
                other.layers = layers
                let difference = Self.largestDifference(try drawn(other, images: images), plain)
                #expect(difference <= Tolerance.rounding, "seed \(seed): \(difference)\n\((try? other.json()) ?? "")")
            }
        }
    }

    /// The largest difference in levels of 255 of alpha and of colour times alpha.
    private static func largestDifference(_ a: Bitmap, _ b: Bitmap) -> Double {
        var worst = 0.0
        for y in 0..<a.height {
            for x in 0..<a.width {
                for channel in 0..<4 {
                    func seen(_ p: SIMD4<UInt8>) -> Double { Double(p[channel]) * (channel < 3 ? Double(p.w) / 255 : 1) }
                    worst = max(worst, abs(seen(a[x, y]) - seen(b[x, y])))
                }
            }
        }
        return worst
    }

    /// Pictures without a background hold straight bytes.
    private static func tolerance(_ scene: Scene) -> Double {
        scene.canvas.background == nil ? Tolerance.straightCorner : Tolerance.corner
    }

    /// Whether the reference draws a scene to within the tolerance. It draws no effects in planes, where gradients are known at
    /// halves of a pixel, and hard alphas and feet of boxes only: rounding decides which pixels of soft edges count. Layers
    /// that continue beyond a cut are tested by `CutBackdropTests`.
    private static func isReproduced(_ scene: Scene) -> Bool {
        let canvas = Rect(origin: .zero, size: scene.canvas.size)
        return !scene.layers.contains {
            $0.hasEffectsInSpace(false) || $0.castsAsMoreThanABox || $0.continuesBeyondACut(in: canvas)
        }
    }

    private static func difference(_ scene: Scene, _ images: [ImageSource: Bitmap]) throws -> Difference {
        Difference(
            try drawn(scene, images: images), SceneReference(scene, images: images, margin: margin(of: scene)).draw())
    }

    /// The number of pixels beyond the canvas that matter.
    private static func margin(of scene: Scene) -> Int {
        var sum = 0.0
        func add(_ layer: Layer) {
            var sigmas = [layer.blur] + layer.shadows.map(\.radius) + layer.boxShadows.map(\.radius)
            sigmas += layer.effects.map(\.radius)
            for function in layer.filter + layer.backdropFilter {
                switch function {
                case .blur(let sigma), .dropShadow(_, let sigma, _): sigmas.append(sigma)
                case .color, .graph: break
                }
            }
            sum += sigmas.reduce(0) { $0 + $1.value * $1.value }
            for sublayer in layer.sublayers { add(sublayer) }
            if let mask = layer.mask { add(mask) }
        }
        for layer in scene.layers { add(layer) }
        return min(150, 12 + Int(scene.canvas.scale * (14 + 4 * sum.squareRoot())))
    }
}

extension Layer {
    /// Whether sublayers of the layer, or of a layer inside it, stand in space.
    fileprivate var hasSpaceInside: Bool {
        transformStyle == .preserve3D && !sublayers.isEmpty || sublayers.contains(where: \.hasSpaceInside)
            || mask?.hasSpaceInside ?? false
    }

    /// Whether a layer with sublayers, or such a layer inside it, casts shadows and looks behind itself.
    fileprivate var hasShadowAtABackdrop: Bool {
        let casts = !shadows.isEmpty || !boxShadows.isEmpty || !effects.isEmpty
        return looksBehindItself && casts && !sublayers.isEmpty || sublayers.contains(where: \.hasShadowAtABackdrop)
            || mask?.hasShadowAtABackdrop ?? false
    }

    fileprivate var hasGradient: Bool {
        if case .gradient? = backgroundColor { return true }
        switch kind {
        case .gradient: return true
        case .shape(let shape):
            for case .gradient? in [shape.fillColor, shape.strokeColor] { return true }
            return false
        case .text(let text): return if case .gradient = text.color { true } else { false }
        case .layer, .image: return false
        }
    }

    /// Whether the layer, or a layer inside it, has effects and lies in a plane that an eye sees tilted.
    fileprivate func hasEffectsInSpace(_ isAround: Bool, seen isSeen: Bool = false) -> Bool {
        let isInside = isAround || isSeen || transform3D.affine == nil
        let hasEffects =
            !shadows.isEmpty || !innerShadows.isEmpty || !boxShadows.isEmpty || !effects.isEmpty || blur.value > 0
            || !filter.isEmpty || backdropBlur != nil || !backdropFilter.isEmpty
        if isInside && (hasEffects || hasGradient) { return true }
        // A border lies in the layer's plane, and below what stands in the same plane. The reference paints in the order of
        // the layers, and knows nothing of planes that hide or cut each other.
        if transformStyle == .preserve3D, !sublayers.isEmpty {
            let standsApart = { (layer: Layer) in layer.transform3D.affine == nil || layer.zPosition != 0 }
            if borderWidth > 0 || sublayers.contains(where: standsApart) { return true }
        }
        return sublayers.contains { $0.hasEffectsInSpace(isInside, seen: perspective != nil) }
            || mask?.hasEffectsInSpace(isInside, seen: perspective != nil) ?? false
    }

    /// Whether the layer, or a layer inside it, is no plain box but casts a shadow by its hard alpha or from its foot.
    fileprivate var castsAsMoreThanABox: Bool {
        let isHard = (shadows + innerShadows).contains(where: \.hardAlpha) || !effects.isEmpty
        let isFromFoot = shadows.contains { $0.penumbra > 0 && $0.path == nil }
        if isHard || isFromFoot, !isPlainBox { return true }
        return sublayers.contains(where: \.castsAsMoreThanABox) || mask?.castsAsMoreThanABox ?? false
    }

    /// Makes shadows that the reference doesn't draw equally soft everywhere, and leaves out Figma's.
    fileprivate mutating func castAsBoxes() {
        if !isPlainBox {
            for index in shadows.indices where shadows[index].path == nil { shadows[index].penumbra = 0 }
            effects = []
        }
        for index in sublayers.indices { sublayers[index].castAsBoxes() }
        mask?.castAsBoxes()
    }

    private var filtersBackdropInside: Bool {
        sublayers.contains { $0.backdropBlur != nil || !$0.backdropFilter.isEmpty || $0.filtersBackdropInside }
    }

    /// Whether the layer, or a layer inside it, covers all of a layer around it that cuts filtered backdrops.
    ///
    /// - Parameters:
    ///   - parent: the bounds of the parent.
    ///   - cut: the bounds of the layer that cuts, and the map from the parent's coordinates to its coordinates.
    fileprivate func continuesBeyondACut(in parent: Rect, _ cut: (bounds: Rect, map: AffineTransform)? = nil) -> Bool {
        let frame = frame ?? parent
        let bounds = Rect(origin: .zero, size: frame.size)
        let anchor = Point(anchorPoint.x * frame.width, anchorPoint.y * frame.height)
        var inside = cut
        if let cut {
            let map = transform.about(anchor).concatenating(.translation(frame.minX, frame.minY)).concatenating(cut.map)
            inside = (cut.bounds, map)
            let corners = map.inverted.map { back in cut.bounds.corners.map { $0.applying(back) } } ?? []
            let box = bounds.inset(by: -1e-3)
            let covers = corners.allSatisfy {
                $0.x >= box.minX && $0.x <= box.maxX && $0.y >= box.minY && $0.y <= box.maxY
            }
            if covers { return true }
        }
        if masksToBounds, filtersBackdropInside { inside = (bounds, .identity) }
        return sublayers.contains { $0.continuesBeyondACut(in: bounds, inside) }
            || mask?.continuesBeyondACut(in: bounds) ?? false
    }

    private var isPlainBox: Bool {
        guard case .color(let color)? = backgroundColor, color.alpha > 1.0 / 255, mask == nil, !masksToBounds else {
            return false
        }
        if case .shape = kind { return false }
        return sublayers.isEmpty && replication == nil
    }

    /// Whether the layer, or a layer inside it, blurs or blends with its backdrop.
    fileprivate var looksBehindItself: Bool {
        let modes = [blendMode] + (shadows + innerShadows + effects.map(\.shadow)).map(\.blendMode)
        return backdropBlur != nil || !backdropFilter.isEmpty || modes.contains { $0 != .normal }
            || sublayers.contains(where: \.looksBehindItself)
    }
}

extension [Layer] {
    /// Copies of the layers, each with one changed layer or descendant. Masks are left out.
    fileprivate func changingEach(_ change: (inout Layer) -> Void) -> [[Layer]] {
        indices.flatMap { i in
            var changed = self
            change(&changed[i])
            return [changed]
                + self[i].sublayers.changingEach(change).map { sublayers in
                    var result = self
                    result[i].sublayers = sublayers
                    return result
                }
        }
    }
}
