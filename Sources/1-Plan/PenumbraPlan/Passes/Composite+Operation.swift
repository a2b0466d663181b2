import PenumbraBitmap

extension Composite {
    /// How painted pixels combine with the pixels of the target.
    ///
    /// The blend modes are the CSS modes (W3C, *Compositing and Blending Level 1*), on premultiplied values. S is the source
    /// times e, as for `over`; D is the target. In both, red, green and blue are clamped to at most their alpha. With s = Sα
    /// and d = Dα,
    ///
    ///     Dᵢ = (Sᵢ·(32768 − d) + Dᵢ·(32768 − s) + Tᵢ + 16384) >> 15
    ///
    /// for red, green and blue, and the same with T = s·d for alpha. T is the mode's own formula, B(Cb, Cs) times s·d, a
    /// number of 0…s·d ≤ 2³⁰. Quotients and roots are rounded down to whole numbers.
    ///
    ///     multiply     S·D
    ///     screen       S·d + D·s − S·D
    ///     darken       min(S·d, D·s)
    ///     lighten      max(S·d, D·s)
    ///     difference   |S·d − D·s|
    ///     exclusion    S·d + D·s − 2·S·D
    ///     hardLight    2S ≤ s ? 2·S·D : s·d − 2·(d − D)·(s − S)
    ///     overlay      2D ≤ d ? 2·S·D : s·d − 2·(d − D)·(s − S)
    ///     colorDodge   D = 0 ? 0 : D·s ≥ d·(s − S) ? s·d : s·min(d, (D·s + (s − S)/2) / (s − S))
    ///     colorBurn    D = d ? s·d : (d − D)·s ≥ d·S ? 0 : s·(d − min(d, ((d − D)·s + S/2) / S))
    ///     softLight    2S ≤ s ? s·D − d·w : s·D + d·w, clamped to 0…s·d, with
    ///                  b = d = 0 ? 0 : (D·32768 + d/2) / d
    ///                  g = 2S ≤ s ? (b·(32768 − b) + 16384) >> 15
    ///                    : b ≤ 8192 ? (3·b·32768 − 12·b·b + ((b·b + 1024) >> 11)·b + 16384) >> 15 : √(b·32768) − b
    ///                  w = (|2S − s|·g + 16384) >> 15
    ///
    /// The four modes that use a whole colour C (red, green and blue) have a = (s·d + 16384) >> 15 and
    /// T = 32768·setLum(C, l, a):
    ///
    ///     lum(C)  = (9830·red + 19333·green + 3605·blue + 16384) >> 15
    ///     sat(C)  = max(C) − min(C)
    ///     part(C, r) = (C·r + 16384) >> 15
    ///     hue         C = setSat(S, part(sat(D), s)) ;  l = part(lum(D), s)
    ///     saturation  C = setSat(D, part(sat(S), d)) ;  l = part(lum(D), s)
    ///     color       C = part(S, d) ;  l = part(lum(D), s)
    ///     luminosity  C = part(D, s) ;  l = part(lum(S), d)
    ///     setSat(C, t)    = sat(C) = 0 ? 0 : ((C − min(C))·t + sat(C)/2) / sat(C)
    ///     setLum(C, l, a) = with k = C − lum(C), kmin and kmax the least and greatest of the three:
    ///                       l + kmin < 0 ? l + k·l/(−kmin) : l + kmax > a ? l + k·(a − l)/kmax : l + k, clamped to 0…a,
    ///                       the quotient of |k|·… + half its divisor, with k's sign
    ///
    /// `plusLighter` is Dᵢ = min(32768, Sᵢ + Dᵢ), for alpha too. `plusDarker` has the same alpha A and is
    /// Dᵢ = max(0, A − (s − Sᵢ) − (d − Dᵢ)).
    public enum Operation: Hashable, Sendable, CaseIterable, CustomStringConvertible {
        /// A blend mode; `normal` is source-over.
        case blend(BlendMode)
        case mix

        public static let over = Operation.blend(.normal)

        public static var allCases: [Operation] { [.over, .mix] + BlendMode.allCases.dropFirst().map { .blend($0) } }

        /// The extra nanoseconds per pixel, compared with source-over.
        var work: Int {
            switch self {
            case .blend(.normal), .mix: 0
            case .blend(.colorDodge), .blend(.colorBurn): 8
            case .blend(.softLight), .blend(.hue), .blend(.saturation), .blend(.color), .blend(.luminosity): 16
            case .blend: 4
            }
        }

        public var description: String {
            switch self {
            case .blend(let mode): mode.rawValue
            case .mix: "mix"
            }
        }
    }

    /// The shares of red, green and blue in luminosity, 0.3, 0.59 and 0.11, in Q15. They sum to one.
    public static let luminosityWeights = SIMD3<UInt32>(9830, 19333, 3605)
}
