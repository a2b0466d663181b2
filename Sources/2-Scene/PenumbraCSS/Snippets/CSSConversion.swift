import PenumbraGeometry
import PenumbraJSON
import PenumbraScene
import PenumbraSystem

/// A scene made of the CSS declarations of one box.
public struct CSSConversion: Sendable {
    /// The scene's document.
    public var scene: JSONValue
    /// The declarations that were left out. Empty unless the options are lenient.
    public var issues: [CSSIssue]
    /// Lines that the reader may want to know, such as assumed sizes.
    public var notes: [String]

    /// Whether a text has declarations or rules, rather than the value of one property.
    public static func areDeclarations(_ text: String) -> Bool { CSSRules.areDeclarations(text) }

    /// Converts declarations as a browser's inspector copies them, with or without a selector.
    ///
    /// - Throws: `CSSError` with every declaration that has no equal. Lenient options leave them out instead.
    public init(_ text: String, options: CSSOptions = CSSOptions()) throws(CSSError) {
        var media = CSSMedia(isDark: options.isDark)
        if let viewport = options.viewport { (media.width, media.height) = (viewport.width, viewport.height) }
        let rules = CSSRules(text, media: media)
        var cascade = CSSBoxStyle(rules, options)
        if rules.declarations.isEmpty, cascade.issues.isEmpty {
            throw CSSError(issues: [CSSIssue("the text", "it has no declarations")])
        }
        var converter = CSSConverter(cascade, options)
        let layer = converter.layer(named: rules.selector)
        cascade.issues = converter.issues
        guard options.isLenient || converter.issues.isEmpty else { throw CSSError(issues: converter.issues) }
        issues = converter.issues
        notes = converter.notes
        let unused = cascade.unused + converter.unused
        if !unused.isEmpty {
            notes.append("no effect on the picture of one box: \(unused.joined(separator: ", "))")
        }
        let size = converter.box.size
        scene = [
            "version": 1,
            "canvas": ["width": .measure(max(size.width, 1)), "height": .measure(max(size.height, 1)), "fit": "content"],
            "layers": [.object(layer)],
        ]
    }
}

/// Turns the properties of one box into a layer. Properties without an equal are gathered.
struct CSSConverter {
    let cascade: CSSBoxStyle
    let options: CSSOptions
    var units: CSSUnits
    var box: CSSBox
    var issues: [CSSIssue]
    var notes: [String] = []
    /// Properties of the box that change nothing in this box.
    var unused: [String] = []
    /// Whether something besides a text has the colour of `color`.
    var usesCurrentColor = false

    init(_ cascade: CSSBoxStyle, _ options: CSSOptions) {
        self.cascade = cascade
        self.options = options
        issues = cascade.issues
        units = CSSUnits(fontSize: options.fontSize, rootFontSize: options.fontSize, viewport: options.viewport)
        (units.estimatesFonts, units.isDark) = (false, options.isDark)
        box = CSSBox(
            size: options.box, borders: Array(repeating: CSSBox.Side(), count: 4), padding: [0, 0, 0, 0],
            radii: Array(repeating: Size(width: 0, height: 0), count: 4))
        fontSize()
        color()
        measure()
    }

    /// Converts one property, and keeps the reason if it has no equal.
    mutating func read<Value>(
        _ property: String, _ convert: (inout CSSConverter, String) throws(NotationError) -> Value
    ) -> Value? {
        guard let text = cascade[property] else { return nil }
        do throws(NotationError) {
            return try convert(&self, text)
        } catch {
            issues.append(CSSIssue(property, error.words))
            return nil
        }
    }

    /// The value of `color`.
    var currentColor: Color { (try? Color(css: units.currentColor)) ?? .black }

    /// Reads shadows, which have the box's `color` if they name none.
    mutating func readShadows<Shadow: Equatable>(
        _ property: String, _ list: (String, Color) throws(NotationError) -> [Shadow]
    ) -> [Shadow] {
        read(property) { converter, text throws(NotationError) in
            let (value, color) = (try converter.units.normalized(text), converter.currentColor)
            let shadows = try list(value, color)
            // Another colour changes only shadows that name none.
            let other = Color(red: 1 - color.red, green: color.green, blue: color.blue, alpha: 0.5)
            if try list(value, other) != shadows { converter.usesCurrentColor = true }
            return shadows
        } ?? []
    }

    mutating func refuse(_ property: String, _ message: Message) { issues.append(CSSIssue(property, message)) }

    /// A length in points.
    func length(_ text: String, base: Double?, isNegativeAllowed: Bool = false) throws(NotationError) -> Double {
        let amount = try CSSCalculation.value(text, units, base: base)
        guard amount.kind == .length || amount.value == 0, amount.fraction == 0 else {
            throw NotationError("found \"\(text.prefix(40))\", expected a length such as 12px")
        }
        // The result of a calculation is limited, not refused.
        let isCalculated = text.contains("(")
        guard isNegativeAllowed || amount.value >= 0 else {
            if isCalculated { return 0 }
            throw NotationError("found \"\(text.prefix(40))\", expected 0 or more")
        }
        guard abs(amount.value) <= CSSLimits.length else {
            if isCalculated { return amount.value < 0 ? -CSSLimits.length : CSSLimits.length }
            throw NotationError("found \"\(text.prefix(40))\", expected at most \(CSSUnits.text(CSSLimits.length))px")
        }
        return amount.value
    }

    // MARK: - Measures

    private mutating func fontSize() {
        let parent = options.fontSize
        let size = read("font-size") { converter, text throws(NotationError) in
            let name = text.lowercased()
            if let size = CSSTextStyle.namedSizes[name] { return size }
            if name == "larger" { return parent * 1.2 }
            if name == "smaller" { return parent / 1.2 }
            return try converter.length(text, base: parent)
        }
        units.fontSize = size ?? parent
    }

    private mutating func color() {
        units.currentColor =
            read("color") { converter, text throws(NotationError) in
                let name = text.lowercased()
                if ["inherit", "currentcolor"].contains(name) { return "black" }
                let value = try converter.units.normalized(text)
                _ = try Color(css: value)
                return value
            } ?? "black"
    }

    private mutating func measure() {
        for (index, side) in CSSBoxStyle.sides.enumerated() {
            let property = "border-\(side)"
            var line = CSSBox.Side()
            line.style = (cascade["\(property)-style"] ?? "none").lowercased()
            line.color = cascade["\(property)-color"] ?? "currentcolor"
            let width = read("\(property)-width") { converter, text throws(NotationError) in try converter.lineWidth(text) }
            line.width = ["none", "hidden"].contains(line.style) ? 0 : width ?? 3
            box.borders[index] = line
            box.padding[index] =
                read("padding-\(side)") { converter, text throws(NotationError) in
                    try converter.length(text, base: converter.options.box.width)
                } ?? 0
        }
        let isBorderBox = cascade["box-sizing"]?.lowercased() == "border-box"
        let extra = Size(
            width: box.borders[1].width + box.borders[3].width + box.padding[1] + box.padding[3],
            height: box.borders[0].width + box.borders[2].width + box.padding[0] + box.padding[2])
        let width = side("width", options.box.width, isBorderBox ? 0 : extra.width)
        let height = side("height", options.box.height, isBorderBox ? 0 : extra.height)
        let ratio = read("aspect-ratio") { _, text throws(NotationError) in try Self.ratio(text) } ?? nil
        var size = Size(width: width ?? options.box.width, height: height ?? options.box.height)
        if let ratio, width == nil || height == nil {
            if width == nil, height != nil { size.width = size.height * ratio } else { size.height = size.width / ratio }
        } else if width == nil || height == nil {
            let missing = [width == nil ? "width" : nil, height == nil ? "height" : nil].compactMap { $0 }
            notes.append(
                "no \(missing.joined(separator: " and ")): the box is \(CSSUnits.text(size.width)) by "
                    + "\(CSSUnits.text(size.height)) points")
        }
        box.size = Size(width: max(size.width, extra.width * 0), height: max(size.height, 0))
        box.radii = CSSBoxStyle.corners.map { radius($0) }.fitted(to: box.size)
    }

    func lineWidth(_ text: String) throws(NotationError) -> Double {
        switch text.lowercased() {
        case "thin": 1
        case "medium": 3
        case "thick": 5
        default: try length(text, base: nil)
        }
    }

    private mutating func side(_ name: String, _ base: Double, _ extra: Double) -> Double? {
        func value(_ converter: CSSConverter, _ text: String) throws(NotationError) -> Double? {
            switch text.lowercased() {
            case "auto", "none", "fit-content", "max-content", "min-content", "-webkit-fill-available", "stretch": nil
            default: try converter.length(text, base: base) + extra
            }
        }
        var result = read(name) { converter, text throws(NotationError) in try value(converter, text) } ?? nil
        let most = read("max-\(name)") { converter, text throws(NotationError) in try value(converter, text) } ?? nil
        let least = read("min-\(name)") { converter, text throws(NotationError) in try value(converter, text) } ?? nil
        if let most { result = min(result ?? most, most) }
        if let least { result = max(result ?? least, least) }
        return result
    }

    private static func ratio(_ text: String) throws(NotationError) -> Double? {
        let words = CSSPieces.words(text).filter { $0.lowercased() != "auto" }
        if words.isEmpty { return nil }
        let numbers = words.filter { $0 != "/" }.compactMap(Double.init)
        guard let first = numbers.first, first > 0, numbers.count == 1 || (numbers.count == 2 && numbers[1] > 0) else {
            throw NotationError("found \"\(text.prefix(40))\", expected a proportion such as 16 / 9")
        }
        return first / (numbers.count > 1 ? numbers[1] : 1)
    }

    private mutating func radius(_ corner: String) -> Size {
        let size = box.size
        return read("border-\(corner)-radius") { converter, text throws(NotationError) in
            let words = CSSPieces.words(text)
            guard let first = words.first, words.count <= 2 else {
                throw NotationError("found \"\(text.prefix(40))\", expected one or two lengths")
            }
            return Size(
                width: try converter.length(first, base: size.width),
                height: try converter.length(words.last ?? first, base: size.height))
        } ?? Size(width: 0, height: 0)
    }
}
