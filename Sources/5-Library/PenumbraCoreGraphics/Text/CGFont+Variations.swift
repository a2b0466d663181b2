import Foundation

extension CGFont {
    /// The tags of the axes that fonts register, by the names that Core Graphics uses.
    private static let tags = ["Weight": "wght", "Width": "wdth", "Slant": "slnt", "Italic": "ital", "Optical Size": "opsz"]

    /// The values of axes that the font was made with, by their tags. Nil without any.
    public var variations: CFDictionary? {
        axisValues.isEmpty ? nil : Dictionary(uniqueKeysWithValues: axisValues.map { (AnyHashable($0.key), $0.value as Any) })
    }

    /// Returns the font with other values of its axes.
    ///
    /// - Parameter variations: numbers by the names of axes, such as `Weight`, or by their tags, such as `wght`.
    /// - Returns: nil for other keys and values. Axes that the font doesn't have change nothing.
    public func copy(withVariations variations: CFDictionary?) -> CGFont? {
        guard let variations, !variations.isEmpty else { return self }
        var values: [String: Double] = [:]
        for (key, value) in variations {
            guard let name = key as? String, let number = (value as? NSNumber)?.doubleValue ?? value as? Double, number.isFinite
            else { return nil }
            let tag = Self.tags[name] ?? name
            guard tag.utf8.count == 4, tag.utf8.allSatisfy({ (0x30...0x7A).contains($0) }) else { return nil }
            values[tag] = number
        }
        let base = String(pattern.dropLast(Self.ending(axisValues).count))
        let all = axisValues.merging(values) { $1 }
        return CGFont(pattern: base + Self.ending(all), axisValues: all)
    }

    /// The end of a pattern that sets axes. It is sorted, so that equal variations make equal fonts.
    private static func ending(_ values: [String: Double]) -> String {
        values.sorted { $0.key < $1.key }.map { ":\($0.key)=\($0.value)" }.joined()
    }
}
