/// The place in a style sheet or in a `style` attribute while a template is read.
struct StyleState: Equatable {
    private enum Address: Equatable {
        case none
        /// After `url(`.
        case open
        case plain
    }

    private var quote: UInt8 = 0
    private var isEscaped = false
    private var isComment = false
    /// Whether a colon was read since the last declaration ended.
    private var isValue = false
    private var address = Address.none
    /// Whether a string is the address of a `url()`.
    private var isAddressString = false
    private var beginsAddress = false
    private var last: UInt8 = 0
    /// The last letters of a name, in lower case, at most five.
    private var word: [UInt8] = []

    private static let functions: [[UInt8]] = [Array("url".utf8), Array("src".utf8)]

    mutating func read(_ byte: UInt8) {
        defer { last = byte }
        if isComment {
            if byte == UInt8(ascii: "/"), last == UInt8(ascii: "*") { isComment = false }
            return
        }
        if isEscaped {
            isEscaped = false
            beginsAddress = false
            return
        }
        if byte == UInt8(ascii: "\\") {
            isEscaped = true
            return
        }
        if quote != 0 {
            if byte == quote || byte == UInt8(ascii: "\n") { (quote, isAddressString) = (0, false) }
            beginsAddress = false
            return
        }
        let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
        if address != .none {
            switch byte {
            case UInt8(ascii: ")"): (address, beginsAddress) = (.none, false)
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard address == .open else { return }
                (quote, isAddressString, beginsAddress) = (byte, true, true)
                address = .none
            default:
                if isSpace { return }
                (address, beginsAddress) = (.plain, false)
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
        case UInt8(ascii: "*") where last == UInt8(ascii: "/"): isComment = true
        case UInt8(ascii: ":"): isValue = true
        case UInt8(ascii: ";"), UInt8(ascii: "{"), UInt8(ascii: "}"): isValue = false
        case UInt8(ascii: "(") where Self.functions.contains(word): (address, beginsAddress) = (.open, true)
        default: break
        }
        let letter = byte | 0x20
        if (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) || byte == UInt8(ascii: "-") {
            word.append(letter)
            if word.count > 5 { word.removeFirst() }
        } else {
            word = []
        }
    }

    /// Takes a value that was written here.
    mutating func takeValue() {
        if address == .open { address = .plain }
        (beginsAddress, last, word) = (false, 0, [])
    }

    /// The place of a value here. Nil if no value can be here.
    var context: (place: ValueContext.StylePlace, beginsAddress: Bool, isHidden: Bool)? {
        if isComment { return (.value, false, true) }
        if isEscaped { return nil }
        if quote != 0 { return (.string, isAddressString && beginsAddress, false) }
        if address != .none { return (.address, beginsAddress, false) }
        return isValue ? (.value, false, false) : nil
    }

    /// The state after a part that may be left out. Nil if its ends differ in more than the place within a value.
    func joined(with other: StyleState) -> StyleState? {
        guard quote == other.quote, isEscaped == other.isEscaped, isComment == other.isComment, address == other.address,
            isAddressString == other.isAddressString
        else { return nil }
        var result = other
        result.isValue = isValue || other.isValue
        result.beginsAddress = beginsAddress || other.beginsAddress
        return result
    }
}
