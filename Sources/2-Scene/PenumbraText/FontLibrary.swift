import CPenumbraFontconfig
import CPenumbraFreeType
import Glibc
import PenumbraScene
import PenumbraSystem

/// The fonts of this machine. Fontconfig finds the fonts, and each font is opened once.
///
/// The library is only used under the shaper's lock.
package final class FontLibrary {
    package init() {}

    private(set) var config: OpaquePointer?
    private var isReady = false
    private var faces: [FontFile: FontFace] = [:]
    private var matches: [Asked: FontMatch] = [:]
    /// The texts that were set last.
    private(set) var analyses: [TextAnalysis.Key: TextAnalysis] = [:]

    /// The most fonts that stay open.
    private static let keptFaces = 64
    /// The most texts whose analyses are kept. When there are more, all are dropped.
    private static let keptAnalyses = 32
    /// The most bytes of the fonts of one text. A text that needs more is refused.
    private static let mostBytes = 256 << 20
    /// The most bytes of fonts that stay in memory for later texts, per shaper and for the whole process.
    private static let (keptBytes, keptBytesOfProcess) = (128 << 20, 512 << 20)

    /// The fonts of the text in progress.
    private var inUse: [ObjectIdentifier: FontFace] = [:]

    /// The identity of an open font.
    private struct FontFile: Hashable {
        /// The path's bytes for a font of the machine. Empty for a font file that a style names, which `file` identifies.
        var path: [UInt8]
        var file: FileIdentity?
        var index: Int
        var own: [TextLook.Variation] = []
        var variations: [TextLook.Variation] = []
        var synthesis: FontSynthesis = .none
        var characters: CharacterRanges?
    }

    /// The font that a style requests.
    private struct Asked: Hashable {
        var pattern: [UInt8]
        var files: [FileIdentity]
        var variations: [TextLook.Variation]
        var size: Int
    }

    /// A font file that a style names, open while its text is laid out.
    struct NamedFile {
        var path: String
        var descriptor: Int32
        var identity: FileIdentity
    }

    deinit {
        analyses.removeAll()
        inUse.removeAll()
        faces.removeAll()
        matches.removeAll()
        if let config { FcConfigDestroy(config) }
    }

    /// Finds the font that a style requests. The result also holds its fallbacks for missing glyphs.
    ///
    /// - Parameters:
    ///   - variations: values of the font's axes. Fallbacks don't have them.
    ///   - size: the font size, on which the boldness depends of fonts that lack a bold style.
    ///   - opening: opens a font file that a style names. It is called every time, so that access is checked even if the font
    ///     is already open.
    package func match(
        _ font: TextStyle.Font, _ variations: [TextLook.Variation] = [], size: Double = FontSynthesis.sizes.upperBound,
        opening: FontOpener
    ) throws(TextError) -> FontMatch {
        let stack = font.stack
        var files: [NamedFile] = []
        defer { for file in files { close(file.descriptor) } }
        for path in stack.files {
            let descriptor = try opening(path)
            var status = stat()
            guard fstat(descriptor, &status) == 0 else {
                close(descriptor)
                throw Self.failure(path, errno)
            }
            files.append(NamedFile(path: path, descriptor: descriptor, identity: FileIdentity(status)))
        }
        // Texts are laid out one at a time and start here, so the cached fonts are not in use.
        inUse.removeAll(keepingCapacity: true)
        if matches.count >= Self.keptFaces || faces.count >= Self.keptFaces || Self.bytes(of: faces.values) > Self.keptBytes
            || FontBytes.held > Self.keptBytesOfProcess
        {
            analyses.removeAll()
            matches.removeAll()
            faces.removeAll()
        }
        // Most styles are empty, and a search takes longer than all else here.
        let isHeavy =
            stack.style == ":bold"
            || !stack.style.isEmpty && (stack.style.contains("bold") || stack.style.contains("weight"))
        let whole = isHeavy ? FontSynthesis.whole(size) : 0
        let asked = Asked(
            pattern: font.key, files: files.map(\.identity), variations: variations, size: whole)
        let match: FontMatch
        if let known = matches[asked] { match = known } else { match = try find(stack, variations, files, size: whole) }
        matches[asked] = match
        for face in match.preceding + [match.face] + match.others { try use(face) }
        return match
    }

    /// The first font, in fontconfig's order of preference, that has all glyphs of a character. Fonts of plain outlines come
    /// before colour fonts. Nil if no font has them.
    func fallback(for character: Character, _ match: FontMatch) throws(TextError) -> FontFace? {
        let face = try match.fallback(for: character, isEmoji: false) { () throws(TextError) in
            try findFallback(for: character, match)
        }
        if let face { try use(face) }
        return face
    }

    /// The first font of letters that has all glyphs of a character, for texts whose own font is one of emoji or symbols.
    func letterFont(for character: Character, _ match: FontMatch) throws(TextError) -> FontFace? {
        let face = try fallback(for: character, match)
        return face?.isOfSymbols == true ? nil : face
    }

    /// The first colour font that has all glyphs of an emoji. Nil if no colour font has them.
    func emojiFont(for character: Character, _ match: FontMatch) throws(TextError) -> FontFace? {
        let face = try match.fallback(for: character, isEmoji: true) { () throws(TextError) in
            if let face = (match.preceding + [match.face] + match.others).first(where: { $0.isColor && $0.draws(character) }) {
                return face
            }
            return try findFont(for: character, among: try colorCandidates(match), isColor: true, match.style)
        }
        if let face { try use(face) }
        return face
    }

    /// Keeps the analysis of a text for the next time that it is asked for.
    func keep(_ analysis: TextAnalysis, for key: TextAnalysis.Key) {
        if analyses.count >= Self.keptAnalyses { analyses.removeAll(keepingCapacity: true) }
        analyses[key] = analysis
    }

    /// Counts a font towards the limits of one text. Earlier texts don't affect the count.
    private func use(_ face: FontFace) throws(TextError) {
        guard inUse.updateValue(face, forKey: ObjectIdentifier(face)) == nil else { return }
        if inUse.count > Self.keptFaces {
            throw .fontUnreadable(file: face.file, reason: "one text needs more than \(Self.keptFaces) fonts")
        }
        if Self.bytes(of: inUse.values) > Self.mostBytes {
            throw .fontUnreadable(
                file: face.file, reason: "with it the fonts of one text take more than \(Self.mostBytes >> 20) MiB")
        }
    }

    /// The bytes of the fonts, FreeType's memory included. A file with several fonts counts once per font.
    private static func bytes(of faces: some Collection<FontFace>) -> Int { faces.reduce(0) { $0 + $1.byteCount } }

    private func findFallback(for character: Character, _ match: FontMatch) throws(TextError) -> FontFace? {
        let others = match.others.filter { $0.draws(character) }
        if character.belongsToLetters, let face = others.first(where: { !$0.isOfSymbols }) { return face }
        if let face = others.first(where: { !$0.isColor }) { return face }
        if character.belongsToLetters {
            let ofLetters = try candidates(match).filter { !$0.isOfSymbols }
            if let face = try findFont(for: character, among: ofLetters, isColor: false, match.style) { return face }
        }
        if let face = try findFont(for: character, among: try candidates(match), isColor: false, match.style) { return face }
        if let face = others.first { return face }
        return try findFont(for: character, among: try colorCandidates(match), isColor: true, match.style)
    }

    /// The first font that has all glyphs of a character.
    private func findFont(
        for character: Character, among candidates: [FontCandidate], isColor: Bool, _ style: AskedStyle
    ) throws(TextError) -> FontFace? {
        for candidate in candidates where candidate.isColor == isColor {
            guard character.unicodeScalars.allSatisfy({ $0.isIgnorable || candidate.has($0) }),
                let face = try readable(candidate, style), face.isColor == isColor
            else { continue }
            // A glyph of a colour font may be empty.
            if !isColor || face.draws(character) { return face }
        }
        return nil
    }

    /// Opens a font as a fallback. Nil if the font is broken.
    ///
    /// - Throws: `TextError.tooManyFiles` or `.outOfMemory`, which may pass. Using the next font instead would draw other
    ///   glyphs.
    private func readable(_ candidate: FontCandidate, _ style: AskedStyle) throws(TextError) -> FontFace? {
        do throws(TextError) {
            return try face(
                candidate.path, candidate.index, name: candidate.name,
                synthesis: candidate.isColor ? .none : FontSynthesis(style, candidate))
        } catch {
            if error == .tooManyFiles || error == .outOfMemory { throw error }
            return nil
        }
    }

    // MARK: fontconfig

    private func prepare() throws(TextError) {
        guard !isReady else { return }
        // Without free file descriptors, fontconfig skips its own files and finds other fonts.
        try Self.askForFiles()
        guard AddressSpace.hasRoom(for: AddressSpace.leastAsked) else { throw .outOfMemory }
        config = BundledFonts.load()
        guard let config else { throw .noFonts }
        AddedFonts.add(to: config)
        isReady = true
    }

    /// The bytes of the installed font with a name, and its name or number in its file. Nil if there is none that can be read.
    func installedFont(named name: String) -> (bytes: [UInt8], face: String?)? {
        guard !name.utf8.contains(0), (try? prepare()) != nil, let file = FontPattern.file(ofFontNamed: name, config),
            let descriptor = try? Self.open(file.path)
        else { return nil }
        defer { close(descriptor) }
        guard let bytes = try? Self.read(descriptor, file.path) else { return nil }
        let face = file.isInstance ? name : file.index == 0 ? nil : "\(file.index)"
        return (withExtendedLifetime(bytes) { Array(bytes.buffer) }, face)
    }

    /// Parses a pattern and applies fontconfig's substitutions, including generic families.
    ///
    /// - Parameter lastFamily: a family that is added behind the families of the pattern.
    func substituted(_ text: String, lastFamily: String? = nil) throws(TextError) -> OpaquePointer {
        try prepare()
        guard let pattern = FontPattern.parsed(text) else { throw .noFonts }
        // A pattern describes a font, so a path in the pattern is ignored.
        FcPatternDel(pattern, FC_FILE)
        FcPatternAddBool(pattern, FC_SCALABLE, 1)
        if let lastFamily { FcPatternAddString(pattern, FC_FAMILY, lastFamily) }
        Self.settle(pattern)
        FcConfigSubstitute(config, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        return pattern
    }

    /// Sets the values that fontconfig would take from the environment, so that every locale and desktop finds the same font.
    private static func settle(_ pattern: OpaquePointer) {
        var value: UnsafeMutablePointer<FcChar8>?
        // A language in the pattern takes precedence. "und" keeps the locale's language out.
        if FcPatternGetString(pattern, FC_LANG, 0, &value) != FcResultMatch { FcPatternAddString(pattern, FC_LANG, "en") }
        for (object, text) in [
            (FC_LANG, "und"), (FC_NAMELANG, "en"), (FC_PRGNAME, "penumbra"), ("desktop", "none"),
        ] {
            FcPatternAddString(pattern, object, text)
        }
    }

    private func candidates(_ match: FontMatch) throws(TextError) -> [FontCandidate] {
        if let known = match.candidates { return known }
        let pattern = try substituted(match.pattern)
        defer { FcPatternDestroy(pattern) }
        let found = sorted(pattern, isTrimmed: true)
        match.candidates = found
        return found
    }

    /// The colour fonts of the machine: first the families of a pattern, then the preferred emoji fonts.
    private func colorCandidates(_ match: FontMatch) throws(TextError) -> [FontCandidate] {
        if let known = match.colorCandidates { return known }
        let pattern = try substituted(match.pattern, lastFamily: "emoji")
        defer { FcPatternDestroy(pattern) }
        FcPatternAddBool(pattern, FC_COLOR, 1)
        let found = sorted(pattern, isTrimmed: false).filter(\.isColor)
        match.colorCandidates = found
        return found
    }

    /// The fonts in the order in which they fit a pattern.
    ///
    /// - Parameter isTrimmed: whether fonts are left out that have no more characters than the fonts before them.
    private func sorted(_ pattern: OpaquePointer, isTrimmed: Bool) -> [FontCandidate] {
        var result = FcResultMatch
        guard let set = FcFontSort(config, pattern, isTrimmed ? 1 : 0, nil, &result) else { return [] }
        defer { FcFontSetDestroy(set) }
        return (0..<Int(set.pointee.nfont)).compactMap { index in
            set.pointee.fonts[index].flatMap { FontCandidate($0, keepingCharacters: true) }
        }
    }

    // MARK: Files

    /// Returns an open font, or opens it.
    ///
    /// - Parameters:
    ///   - style: the style for the axes of a variable font that `variations` don't set.
    ///   - named: the open file of the font. Nil opens the file at `path`.
    ///   - synthesis: the styles that the outlines are changed for.
    ///   - characters: the characters that the font draws. Nil for all that it has.
    func face(
        _ path: String, _ index: Int, _ variations: [TextLook.Variation] = [], style: AskedStyle? = nil, name: String,
        named: NamedFile? = nil, synthesis: FontSynthesis = .none, characters: CharacterRanges? = nil
    ) throws(TextError) -> FontFace {
        func face(own: [TextLook.Variation]) throws(TextError) -> FontFace {
            try self.face(
                FontFile(
                    path: named == nil ? Array(path.utf8) : [], file: named?.identity, index: index, own: own,
                    variations: variations, synthesis: synthesis, characters: characters),
                path, name: name, named: named)
        }
        let plain = try face(own: [])
        let own = style?.variations(for: plain) ?? []
        return own.isEmpty ? plain : try face(own: own)
    }

    private func face(_ file: FontFile, _ path: String, name: String, named: NamedFile?) throws(TextError) -> FontFace {
        if let face = faces[file] { return face }
        let face = try FontFace(
            name: name, file: path, index: file.index, own: file.own, variations: file.variations, synthesis: file.synthesis,
            characters: file.characters, bytes: try bytes(path, named))
        faces[file] = face
        return face
    }

    /// The contents of a font file.
    func bytes(_ path: String, _ named: NamedFile?) throws(TextError) -> FontBytes {
        if let named { return try Self.read(named.descriptor, path) }
        let opened = try Self.open(path)
        defer { close(opened) }
        return try Self.read(opened, path)
    }
}
