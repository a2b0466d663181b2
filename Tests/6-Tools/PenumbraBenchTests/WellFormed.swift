import PenumbraJSON

/// Checks that a text is well-formed XML, as far as the pages need it. Tags nest and close, attributes are quoted and unique,
/// and `&` begins one of XML's entities.
struct WellFormed {
    private(set) var faults: [String] = []
    /// The number of times that each element begins.
    private(set) var elements: [String: Int] = [:]
    /// The values of `href` and `src`.
    private(set) var links: [String] = []

    init(_ text: String) {
        var rest = text[...]
        var open: [String] = []
        if rest.hasPrefix("<!DOCTYPE html>") { rest = rest.dropFirst(15) }
        while let start = rest.firstIndex(of: "<") {
            checkText(rest[..<start])
            guard let end = rest[start...].firstIndex(of: ">") else {
                faults.append("a tag does not end")
                return
            }
            let tag = rest[rest.index(after: start)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("/") {
                let name = String(tag.dropFirst())
                if open.last == name { open.removeLast() } else { faults.append("</\(name)> closes \(open.last ?? "nothing")") }
                continue
            }
            let isEmpty = tag.hasSuffix("/")
            let name = String(tag.prefix { $0 != " " && $0 != "/" && $0 != "\n" })
            elements[name, default: 0] += 1
            checkAttributes(tag.dropFirst(name.count).dropLast(isEmpty ? 1 : 0), of: name)
            if !isEmpty { open.append(name) }
        }
        checkText(rest)
        for name in open { faults.append("<\(name)> is not closed") }
    }

    private mutating func checkText(_ text: Substring) {
        for part in text.split(separator: "&", omittingEmptySubsequences: false).dropFirst()
        where !["amp;", "lt;", "gt;", "quot;"].contains(where: { part.hasPrefix($0) }) {
            faults.append("a bare & before \"\(part.prefix(10))\"")
        }
    }

    private mutating func checkAttributes(_ text: Substring, of element: String) {
        var rest = text
        var names: Set<String> = []
        while true {
            rest = rest.drop { $0 == " " || $0 == "\n" }
            guard !rest.isEmpty else { return }
            let name = String(rest.prefix { $0 != "=" && $0 != " " })
            rest = rest.dropFirst(name.count)
            guard rest.hasPrefix("=\""), let end = rest.dropFirst(2).firstIndex(of: "\"") else {
                faults.append("\(name) of <\(element)> has no quoted value")
                return
            }
            let value = rest.dropFirst(2)[..<end]
            checkText(value)
            if !names.insert(name).inserted { faults.append("\(name) of <\(element)> is given twice") }
            if name == "href" || name == "src" { links.append(String(value)) }
            rest = rest[rest.index(after: end)...]
        }
    }
}
