import Glibc

/// A text as a key: two texts are equal if their bytes are.
///
/// `String` takes Unicode spellings of the same letter as equal, although fonts may draw them differently and folders may have
/// a file for each.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (a: ExactText, b: ExactText) -> Bool {
        guard a.text.utf8.count == b.text.utf8.count else { return false }
        // Comparing memory is many times faster. Texts of other libraries may not lie in memory as a whole.
        let isEqual = a.text.utf8.withContiguousStorageIfAvailable { a in
            b.text.utf8.withContiguousStorageIfAvailable { b in
                guard let first = a.baseAddress, let second = b.baseAddress else { return a.isEmpty }
                return memcmp(first, second, a.count) == 0
            }
        }
        return (isEqual ?? nil) ?? a.text.utf8.elementsEqual(b.text.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
