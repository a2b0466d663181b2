import PenumbraScene

/// The parts of a control for a date or a time: fields with texts between them, as Chromium shows them in American English.
struct DateFields {
    struct Part {
        var text: String
        /// The texts that a field has room for. Nil for a text between fields.
        var room: [String]?
    }

    private(set) var parts: [Part] = []
    let isTime: Bool

    /// Nil for other elements.
    init?(_ element: HTMLElement) {
        guard element.isHTML, element.name == "input", let type = element["type"]?.trimmingSpaces.asciiLowercased else {
            return nil
        }
        isTime = type == "time"
        let value = element["value"] ?? ""
        let step = element.step(standard: 60) ?? 60
        switch type {
        case "date": addDate(Self.numbers(value, "yyyy-mm-dd"))
        case "time": addTime(value, step)
        case "datetime-local":
            let halves = value.split(maxSplits: 1, whereSeparator: { $0 == "T" || $0 == " " }).map(String.init)
            let date = halves.count == 2 && Self.time(halves[1]) != nil ? Self.numbers(halves[0], "yyyy-mm-dd") : nil
            addDate(date)
            add(", ")
            addTime(date == nil ? "" : halves[1], step)
        case "month":
            let date = Self.numbers(value, "yyyy-mm")
            add(date.map { Self.months[$0[1] - 1] } ?? "---------", room: Self.months + ["---------"])
            add(" ")
            add(date.map { Self.digits($0[0], 4) } ?? "----", room: ["275760", "----"])
        case "week":
            let date = Self.numbers(value, "yyyy-Www")
            add("Week ")
            add(date.map { Self.digits($0[1], 2) } ?? "--", room: ["53", "--"])
            add(", ")
            add(date.map { Self.digits($0[0], 4) } ?? "----", room: ["275760", "----"])
        default: return nil
        }
    }

    /// The width of the fields with their widest texts.
    func width(_ width: (String) -> Double) -> Double {
        parts.reduce(0) { sum, part in
            guard let room = part.room else { return sum + width(part.text) }
            // A field has a point of room on each side.
            return sum + (room.map(width).max() ?? 0) + 2
        }.rounded(.up)
    }

    private mutating func add(_ text: String, room: [String]? = nil) { parts.append(Part(text: text, room: room)) }

    private mutating func addDate(_ date: [Int]?) {
        add(date.map { Self.digits($0[1], 2) } ?? "mm", room: ["12", "mm"])
        add("/")
        add(date.map { Self.digits($0[2], 2) } ?? "dd", room: ["31", "dd"])
        add("/")
        add(date.map { Self.digits($0[0], 4) } ?? "yyyy", room: ["275760", "yyyy"])
    }

    /// - Parameter step: the seconds from one time that may be chosen to the next.
    private mutating func addTime(_ value: String, _ step: Double) {
        let time = Self.time(value)
        let hour = time.map { ($0[0] + 11) % 12 + 1 }
        add(hour.map { Self.digits($0, 2) } ?? "--", room: ["12", "--"])
        add(":")
        add(time.map { Self.digits($0[1], 2) } ?? "--", room: ["59", "--"])
        let hasFraction = time.map { $0[3] > 0 } == true || step.truncatingRemainder(dividingBy: 1) != 0
        if hasFraction || time.map({ $0[2] > 0 }) == true || step.truncatingRemainder(dividingBy: 60) != 0 {
            add(":")
            add(time.map { Self.digits($0[2], 2) } ?? "--", room: ["59", "--"])
        }
        if hasFraction {
            add(".")
            add(time.map { Self.digits($0[3], 3) } ?? "---", room: ["999", "---"])
        }
        add(" ")
        add(time.map { $0[0] < 12 ? "AM" : "PM" } ?? "--", room: ["AM", "PM", "--"])
    }

    /// Hours, minutes, seconds and their thousandths. Nil for a text that is no time of a day.
    static func time(_ text: String) -> [Int]? {
        func isDigits(_ text: Substring) -> Bool { text.allSatisfy { ("0"..."9").contains($0) } }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        var numbers: [Int] = []
        var thousandths = 0
        for part in parts {
            let digits = part.prefix(2)
            guard digits.count == 2, isDigits(digits), let number = Int(digits) else { return nil }
            numbers.append(number)
            if part.count == 2 { continue }
            let fraction = part.dropFirst(3)
            guard numbers.count == 3, part.dropFirst(2).first == ".", (1...3).contains(fraction.count), isDigits(fraction)
            else { return nil }
            thousandths = Int(fraction + String(repeating: "0", count: 3 - fraction.count)) ?? 0
        }
        guard numbers[0] < 24, numbers[1] < 60, numbers.last ?? 0 < 60 else { return nil }
        return numbers + (numbers.count == 2 ? [0] : []) + [thousandths]
    }

    /// The numbers of a date: HTML, section 2.3.5. Nil for a text of another form, and for days that no calendar has.
    static func numbers(_ text: String, _ form: String) -> [Int]? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let forms = form.split(separator: "-")
        guard parts.count == forms.count, (4...6).contains(parts[0].count) else { return nil }
        var numbers: [Int] = []
        for (part, form) in zip(parts, forms) {
            var part = part
            if form.hasPrefix("W") {
                guard part.hasPrefix("W") else { return nil }
                part = part.dropFirst()
            }
            guard part.allSatisfy({ ("0"..."9").contains($0) }), numbers.isEmpty || part.count == 2, let number = Int(part),
                number > 0
            else { return nil }
            numbers.append(number)
        }
        let year = numbers[0]
        if form.contains("W") {
            // A year has 53 weeks if its last day or the day before is a Thursday.
            func lastDay(_ year: Int) -> Int { (year + year / 4 - year / 100 + year / 400) % 7 }
            let weeks = lastDay(year) == 4 || lastDay(year - 1) == 3 ? 53 : 52
            return numbers[1] <= weeks && (year, numbers[1]) <= (275_760, 37) ? numbers : nil
        }
        // The last day that JavaScript's dates have.
        guard numbers[1] <= 12, (year, numbers[1], numbers.count > 2 ? numbers[2] : 1) <= (275_760, 9, 13) else { return nil }
        if numbers.count > 2 {
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            guard numbers[2] <= days[numbers[1] - 1] else { return nil }
        }
        return numbers
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

extension HTMLElement {
    /// The step of a control: HTML, section 4.10.5.3.8. Nil for any.
    func step(standard: Double) -> Double? {
        guard let text = self["step"] else { return standard }
        if text.asciiLowercased == "any" { return nil }
        guard let step = Double(text), step.isFinite, step > 0 else { return standard }
        return step
    }
}

extension BoxBuilder {
    /// Gives a control for a date its fields, with the sign of a calendar or a clock beside them.
    mutating func fillDate(_ index: Int, _ fields: DateFields, _ node: Int, _ style: HTMLStyle) {
        // Chromium's fields run from left to right, whatever the direction of their text.
        var style = style
        style.text.isRightToLeft = false
        result.boxes[index].style.text.isRightToLeft = false
        var own = cascade.style(of: node, pseudo: "-webkit-datetime-edit", parent: style) ?? style.inherited
        let (inner, measured, size) = (own.inherited, cascade.context.textWidth, own.text.fontSize)
        own.box.minWidth = .points(fields.width { measured?($0, inner) ?? 0.6 * size * Double($0.count) })
        let edit = add(PageBox(element: node, pseudo: "-webkit-datetime-edit", style: own, parent: index))
        var field = own.inherited
        field.box.display = .inlineBlock
        (field.box.padding.left, field.box.padding.right) = (.points(1), .points(1))
        var pieces: [Piece] = []
        for part in fields.parts {
            let text = Piece.text(part.text, style: add(own.inherited))
            guard part.room != nil else {
                pieces.append(text)
                continue
            }
            let box = add(PageBox(element: nil, style: field, parent: -1, isAtom: true))
            fill(box, [text])
            pieces.append(.atom(box: box, style: add(field)))
        }
        fill(edit, pieces)
        result.boxes[index].content = .flex
        var children = [edit]
        var sign = cascade.style(of: node, pseudo: "-webkit-calendar-picker-indicator", parent: style) ?? style.inherited
        if sign.box.display != .none {
            sign.blockify()
            let box = add(PageBox(element: node, pseudo: "-webkit-calendar-picker-indicator", style: sign, parent: index))
            result.boxes[box].content = .replaced(ReplacedContent(drawing: .control(node)))
            children.append(box)
        }
        adopt(children, by: index)
    }
}

extension BoxBuilder {
    /// Counts the layers of a date field: its box, its texts and its button. A field takes few bytes of the document, and far
    /// more time and memory for its boxes.
    mutating func count(_ control: FormControl, _ node: Int, _ style: HTMLStyle) throws(HTMLError) {
        guard case .date(let fields) = control, style.text.isVisible else { return }
        fieldLayers += fields.parts.count + 2
        guard fieldLayers <= mostLayers else { throw .tooManyLayers(mostLayers, at: tree.nodes[node].place) }
    }
}
