import CPenumbraFontconfig
import PenumbraScene

/// Finds the fonts of a stack.
extension FontLibrary {
    /// Finds the fonts that a stack requests.
    ///
    /// As in browsers, the first of its families that is installed decides. A family may also be the PostScript name of a font:
    /// `DejaVuSans-Bold`. If no family is installed, fontconfig chooses.
    func find(
        _ stack: FontStack, _ variations: [TextLook.Variation], _ files: [NamedFile], size: Int
    ) throws(TextError) -> FontMatch {
        var style = AskedStyle(stack.style)
        style.size = size
        let set = stack.axes.sorted { $0.key < $1.key }.map { TextLook.Variation($0.key, $0.value) }
        var asked = Request(style: style, rest: stack.style, variations: set + variations)
        guard !files.isEmpty || !stack.characters.isEmpty else { return try find(stack.families.joined(separator: ","), asked) }
        // Most files have one font, which nothing else is asked of.
        let isPlain = !style.choosesFonts && style.family == nil && !stack.namesFontsInFiles
        let entries = try files.map { file throws(TextError) in
            isPlain ? [FontEntry(index: 0)] : try FontEntry.all(of: try bytes(file.path, file), file.path)
        }
        var faces: [FontFace] = []
        var missing: TextNotice?
        var number = 0
        for (index, font) in stack.fonts.enumerated() {
            var face: FontFace?
            asked.characters = stack.characters[index]
            switch font {
            case .family(let name): face = try installed(name, asked)?.face
            case .file(let path, let name):
                let (file, entry) = try FontEntry.best(
                    in: entries, first: number, name: name ?? style.family, style, file: path)
                number += 1
                let isChosen = name.flatMap(Int.init) != nil
                let synthesis = isPlain || isChosen ? .none : FontSynthesis(style, entry, axes: entry.axes)
                let found = try self.face(
                    files[file].path, entry.index, asked.variations, style: style,
                    name: path.pathParts.last.map(String.init) ?? path, named: files[file], synthesis: synthesis,
                    characters: asked.characters)
                if faces.isEmpty, !isChosen, style.isMissing(in: entry, axes: found.axes, synthesis) {
                    missing = .styleMissing(asked: stack.style, font: found.name, used: entry.style)
                }
                face = found
            }
            if let face, !faces.contains(where: { $0 === face }) { faces.append(face) }
        }
        let families = (stack.families.isEmpty ? ["sans-serif"] : stack.families).joined(separator: ",")
        // A font that isn't asked for spaces is never the first one.
        guard !faces.isEmpty else {
            return try find(families, Request(style: style, rest: stack.style, variations: asked.variations))
        }
        let first = faces.firstIndex { $0.characters?.contains(" ") != false } ?? 0
        return FontMatch(
            face: faces[first], replaced: nil, pattern: families + stack.style, style: style, preceding: Array(faces[..<first]),
            others: Array(faces[(first + 1)...]), missingStyle: missing)
    }

    /// The style that all fonts of a stack share.
    struct Request {
        var style: AskedStyle
        var rest: String
        var variations: [TextLook.Variation]
        /// The characters that the font is asked for. Nil for all that it has.
        var characters: CharacterRanges?
    }

    private func find(_ families: String, _ asked: Request) throws(TextError) -> FontMatch {
        let text = families + asked.rest
        let names = FontPattern.families(of: text)
        for family in names.count > 1 ? names : [] {
            if let found = try installed(FontPattern.escaped(family), asked, pattern: text, names) { return found }
        }
        let (candidate, isAsked) = try best(text, names)
        if !isAsked, names.count == 1, let found = try find(postScriptName: names[0], asked) { return found }
        return try match(candidate, text, asked, asked.style.regularByDefault, names)
    }

    /// The font of a family. Nil if it is not installed.
    private func installed(
        _ family: String, _ asked: Request, pattern: String? = nil, _ names: [String]? = nil
    ) throws(TextError) -> FontMatch? {
        let text = family + asked.rest
        let own = FontPattern.families(of: family)
        let (candidate, isAsked) = try best(text, own)
        if isAsked { return try match(candidate, pattern ?? text, asked, asked.style.regularByDefault, names ?? own) }
        return try own.first.flatMap { name throws(TextError) in try find(postScriptName: name, asked) }
    }

    private func find(postScriptName name: String, _ asked: Request) throws(TextError) -> FontMatch? {
        guard let font = FontPattern.installed(postScriptName: name, config) else { return nil }
        // The first value of a property counts, so that the pattern's own properties come first.
        let (family, properties) = FontPattern.split(font)
        let pattern = "\(family)\(asked.rest)\(properties)"
        return try match(try best(pattern, []).candidate, pattern, asked, asked.style, [])
    }

    private func match(
        _ candidate: FontCandidate, _ text: String, _ asked: Request, _ style: AskedStyle, _ names: [String]
    ) throws(TextError) -> FontMatch {
        let face = try face(
            candidate.path, candidate.index, asked.variations, style: style, name: candidate.name,
            synthesis: candidate.isColor ? .none : FontSynthesis(asked.style, candidate), characters: asked.characters)
        let isAsked = names.contains { FontPattern.isGeneric($0) || candidate.isOf($0) }
        return FontMatch(
            face: face, replaced: names.isEmpty || isAsked ? nil : names.joined(separator: ","), pattern: text,
            style: asked.style)
    }

    /// The font that fits a pattern best, and whether it is of one of the families, generic ones and their metric equals
    /// included, such as Liberation Sans for Arial.
    private func best(_ text: String, _ families: [String]) throws(TextError) -> (candidate: FontCandidate, isAsked: Bool) {
        let pattern = try substituted(text)
        defer { FcPatternDestroy(pattern) }
        var result = FcResultMatch
        guard let found = FcFontMatch(config, pattern, &result) else { throw .noFonts }
        defer { FcPatternDestroy(found) }
        guard let candidate = FontCandidate(found, keepingCharacters: false) else { throw .noFonts }
        let isAsked =
            families.contains { FontPattern.isGeneric($0) || candidate.isOf($0) }
            || FontCandidate.families(of: pattern).contains { $0.isStrong && candidate.isOf($0.name) }
        return (candidate, isAsked)
    }
}

extension TextStyle.Font {
    /// The font as a list of fonts.
    var stack: FontStack {
        switch self {
        case .pattern(let text): FontStack(text)
        case .file(let path): FontStack([.file(path)])
        }
    }

    /// The bytes of the text that the font is written as.
    var key: [UInt8] {
        switch self {
        case .pattern(let text): Array(text.utf8)
        case .file: Array(stack.text.utf8)
        }
    }
}

extension FontLibrary {
    /// The font of a look. Those that follow each other often have the same.
    ///
    /// - Parameter known: the fonts of the looks before.
    func match(
        _ looks: [TextLook], _ index: Int, known: [FontMatch], opening: FontOpener
    ) throws(TextError) -> FontMatch {
        let look = looks[index]
        if index > 0, looks[index - 1].hasFont(of: look) { return known[index - 1] }
        return try match(look.font, look.variations, size: look.fontSize, opening: opening)
    }
}

extension TextLook {
    /// Whether another look has the same font in the same size.
    func hasFont(of other: TextLook) -> Bool {
        fontSize == other.fontSize && variations == other.variations && font.key == other.font.key
    }
}
