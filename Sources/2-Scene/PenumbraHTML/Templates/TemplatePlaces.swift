import PenumbraScene

/// The parts of a template that a document was made of, which give the places of the document's lines in the template.
struct TemplateParts: Sendable {
    struct Part: Sendable {
        /// Where the part begins in the document, and in the template.
        var output: Int
        var template: Int
        /// Whether the document's bytes are the template's.
        var isLiteral: Bool
        /// The text that the document's reader finds in a value. Nil if only the reader knows.
        var value: String?
        var place = ValueContext.Place.text
    }

    private(set) var parts: [Part] = []
    /// The most parts that are kept. Everything behind them has the place of the last.
    private static let most = 200_000

    mutating func add(_ part: Part) {
        guard parts.count < Self.most else { return }
        parts.append(part)
    }

    /// The byte of the template that a byte of the document comes from. The bytes of a value come from its tag.
    func offset(_ output: Int) -> Int {
        var (low, high) = (0, parts.count)
        while low < high {
            let middle = (low + high) / 2
            if parts[middle].output <= output { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        let part = parts[low - 1]
        return part.isLiteral ? part.template + output - part.output : part.template
    }
}

/// The document that a template becomes with values, and where its parts come from.
struct FilledTemplate: Sendable {
    var bytes: [UInt8]
    var parts: TemplateParts

    /// The bytes of a part.
    func bytes(of part: Int) -> ArraySlice<UInt8> {
        let end = part + 1 < parts.parts.count ? parts.parts[part + 1].output : bytes.count
        return bytes[parts.parts[part].output..<end]
    }
}

/// Places in a filled document as places in its template.
struct TemplatePlaces {
    private let parts: TemplateParts
    private var document: LineIndex
    private var template: LineIndex

    init(_ parts: TemplateParts, document: [UInt8], template: [UInt8]) {
        self.parts = parts
        (self.document, self.template) = (LineIndex(document), LineIndex(template))
    }

    mutating func place(_ place: HTMLPlace) -> HTMLPlace {
        template.place(of: parts.offset(document.offset(of: place)))
    }
}

/// The lines of a text, for places from bytes and bytes from places.
struct LineIndex {
    private let bytes: [UInt8]
    private var starts = [0]
    /// A byte whose column is known, since texts of one line may be long.
    private var (known, column) = (0, 1)
    /// The bytes that may be looked at for columns. Later places are at the beginning of their line.
    private var work: Int

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        work = 4 * bytes.count + 1 << 20
        for (index, byte) in bytes.enumerated() {
            let isEnd = byte == 0x0A || byte == 0x0D && (index + 1 >= bytes.count || bytes[index + 1] != 0x0A)
            if isEnd { starts.append(index + 1) }
        }
    }

    /// Goes to the beginning of a line, or stays at a byte of the line that isn't behind the wanted one.
    private mutating func enter(_ line: Int, isBehind: (_ known: Int, _ column: Int) -> Bool) -> Int {
        let start = starts[line]
        let end = line + 1 < starts.count ? starts[line + 1] : bytes.count
        if known < start || known > end || isBehind(known, column) { (known, column) = (start, 1) }
        return end
    }

    /// The byte at which a line begins.
    func start(ofLine line: Int) -> Int { starts[max(0, min(line - 1, starts.count - 1))] }

    /// The byte at a place.
    mutating func offset(of place: HTMLPlace) -> Int {
        let line = max(0, min(place.line - 1, starts.count - 1))
        let end = enter(line) { $1 > place.column }
        while known < end, column < place.column, work > 0 {
            step()
            work -= 1
        }
        while known < end, bytes[known] & 0xC0 == 0x80 { known += 1 }
        return known
    }

    /// The place of a byte.
    mutating func place(of offset: Int) -> HTMLPlace {
        let offset = max(0, min(offset, bytes.count))
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        let line = max(0, low - 1)
        _ = enter(line) { known, _ in known > offset }
        while known < offset, work > 0 {
            step()
            work -= 1
        }
        return HTMLPlace(line: line + 1, column: column)
    }

    private mutating func step() {
        if Self.isColumn(bytes[known]) { column += 1 }
        known += 1
    }

    /// Whether a byte may end a line.
    static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

    /// Whether a byte begins a code point, which is a column.
    static func isColumn(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}

extension HTMLPlace {
    /// The place of a byte of a text that begins at this place.
    func advanced(to offset: Int, in text: some Sequence<UInt8>) -> HTMLPlace {
        var place = self
        for byte in text.prefix(max(0, offset)) {
            if byte == 0x0A {
                place = HTMLPlace(line: place.line + 1, column: 1)
            } else if LineIndex.isColumn(byte) {
                place.column += 1
            }
        }
        return place
    }
}

extension HTMLDocument {
    /// Reads the document that a template becomes with values. Errors and warnings have places in the template.
    ///
    /// - Parameters:
    ///   - values: values that replace the template's defaults.
    ///   - options: the options for the document.
    /// - Throws: `HTMLError` for values without a parameter or a place, and all errors of documents.
    public init(
        _ template: HTMLTemplate, values: [String: JSONValue] = [:], options: HTMLOptions = HTMLOptions()
    ) throws(HTMLError) {
        let filled = try template.filled(values)
        do throws(HTMLError) {
            self = try HTMLDocument(filled.bytes, options, among: (template.pages, filled))
        } catch {
            var error = error
            var places = template.places(filled)
            error.place = places.place(error.place)
            throw error
        }
        guard !warnings.isEmpty || options.keepsPlaces else { return }
        var places = template.places(filled)
        for index in warnings.indices { warnings[index].place = places.place(warnings[index].place) }
        guard options.keepsPlaces else { return }
        for index in boxes.indices { boxes[index].place = places.place(boxes[index].place) }
    }
}
