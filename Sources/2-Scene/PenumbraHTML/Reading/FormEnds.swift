import CPenumbraGumbo

/// Comments before the end tags of forms, which keep texts inside.
///
/// Gumbo takes a form off its stack without adding the text that it has collected, so that the text lands behind the form,
/// together with the text that follows. A comment lets Gumbo add the text before.
struct FormEnds {
    private static let comment = Array("<!---->".utf8)
    private static let tag = Array("</form".utf8)

    /// The offsets of the comments on each line of the new text, in ascending order.
    private var offsets: [Int: [Int]] = [:]

    /// Whether a text has end tags of forms.
    static func occur(in bytes: UnsafeBufferPointer<UInt8>) -> Bool { index(in: bytes[...]) != nil }

    /// - Returns: the document with the comments that its tree asks for. Nil if it asks for none.
    mutating func added(
        to bytes: UnsafeBufferPointer<UInt8>, _ document: UnsafePointer<GumboNode>
    ) -> [UInt8]? {
        let places = Self.places(in: bytes, document)
        guard !places.isEmpty else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + places.count * Self.comment.count)
        var (copied, line) = (0, 1)
        for place in places.sorted() where place > copied || copied == 0 {
            let part = bytes[copied..<place]
            line += part.count { $0 == UInt8(ascii: "\n") }
            result += part
            offsets[line, default: []].append(result.count)
            result += Self.comment
            copied = place
        }
        return result + bytes[copied...]
    }

    /// The place of a position in the document without the comments.
    func place(_ position: GumboSourcePosition) -> HTMLPlace {
        var column = Int(position.column)
        if let offsets = offsets[Int(position.line)] {
            column -= Self.comment.count * Self.count(of: offsets, before: Int(position.offset))
        }
        return HTMLPlace(line: max(1, Int(position.line)), column: max(1, column))
    }

    private static func count(of offsets: [Int], before offset: Int) -> Int {
        var (low, high) = (0, offsets.count)
        while low < high {
            let middle = (low + high) / 2
            if offsets[middle] < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The offsets of the end tags before which a text lies that isn't in its form.
    private static func places(in bytes: UnsafeBufferPointer<UInt8>, _ document: UnsafePointer<GumboNode>) -> [Int] {
        var result: [Int] = []
        var open = GumboReader.children(document.pointee.v.document.children)
        while let node = open.popLast() {
            guard node.pointee.type == GUMBO_NODE_ELEMENT || node.pointee.type == GUMBO_NODE_TEMPLATE else { continue }
            let children = GumboReader.children(node.pointee.v.element.children)
            open += children
            for (form, text) in zip(children, children.dropFirst()) {
                if let place = place(in: bytes, after: form.pointee, text.pointee) { result.append(place) }
            }
        }
        return result
    }

    /// The offset of the end tag of a form, if the text behind the form begins before it.
    private static func place(
        in bytes: UnsafeBufferPointer<UInt8>, after form: GumboNode, _ text: GumboNode
    ) -> Int? {
        guard form.type == GUMBO_NODE_ELEMENT, form.v.element.tag == GUMBO_TAG_FORM, text.type == GUMBO_NODE_TEXT else {
            return nil
        }
        let start = Int(text.v.text.start_pos.offset)
        let end = start + Int(text.v.text.original_text.length)
        let begin = Self.end(of: form)
        guard begin <= start, start < end, end <= bytes.count, let found = index(in: bytes[start..<end]),
            index(in: bytes[begin..<start]) == nil
        else { return nil }
        // White space at the end of a form shows nothing.
        return bytes[start..<found].allSatisfy { $0 <= 0x20 } ? nil : found
    }

    /// The offset behind the content of a form, before an end tag.
    private static func end(of form: GumboNode) -> Int {
        let element = form.v.element
        guard let last = GumboReader.children(element.children).last?.pointee else {
            return Int(element.start_pos.offset) + Int(element.original_tag.length)
        }
        switch last.type {
        case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
            // An end tag of the form may end an element inside, too.
            return Int(max(last.v.element.end_pos.offset, last.v.element.start_pos.offset))
        default: return Int(last.v.text.start_pos.offset) + Int(last.v.text.original_text.length)
        }
    }

    /// The first end tag of a form.
    private static func index(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var next = bytes.startIndex
        while next + tag.count <= bytes.endIndex {
            guard let found = bytes[next...].firstIndex(of: UInt8(ascii: "<")), found + tag.count <= bytes.endIndex else {
                return nil
            }
            if zip(bytes[found...], tag).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 }) { return found }
            next = found + 1
        }
        return nil
    }
}
