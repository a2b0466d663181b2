import CPenumbraHarfBuzz
import PenumbraGeometry
import PenumbraScene
import PenumbraSystem

/// The state of the layout of one text.
struct TextSetting {
    private let runs: [TextRun]
    let looks: [TextLook]
    let style: TextStyle
    private let library: FontLibrary
    private let rules: LineRules
    /// The font of each run.
    let matches: [FontMatch]
    private let key: TextAnalysis.Key?
    let metrics: LineMetrics
    /// The scale at which the text will be shown. It chooses between pictures of glyphs.
    let pixelsPerPoint: Double
    let limits: TextLimits
    /// The factor of all lengths.
    private(set) var zoom = 1.0
    private(set) var notices: [TextNotice] = []
    /// Characters that other fonts draw, with the names of both fonts.
    private(set) var replaced: [(font: String, used: String, characters: DistinctCharacters)] = []
    /// Characters that no font draws.
    private(set) var missing = DistinctCharacters()

    init(
        _ runs: [TextRun], _ style: TextStyle, _ library: FontLibrary, _ rules: LineRules, _ openingFonts: FontOpener,
        pixelsPerPoint: Double,
        _ limits: TextLimits
    ) throws(TextError) {
        key = TextAnalysis.Key(runs, style)
        // A picture has no look for an ellipsis or a marker.
        let hasPictures = runs.contains { $0.look.picture != nil }
        let runs = hasPictures ? runs + [TextRun("", style.look)] : runs
        self.runs = runs
        self.style = style
        self.limits = limits
        self.pixelsPerPoint = pixelsPerPoint
        self.library = library
        self.rules = rules
        looks = runs.map(\.look)
        var matches: [FontMatch] = []
        for index in looks.indices {
            let match = try library.match(looks, index, known: matches, opening: openingFonts)
            if let asked = match.replaced {
                let notice = TextNotice.fontReplaced(asked: asked, used: match.face.name)
                if !notices.contains(notice) { notices.append(notice) }
            }
            if let notice = match.missingStyle, !notices.contains(notice) { notices.append(notice) }
            if !match.face.missingAxes.isEmpty {
                let notice = TextNotice.axesMissing(match.face.missingAxes, font: match.face.name)
                if !notices.contains(notice) { notices.append(notice) }
            }
            matches.append(match)
        }
        self.matches = matches
        metrics = LineMetrics(zip(looks, matches).map { LineMetrics.Run($0, $1.face) })
    }

    /// Measures the text for a layout.
    mutating func measure() throws(TextError) -> TextMeasure {
        var breakers: [LineBreaker] = []
        var (least, full) = (0.0, 0.0)
        let paragraphs = try self.paragraphs(isMeasured: true)
        for paragraph in paragraphs {
            let breaker = try breaker(paragraph)
            breakers.append(breaker)
            let line =
                paragraph.arrangement.first + paragraph.arrangement.indent
                + (try shape(paragraph, paragraph.trimmed(0..<paragraph.scalars.count)).width)
            full = max(full, line, breaker.fullWidth)
            least = max(least, breaker.leastWidth)
        }
        let isEmpty = paragraphs.count == 1 && paragraphs[0].scalars.isEmpty
        return TextMeasure(
            leastWidth: least, fullWidth: full,
            paragraphs: isEmpty ? [] : zip(paragraphs, breakers).map { TextMeasure.Paragraph($0, $1) },
            metrics: metrics, style: style)
    }

    mutating func layout(width: Double?, height: Double?) throws(TextError) -> TextLayout {
        let paragraphs = try self.paragraphs()
        if let smallest = style.minimumFontSize {
            zoom = try fittingZoom(paragraphs, down: smallest, width: width, height: height)
        }
        let wrapping = style.isWrapped ? width : nil
        var lines: [TextLine] = []
        var wasCut = false
        for paragraph in paragraphs {
            if let maximum = style.maximumLines, lines.count >= maximum {
                wasCut = true
                break
            }
            lines += try set(paragraph, width: wrapping)
        }
        if let maximum = style.maximumLines, lines.count > maximum || wasCut {
            lines = Array(lines.prefix(max(1, maximum)))
            if let last = lines.popLast() { lines.append(try ended(last, width: wrapping)) }
        }
        return try place(lines, width: width, height: height)
    }

    // MARK: - Paragraphs

    /// The paragraphs of all runs together. A character belongs to the run in which it starts.
    ///
    /// - Parameter isMeasured: whether the text is likely to be set later, so that its analysis is kept.
    mutating func paragraphs(isMeasured: Bool = false) throws(TextError) -> [Paragraph] {
        guard let key else { return try analysed() }
        if !library.analyses.isEmpty, let known = library.analyses[key], known.hasFonts(matches) {
            (replaced, missing) = (known.replaced, known.missing)
            return known.paragraphs
        }
        var paragraphs = try analysed()
        for index in paragraphs.indices { paragraphs[index].ranges = ShapedRanges() }
        if isMeasured { library.keep(TextAnalysis(paragraphs, of: self), for: key) }
        return paragraphs
    }

    private mutating func analysed() throws(TextError) -> [Paragraph] {
        var paragraphs: [Paragraph] = []
        var elements: [Paragraph.Element] = []
        let owners = runs.indices.flatMap { repeatElement($0, count: runs[$0].string.unicodeScalars.count) }
        func owner(_ scalar: Int) -> Int { scalar < owners.count ? owners[scalar] : runs.count - 1 }
        var firstRun = owner(0)
        var scalar = 0
        var (number, isContinued) = (0, false)
        func add(_ elements: [Paragraph.Element], _ firstRun: Int, _ setting: inout TextSetting) throws(TextError) {
            var paragraph = try setting.paragraph(elements, firstRun: firstRun)
            paragraph.arrangement = Paragraph.Arrangement(number, isContinued: isContinued, setting.style)
            paragraphs.append(paragraph)
        }
        let whole: String = runs.map(\.string).joined()
        for character in whole {
            let count = character.unicodeScalars.count
            guard count <= TextShaper.longestCharacter else { throw .characterTooLong(limit: TextShaper.longestCharacter) }
            if Paragraph.isSeparator(character) {
                try add(elements, firstRun, &self)
                isContinued = Paragraph.endsLineAlone(character)
                if !isContinued { number += 1 }
                elements = []
                firstRun = owner(scalar + count)
            } else {
                // A tab becomes a space.
                elements.append(
                    Paragraph.Element(
                        character: character.unicodeScalars.first == "\t" ? " " : character, run: owner(scalar)))
            }
            scalar += count
        }
        try add(elements, firstRun, &self)
        return paragraphs
    }

    mutating func paragraph(
        _ elements: [Paragraph.Element], firstRun: Int, direction: Text.Direction? = nil
    ) throws(TextError) -> Paragraph {
        var style = style
        if let direction { style.direction = direction }
        return try Paragraph(elements, firstRun: firstRun, style: style, rules: rules, faces: try faces(for: elements))
    }

    /// The fonts that draw the characters.
    private mutating func faces(for elements: [Paragraph.Element]) throws(TextError) -> [FontFace] {
        var faces: [FontFace] = []
        faces.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            let own = matches[element.run].face
            guard looks[element.run].picture == nil else {
                faces.append(own)
                continue
            }
            let preceding = matches[element.run].preceding
            if !preceding.isEmpty, let first = preceding.first(where: { $0.draws(element.character) }) {
                faces.append(first)
                continue
            }
            if own.isOfSymbols, element.character.belongsToLetters, !element.character.isShownAsEmoji,
                let other = try library.letterFont(for: element.character, matches[element.run])
            {
                faces.append(other)
                continue
            }
            let isEmoji = element.character.isShownAsEmoji
            let isDrawn = own.draws(element.character)
            if isDrawn, !isEmoji {
                faces.append(own)
                continue
            }
            if !isDrawn, element.character.isCommon, !isEmoji {
                // Punctuation looks like the letters beside it.
                var beside = index > 0 && elements[index - 1].run == element.run ? faces[index - 1] : nil
                if beside?.isColor != false || beside?.draws(element.character) != true {
                    beside = try letterFace(elements[(index + 1)...])
                }
                if let beside, beside.draws(element.character) {
                    note(element.character, by: beside, matches[element.run])
                    faces.append(beside)
                    continue
                }
            }
            faces.append(try face(for: element))
        }
        return faces
    }

    /// The font of the first letter among the characters. Nil if no letter of that run is near.
    private func letterFace(_ elements: ArraySlice<Paragraph.Element>) throws(TextError) -> FontFace? {
        guard let first = elements.first else { return nil }
        let near = elements.prefix(16).prefix { $0.run == first.run }
        guard let letter = near.first(where: { !$0.character.isCommon }) else { return nil }
        let match = matches[letter.run]
        return match.face.draws(letter.character) ? match.face : try library.fallback(for: letter.character, match)
    }

    /// The font that draws a character: a colour font for emoji, the run's own font, or the first fallback that has the
    /// character.
    private mutating func face(for element: Paragraph.Element) throws(TextError) -> FontFace {
        let (match, character) = (matches[element.run], element.character)
        let own = match.face
        if style.keepsPlainEmoji, character.isPlainEmoji,
            let font = ([own] + match.others).first(where: { $0.draws(character) })
        {
            return font
        }
        if character.isShownAsEmoji, let font = try library.emojiFont(for: character, match) { return font }
        if own.draws(character) { return own }
        guard let other = try library.fallback(for: character, match) else {
            missing.insert(character)
            return own
        }
        note(character, by: other, match)
        return other
    }

    /// Remembers a character that a font draws in place of its run's own font.
    private mutating func note(_ character: Character, by other: FontFace, _ match: FontMatch) {
        let own = match.face
        // A family of the pattern's list is no replacement.
        if other === own || match.others.contains(where: { $0 === other }) { return }
        if match.families.contains(other.name.lowercased()) { return }
        if let index = replaced.firstIndex(where: { $0.used == other.name && $0.font == own.name }) {
            replaced[index].characters.insert(character)
        } else {
            var characters = DistinctCharacters()
            characters.insert(character)
            replaced.append((own.name, other.name, characters))
        }
    }

    // MARK: - Lines

    func shape(_ paragraph: Paragraph, _ range: Range<Int>) throws(TextError) -> [ShapedRun] {
        func shape() throws(TextError) -> [ShapedRun] {
            try paragraph.shape(range, looks, zoom: zoom, language: style.language, limits: limits)
        }
        guard zoom == 1, let ranges = paragraph.ranges else { return try shape() }
        return try ranges.runs(range, most: limits.segments, shape)
    }

    private func breaker(_ paragraph: Paragraph) throws(TextError) -> LineBreaker {
        var hyphens: [Int: Double] = [:]
        for end in 1..<max(1, paragraph.scalars.count) where paragraph.hasSoftHyphen(before: end) {
            hyphens[end - 1] = try shape(paragraph.showingHyphen(before: end), end - 1..<end).width
        }
        // Unicode's rules allow a break between a space and its mark, which are one character.
        var rests: [Int: Double] = [:]
        for index in paragraph.scalars.indices.dropFirst()
        where paragraph.allowsBreakAfter[index - 1] && !paragraph.isStart[index] {
            let end = paragraph.isStart[index...].firstIndex(of: true) ?? paragraph.scalars.count
            rests[index] = try shape(paragraph, index..<end).width
        }
        return LineBreaker(
            paragraph, try shape(paragraph, 0..<paragraph.scalars.count), hyphens: hyphens, rests: rests,
            indent: paragraph.arrangement.first * zoom, hanging: paragraph.arrangement.indent * zoom,
            breaksWords: style.lineBreak != .wholeWords)
    }

    private func ranges(_ paragraph: Paragraph, width: Double?) throws(TextError) -> [Range<Int>] {
        guard let width else { return [0..<paragraph.scalars.count] }
        let breaker = try breaker(paragraph)
        return style.lineBreak == .balanced ? breaker.balancedLines(within: width) : breaker.lines(within: width)
    }

    /// Lays out the lines of one paragraph.
    private func set(_ paragraph: Paragraph, width: Double?) throws(TextError) -> [TextLine] {
        let ranges = try ranges(paragraph, width: width)
        var lines: [TextLine] = []
        for range in ranges {
            let visible = paragraph.trimmed(range)
            let isLast = range.upperBound == paragraph.scalars.count
            let shown =
                !isLast && paragraph.hasSoftHyphen(before: range.upperBound)
                ? paragraph.showingHyphen(before: range.upperBound) : paragraph
            let arrangement = paragraph.arrangement
            var line = TextLine(
                paragraph: paragraph, range: visible, runs: try shape(shown, visible), isLast: isLast,
                indent: arrangement.indent * zoom)
            if range.lowerBound == 0 {
                line.indent += arrangement.first * zoom
                line.spacing = arrangement.spacing * zoom
                line.hasMarker = arrangement.marker != nil
            }
            lines.append(line)
        }
        return lines
    }

    // MARK: - Fitting

    /// Returns the factor of the largest font size at which the text fits the frame, in steps of 1/64 point. If no size
    /// fits, the smallest allowed factor.
    private mutating func fittingZoom(
        _ paragraphs: [Paragraph], down smallest: Double, width: Double?, height: Double?
    ) throws(TextError) -> Double {
        let size = style.fontSize
        guard smallest < size, width != nil || height != nil else { return 1 }
        if try fits(paragraphs, width: width, height: height) { return 1 }
        // Advances grow in proportion to the font size, so lines at a zoom are those of the text's own size in a frame that is
        // wider by the same factor. One shaping serves all sizes.
        var breakers: [LineBreaker] = []
        var widest = 0.0
        for paragraph in paragraphs {
            let end = paragraph.trimmed(0..<paragraph.scalars.count).upperBound
            let before = paragraph.arrangement.first + paragraph.arrangement.indent
            widest = max(widest, before + (try shape(paragraph, 0..<end).width))
            breakers.append(try breaker(paragraph))
        }
        var step = Int((size * Self.stepsPerPoint).rounded(.up)) - 1
        while Double(step) / Self.stepsPerPoint > smallest {
            guard !limits.isLate else { throw .tooMuchWork }
            zoom = Double(step) / Self.stepsPerPoint / size
            if mayFit(breakers, widest, width: width, height: height), try fits(paragraphs, width: width, height: height) {
                return zoom
            }
            step -= 1
        }
        return smallest / size
    }

    /// Whether the text could fit at the current zoom, judged by the number of lines and the smallest line height.
    private func mayFit(_ breakers: [LineBreaker], _ widest: Double, width: Double?, height: Double?) -> Bool {
        guard let width, style.isWrapped else { return width.map { widest * zoom <= $0 * (1 + 1e-9) } ?? true }
        let lowest =
            (looks.indices.map { metrics.box(of: CollectionOfOne($0), zoom: zoom).height }.min() ?? 0)
        var most = style.maximumLines ?? .max
        if let height, lowest > 0 { most = min(most, Int(min(1e9, (height / lowest * (1 + 1e-9)).rounded(.down)))) }
        var count = 0
        for breaker in breakers {
            count += breaker.lines(within: width / zoom, atMost: most < .max ? most + 1 : .max).count
            if count > most { return false }
        }
        return true
    }

    /// Whether all lines fit the frame at the current zoom.
    private func fits(_ paragraphs: [Paragraph], width: Double?, height: Double?) throws(TextError) -> Bool {
        var lines: [TextLine] = []
        for paragraph in paragraphs {
            lines += try set(paragraph, width: style.isWrapped ? width : nil)
            if let maximum = style.maximumLines, lines.count > maximum { return false }
        }
        if let width, lines.contains(where: { $0.width > width + 1e-6 }) { return false }
        guard let height else { return true }
        let spacing = lines.dropFirst().reduce(0) { $0 + $1.spacing }
        return boxes(lines).reduce(0) { $0 + $1.height } + spacing <= height + 1e-6
    }
}
