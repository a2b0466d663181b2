import CPenumbraHarfBuzz

/// Glyphs of one font that run in one direction, ordered from left to right, in points.
package struct ShapedRun {
    package struct Glyph {
        var id: UInt32
        /// The index of the first character that the glyph represents.
        package var cluster: Int
        /// The run that the character belongs to.
        var run: Int
        var advance: Double
        var x: Double
        /// The vertical offset, downward.
        var y: Double
        /// Whether the text is shaped differently if it is divided before the glyph's characters.
        var isUnsafeToBreak = false

        package init(id: UInt32, cluster: Int, run: Int, advance: Double, x: Double, y: Double) {
            self.id = id
            self.cluster = cluster
            self.run = run
            self.advance = advance
            self.x = x
            self.y = y
        }
    }

    var face: FontFace
    /// Points per font unit.
    var scale: Double
    package var level: Int8
    package var glyphs: [Glyph]

    package init(face: FontFace, scale: Double, level: Int8, glyphs: [Glyph]) {
        self.face = face
        self.scale = scale
        self.level = level
        self.glyphs = glyphs
    }

    var width: Double { glyphs.reduce(0) { $0 + $1.advance } }
}

extension Paragraph {
    /// Shapes a range of characters. Returns its runs in reading order.
    ///
    /// - Parameters:
    ///   - looks: the appearance of each run.
    ///   - zoom: the factor of all lengths.
    func shape(
        _ range: Range<Int>, _ looks: [TextLook], zoom: Double, language: String?, limits: TextLimits
    ) throws(TextError) -> [ShapedRun] {
        let language = language.flatMap { hb_language_from_string($0, -1) } ?? Self.language
        var shaped: [ShapedRun] = []
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start + 1
            while end < range.upperBound, levels[end] == levels[start], scripts[end] == scripts[start],
                faceIndices[end] == faceIndices[start],
                runs[end] == runs[start] || looks[runs[end]].isShaped(like: looks[runs[start]])
            {
                end += 1
            }
            shaped.append(try shapeRun(start..<end, looks[runs[start]], zoom, language, limits))
            start = end
        }
        return shaped
    }

    /// The number of characters around a run that are passed to HarfBuzz. HarfBuzz uses fewer.
    private static let context = 16

    /// The language of the "C" locale, which is the default of a program. Environment variables have no effect on it.
    nonisolated(unsafe) private static let language = hb_language_from_string("c", -1)

    private func shapeRun(
        _ range: Range<Int>, _ look: TextLook, _ zoom: Double, _ language: hb_language_t?, _ limits: TextLimits
    ) throws(TextError) -> ShapedRun {
        // Joined letters stay joined, as CSS Text 3 asks: spacing would tear them apart.
        let letterSpacing = scripts[range.lowerBound].joinsLetters ? 0 : look.letterSpacing * zoom
        guard let buffer = hb_buffer_create(), hb_buffer_allocation_successful(buffer) != 0 else { throw .outOfMemory }
        defer { hb_buffer_destroy(buffer) }
        // The text around a run affects the shape of its ends. HarfBuzz looks at five characters before the run and five after
        // it.
        let around = max(0, range.lowerBound - Self.context)..<min(values.count, range.upperBound + Self.context)
        values[around].withUnsafeBufferPointer { values in
            hb_buffer_add_utf32(
                buffer, values.baseAddress, Int32(values.count), UInt32(range.lowerBound - around.lowerBound),
                Int32(range.count))
        }
        let isReversed = levels[range.lowerBound] & 1 == 1
        hb_buffer_set_direction(buffer, isReversed ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        hb_buffer_set_script(buffer, scripts[range.lowerBound])
        hb_buffer_set_language(buffer, language)
        hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_GRAPHEMES)
        let face = faces[faceIndices[range.lowerBound]]
        if let picture = look.picture {
            // Pictures of a run lie beside each other, in visual order.
            let glyphs = range.map {
                ShapedRun.Glyph(id: 0, cluster: $0, run: runs[$0], advance: picture.width * zoom, x: 0, y: 0)
            }
            return ShapedRun(
                face: face, scale: look.fontSize * zoom / face.unitsPerEm, level: levels[range.lowerBound],
                glyphs: isReversed ? glyphs.reversed() : glyphs)
        }
        let scale = look.fontSize * zoom / face.unitsPerEm
        // Letter spacing turns ligatures off, as in CSS. Emoji fonts make one glyph of a sequence by ligatures.
        let spaced = letterSpacing == 0 || face.isColor ? [] : [TextLook.Feature("liga", 0), TextLook.Feature("clig", 0)]
        let features = (spaced + look.features).map { feature in
            hb_feature_t(tag: hb_tag_from_string(feature.tag, -1), value: feature.value, start: 0, end: UInt32.max)
        }
        switch penumbra_shape(
            face.font, buffer, features, UInt32(features.count), Int64(limits.until), Int64(limits.deadline),
            UInt32(clamping: limits.segments))
        {
        case PENUMBRA_SHAPED: break
        case PENUMBRA_SHAPED_LONG: throw .outlineTooLong(limit: limits.segments)
        default: throw .tooMuchWork
        }
        var count: UInt32 = 0
        guard let infos = hb_buffer_get_glyph_infos(buffer, &count), let positions = hb_buffer_get_glyph_positions(buffer, nil)
        else { return ShapedRun(face: face, scale: scale, level: levels[range.lowerBound], glyphs: []) }
        var glyphs: [ShapedRun.Glyph] = []
        glyphs.reserveCapacity(Int(count))
        for i in 0..<Int(count) {
            let cluster = around.lowerBound + Int(infos[i].cluster)
            glyphs.append(
                ShapedRun.Glyph(
                    id: infos[i].codepoint, cluster: cluster, run: runs[cluster],
                    advance: Double(positions[i].x_advance) * scale,
                    x: Double(positions[i].x_offset) * scale, y: -Double(positions[i].y_offset) * scale))
            glyphs[i].isUnsafeToBreak = infos[i].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0
        }
        if look.wordSpacing != 0 {
            for i in glyphs.indices where isWordSeparator(glyphs[i].cluster) { glyphs[i].advance += look.wordSpacing * zoom }
        }
        if letterSpacing != 0 {
            // Adds the spacing after the last glyph of each visible character, in the order of the glyphs.
            for i in glyphs.indices where i + 1 == glyphs.count || glyphs[i + 1].cluster != glyphs[i].cluster {
                if !isInvisible(glyphs[i].cluster) { glyphs[i].advance += letterSpacing }
            }
        }
        return ShapedRun(face: face, scale: scale, level: levels[range.lowerBound], glyphs: glyphs)
    }
}

extension hb_script_t {
    /// Whether the letters of a word are joined: the cursive scripts of CSS Text 3, appendix D.
    fileprivate var joinsLetters: Bool {
        [
            HB_SCRIPT_ARABIC, HB_SCRIPT_SYRIAC, HB_SCRIPT_MONGOLIAN, HB_SCRIPT_NKO, HB_SCRIPT_PHAGS_PA, HB_SCRIPT_MANDAIC,
            HB_SCRIPT_MANICHAEAN, HB_SCRIPT_PSALTER_PAHLAVI, HB_SCRIPT_ADLAM, HB_SCRIPT_HANIFI_ROHINGYA, HB_SCRIPT_SOGDIAN,
            HB_SCRIPT_CHORASMIAN, HB_SCRIPT_OLD_UYGHUR,
        ].contains(self)
    }
}

extension [ShapedRun] {
    /// The runs from left to right: rule L2 of the Unicode bidirectional algorithm, applied to runs.
    package var inVisualOrder: [ShapedRun] {
        guard let highest = map(\.level).max(), let lowestOdd = map(\.level).filter({ $0 & 1 == 1 }).min() else { return self }
        var result = self
        for level in stride(from: highest, through: lowestOdd, by: -1) {
            var i = 0
            while i < result.count {
                guard result[i].level >= level else {
                    i += 1
                    continue
                }
                var end = i
                while end < result.count, result[end].level >= level { end += 1 }
                result[i..<end].reverse()
                i = end
            }
        }
        return result
    }

    var width: Double { reduce(0) { $0 + $1.width } }
}
