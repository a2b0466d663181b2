import Foundation
import PenumbraScene

extension CGContext {
    public func setLineWidth(_ width: CGFloat) { state.lineWidth = Double(width) }
    public func setLineCap(_ cap: CGLineCap) { state.lineCap = cap }
    public func setLineJoin(_ join: CGLineJoin) { state.lineJoin = join }
    public func setMiterLimit(_ limit: CGFloat) { state.miterLimit = Double(limit) }

    /// Sets the pattern of dashes. An empty list gives solid lines.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        state.dashPhase = Double(phase)
        state.dashLengths = lengths.map { Double($0) }
    }

    /// Does nothing: curves are always as smooth as pixels can show.
    public func setFlatness(_ flatness: CGFloat) {}

    public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isFinite ? max(0, min(1, Double(alpha))) : 1 }
    public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

    /// Does nothing: conversions between spaces clip each channel.
    public func setRenderingIntent(_ intent: CGColorRenderingIntent) {}

    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolation }
        set { state.interpolation = newValue }
    }

    /// Sets the shadow of everything that is drawn from now on.
    ///
    /// - Parameters:
    ///   - offset: a distance in base space, which the current transform doesn't change.
    ///   - blur: twice the σ of the Gaussian, in base space.
    ///   - color: nil draws no shadow.
    public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
        state.shadow = color.map { ContextShadow(offset: offset, blur: blur, color: $0) }
    }

    /// Sets a black shadow with an alpha of a third.
    public func setShadow(offset: CGSize, blur: CGFloat) {
        setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
    }

    /// Sets whether the edges of paths, letters and clips are smooth. Pictures always have smooth edges.
    ///
    /// Without smooth edges, each pixel whose middle lies inside is painted whole.
    public func setShouldAntialias(_ isOn: Bool) { state.shouldAntialias = isOn }

    /// Sets whether `setShouldAntialias(_:)` has an effect. False draws without smooth edges in any case.
    public func setAllowsAntialiasing(_ isOn: Bool) { state.allowsAntialiasing = isOn }

    // Glyphs lie where they belong, and have no colours at their edges: these switches do nothing.
    public func setShouldSmoothFonts(_ isOn: Bool) {}
    public func setAllowsFontSmoothing(_ isOn: Bool) {}
    public func setShouldSubpixelPositionFonts(_ isOn: Bool) {}
    public func setAllowsFontSubpixelPositioning(_ isOn: Bool) {}
    public func setShouldSubpixelQuantizeFonts(_ isOn: Bool) {}
    public func setAllowsFontSubpixelQuantization(_ isOn: Bool) {}

    // MARK: Colours

    public func setFillColor(_ color: CGColor) {
        state.fill = Brush(color)
        state.fillSpace = color.colorSpace ?? .deviceGray
    }

    public func setStrokeColor(_ color: CGColor) {
        state.stroke = Brush(color)
        state.strokeSpace = color.colorSpace ?? .deviceGray
    }

    /// Sets the space of the colours that `setFillColor(_:)` takes as components, and black as the colour.
    public func setFillColorSpace(_ space: CGColorSpace) {
        state.fillSpace = space
        state.fill = .color(.black)
    }

    public func setStrokeColorSpace(_ space: CGColorSpace) {
        state.strokeSpace = space
        state.stroke = .color(.black)
    }

    /// Sets a colour by the components of the current space, then alpha.
    public func setFillColor(_ components: UnsafePointer<CGFloat>) {
        if let color = CGColor(colorSpace: state.fillSpace, components: components) { state.fill = .color(color) }
    }

    public func setStrokeColor(_ components: UnsafePointer<CGFloat>) {
        if let color = CGColor(colorSpace: state.strokeSpace, components: components) { state.stroke = .color(color) }
    }

    public func setFillPattern(_ pattern: CGPattern, colorComponents: UnsafePointer<CGFloat>) {
        if let color = CGColor(patternSpace: state.fillSpace, pattern: pattern, components: colorComponents) {
            state.fill = Brush(color)
        }
    }

    public func setStrokePattern(_ pattern: CGPattern, colorComponents: UnsafePointer<CGFloat>) {
        if let color = CGColor(patternSpace: state.strokeSpace, pattern: pattern, components: colorComponents) {
            state.stroke = Brush(color)
        }
    }

    /// Moves patterns by a distance in base space.
    public func setPatternPhase(_ phase: CGSize) { state.patternPhase = phase }

    public func setFillColor(gray: CGFloat, alpha: CGFloat) { setFillColor(CGColor(gray: gray, alpha: alpha)) }
    public func setStrokeColor(gray: CGFloat, alpha: CGFloat) { setStrokeColor(CGColor(gray: gray, alpha: alpha)) }

    public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setFillColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }

    public func setStrokeColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        setStrokeColor(CGColor(red: red, green: green, blue: blue, alpha: alpha))
    }

    public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        setFillColor(CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
    }

    public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        setStrokeColor(CGColor(genericCMYKCyan: cyan, magenta: magenta, yellow: yellow, black: black, alpha: alpha))
    }
}
