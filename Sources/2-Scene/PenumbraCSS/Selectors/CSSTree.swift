/// The elements of a document, as selectors see them. Elements refer to each other by their index; -1 stands for none.
package struct CSSTree: Sendable {
    package struct Element: Sendable {
        /// The name without a prefix.
        package var name: String
        package var attributes: [(name: String, value: String)]
        package fileprivate(set) var id: String?
        package fileprivate(set) var classes: [String] = []
        package fileprivate(set) var parent: Int32 = -1
        package fileprivate(set) var previous: Int32 = -1
        package fileprivate(set) var next: Int32 = -1
        package fileprivate(set) var firstChild: Int32 = -1
        fileprivate var lastChild: Int32 = -1
        /// The first index after those of the elements inside.
        package fileprivate(set) var end: Int32 = 0
        /// Whether the element holds text, even if only spaces.
        package var hasText = false
        /// Whether the element is one of HTML, whose names ignore case.
        package var isHTML = false
        /// The states that the language of the document gives the element.
        package fileprivate(set) var states: CSSElementStates = []

        package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    package private(set) var elements: [Element] = []

    package init() {}

    /// Adds an element after all others. Its parent must be the last element or an ancestor of it.
    package mutating func add(
        _ name: String, attributes: [(name: String, value: String)], parent: Int?, isHTML: Bool = false
    ) -> Int {
        let index = Int32(elements.count)
        var element = Element(name: name, attributes: attributes)
        element.isHTML = isHTML
        element.end = index + 1
        for attribute in attributes {
            if attribute.name == "id" { element.id = attribute.value }
            if attribute.name == "class" {
                element.classes = attribute.value.split(whereSeparator: \.isCSSSpace).map(String.init)
            }
        }
        if let parent {
            element.parent = Int32(parent)
            element.previous = elements[parent].lastChild
            if element.previous >= 0 { elements[Int(element.previous)].next = index }
            if elements[parent].firstChild < 0 { elements[parent].firstChild = index }
            elements[parent].lastChild = index
            var here = Int32(parent)
            while here >= 0 {
                elements[Int(here)].end = index + 1
                here = elements[Int(here)].parent
            }
        }
        elements.append(element)
        return Int(index)
    }

    package mutating func addText(to index: Int) { elements[index].hasText = true }

    package mutating func setStates(_ states: CSSElementStates, of index: Int) { elements[index].states = states }

    func children(of index: Int) -> [Int32] {
        var result: [Int32] = []
        var here = elements[index].firstChild
        while here >= 0 {
            result.append(here)
            here = elements[Int(here)].next
        }
        return result
    }

    /// The children of an element's parent. The root is alone.
    func siblings(of index: Int) -> [Int32] {
        let parent = elements[index].parent
        return parent < 0 ? [Int32(index)] : children(of: Int(parent))
    }
}
