import PenumbraQuartzCore
import TestSupport
import Testing

@Suite(.timed) struct LayerDefaultTests {
    @Test func layersHaveAppleDefaults() {
        let layer = CALayer()
        #expect(layer.bounds == .zero && layer.position == .zero && layer.frame == .zero)
        #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5) && layer.anchorPointZ == 0 && layer.zPosition == 0)
        #expect(CATransform3DIsIdentity(layer.transform) && CATransform3DIsIdentity(layer.sublayerTransform))
        #expect(!layer.isHidden && layer.isDoubleSided && !layer.isGeometryFlipped && !layer.masksToBounds)
        #expect(layer.contents == nil && layer.contentsGravity == .resize && layer.contentsScale == 1)
        #expect(layer.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1) && layer.contentsCenter == layer.contentsRect)
        #expect(layer.minificationFilter == .linear && layer.magnificationFilter == .linear)
        #expect(layer.backgroundColor == nil && layer.cornerRadius == 0 && layer.cornerCurve == .circular)
        #expect(layer.maskedCorners.rawValue == 15)
        #expect(layer.borderWidth == 0 && layer.borderColor == .black)
        #expect(layer.opacity == 1 && layer.allowsGroupOpacity && !layer.isOpaque)
        #expect(layer.shadowOpacity == 0 && layer.shadowRadius == 3 && layer.shadowOffset == CGSize(width: 0, height: -3))
        #expect(layer.shadowColor == .black && layer.shadowPath == nil)
        #expect(!layer.shouldRasterize && layer.rasterizationScale == 1)
        #expect(layer.filters == nil && layer.backgroundFilters == nil && layer.compositingFilter == nil)
        #expect(layer.sublayers == nil && layer.superlayer == nil && layer.mask == nil && layer.name == nil)
        #expect(layer.speed == 1 && layer.beginTime == 0 && layer.timeOffset == 0 && layer.duration == .infinity)
        #expect(layer.fillMode == .removed && layer.repeatCount == 0 && !layer.autoreverses)
        #expect(layer.animationKeys() == nil && !layer.needsDisplay() && layer.presentation() != nil)
    }

    @Test func shapesHaveAppleDefaults() {
        let layer = CAShapeLayer()
        #expect(layer.path == nil && layer.fillColor == .black && layer.strokeColor == nil && layer.fillRule == .nonZero)
        #expect(layer.strokeStart == 0 && layer.strokeEnd == 1 && layer.lineWidth == 1 && layer.miterLimit == 10)
        #expect(layer.lineCap == .butt && layer.lineJoin == .miter && layer.lineDashPattern == nil && layer.lineDashPhase == 0)
    }

    @Test func gradientsHaveAppleDefaults() {
        let layer = CAGradientLayer()
        #expect(layer.colors == nil && layer.locations == nil && layer.type == .axial)
        #expect(layer.startPoint == CGPoint(x: 0.5, y: 0) && layer.endPoint == CGPoint(x: 0.5, y: 1))
    }

    @Test func textsHaveAppleDefaults() {
        let layer = CATextLayer()
        #expect(layer.string == nil && layer.fontSize == 36 && layer.foregroundColor == .white && !layer.isWrapped)
        #expect(layer.truncationMode == .none && layer.alignmentMode == .natural)
    }

    @Test func replicatorsHaveAppleDefaults() {
        let layer = CAReplicatorLayer()
        #expect(layer.instanceCount == 1 && layer.instanceDelay == 0 && layer.instanceColor == .white)
        #expect(CATransform3DIsIdentity(layer.instanceTransform) && layer.instanceAlphaOffset == 0 && !layer.preservesDepth)
    }

    @Test func emittersHaveAppleDefaults() {
        let layer = CAEmitterLayer()
        #expect(layer.birthRate == 1 && layer.lifetime == 1 && layer.velocity == 1 && layer.scale == 1 && layer.spin == 1)
        #expect(layer.emitterShape == .point && layer.emitterMode == .volume && layer.renderMode == .unordered)
        #expect(layer.seed == 0 && layer.emitterCells == nil && layer.emitterPosition == .zero)
        let cell = CAEmitterCell()
        #expect(cell.birthRate == 0 && cell.lifetime == 0 && cell.scale == 1 && cell.color == .white && cell.isEnabled)
        #expect(cell.velocity == 0 && cell.contentsScale == 1 && cell.contents == nil)
    }

    @Test func otherKindsHaveAppleDefaults() {
        #expect(CAScrollLayer().scrollMode == .both)
        #expect(CATiledLayer().tileSize == CGSize(width: 256, height: 256) && CATiledLayer().levelsOfDetail == 1)
        #expect(CATiledLayer.fadeDuration() == 0.25)
    }

    @Test func animationsHaveAppleDefaults() {
        let basic = CABasicAnimation(keyPath: "opacity")
        #expect(basic.duration == 0 && basic.isRemovedOnCompletion && basic.timingFunction == nil && basic.keyPath == "opacity")
        #expect(!basic.isAdditive && !basic.isCumulative && basic.fillMode == .removed && basic.speed == 1)
        let spring = CASpringAnimation(keyPath: "position")
        #expect(spring.mass == 1 && spring.stiffness == 100 && spring.damping == 10 && spring.initialVelocity == 0)
        #expect(CAKeyframeAnimation().calculationMode == .linear && CAKeyframeAnimation().rotationMode == nil)
        let transition = CATransition()
        #expect(transition.type == .fade && transition.subtype == nil && transition.endProgress == 1)
        #expect(CATransaction.animationDuration() == 0.25 && !CATransaction.disableActions())
    }

    @Test func keysReachEveryProperty() {
        let layer = CALayer()
        layer.setValue(0.25, forKey: "opacity")
        layer.setValue(7, forKey: "cornerRadius")
        layer.setValue(true, forKey: "hidden")
        layer.setValue(CGPoint(x: 3, y: 4), forKey: "position")
        layer.setValue(CGColor.white, forKey: "backgroundColor")
        #expect(layer.opacity == 0.25 && layer.cornerRadius == 7 && layer.isHidden && layer.position == CGPoint(x: 3, y: 4))
        #expect(layer.value(forKey: "isHidden") as? Bool == true && layer.backgroundColor == .white)
        layer.setValue(nil, forKey: "backgroundColor")
        #expect(layer.backgroundColor == nil && layer.value(forKey: "backgroundColor") == nil)
        layer.setValue("anything", forKey: "own")
        #expect(layer.value(forKey: "own") as? String == "anything" && layer.value(forKey: "unknown") == nil)
        #expect(CALayer.defaultValue(forKey: "shadowRadius") as? CGFloat == 3)
        #expect(CAShapeLayer.defaultValue(forKey: "lineWidth") as? CGFloat == 1)
        #expect(layer.shouldArchiveValue(forKey: "cornerRadius") && !layer.shouldArchiveValue(forKey: "borderWidth"))
    }

    @Test func keyPathsReachParts() {
        let layer = CALayer()
        layer.setValue(5, forKeyPath: "position.x")
        layer.setValue(20.5, forKeyPath: "bounds.size.width")
        layer.setValue(-1, forKeyPath: "bounds.origin.y")
        layer.setValue(9, forKeyPath: "shadowOffset.width")
        #expect(layer.position == CGPoint(x: 5, y: 0) && layer.bounds == CGRect(x: 0, y: -1, width: 20.5, height: 0))
        #expect(layer.shadowOffset == CGSize(width: 9, height: -3))
        layer.setValue(CGFloat.pi / 2, forKeyPath: "transform.rotation.z")
        layer.setValue(2, forKeyPath: "transform.scale")
        layer.setValue(CGSize(width: 3, height: 4), forKeyPath: "transform.translation")
        let angle = layer.value(forKeyPath: "transform.rotation") as? CGFloat ?? 0
        #expect(abs(angle - .pi / 2) < 1e-12)
        #expect(abs((layer.value(forKeyPath: "transform.scale.x") as? CGFloat ?? 0) - 2) < 1e-12)
        #expect(layer.value(forKeyPath: "transform.translation") as? CGSize == CGSize(width: 3, height: 4))
        let map = layer.affineTransform()
        #expect(abs(map.a) < 1e-12 && abs(map.b - 2) < 1e-12 && abs(map.c + 2) < 1e-12 && map.tx == 3 && map.ty == 4)
    }
}
