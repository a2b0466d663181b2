import PenumbraCSS
import PenumbraSystem

extension Cascade {
    /// A part of a style sheet or of an attribute without effect.
    struct Notice {
        enum Source: Hashable {
            case sheet(Int)
            case attribute(String, node: Int)
        }
        var source: Source
        /// The first byte of the part. Nil for an attribute as a whole.
        var offset: Int?
        var message: Message
    }

    /// The parts of style sheets and attributes without effect.
    var allNotices: [Notice] {
        sheets.notices.map { Notice(source: .sheet($0.sheet), offset: $0.offset, message: $0.message) } + notices
    }

    /// Finds the places of notices in a document. Notices of one source cost one pass over the source, if their parts ascend.
    struct NoticePlaces {
        let document: XMLDocument
        let sheetNodes: [Int]
        private var source: Notice.Source?
        private var walk = XMLTextPlaces.Walk("", XMLTextPlaces())
        /// The place of the source as a whole.
        private var whole = SVGPlace(line: 1, column: 1)

        init(_ cascade: Cascade) { (document, sheetNodes) = (cascade.document, cascade.sheetNodes) }

        mutating func place(of notice: Notice) -> SVGPlace {
            if notice.source != source { open(notice.source) }
            return notice.offset.flatMap { walk.place(of: $0) } ?? whole
        }

        private mutating func open(_ source: Notice.Source) {
            self.source = source
            switch source {
            case .sheet(let number):
                guard sheetNodes.indices.contains(number) else { return open("", nil, SVGPlace(line: 1, column: 1)) }
                let node = document.nodes[sheetNodes[number]]
                var places = XMLTextPlaces()
                for child in node.children where document.nodes[child].isText {
                    if let part = document.textPlaces[child] { places.append(part) }
                }
                open(node.children.map { document.nodes[$0].text }.joined(), places, node.place)
            case .attribute(let name, let index):
                let node = document.nodes[index]
                let value = node[name] ?? ""
                let places = XMLTextPlaces(
                    attribute: name, value, in: document.source, tagAt: node.offset, node.place)
                open(value, places, places?.name ?? node.place)
            }
        }

        private mutating func open(_ text: String, _ places: XMLTextPlaces?, _ whole: SVGPlace) {
            (walk, self.whole) = (XMLTextPlaces.Walk(text, places ?? XMLTextPlaces()), whole)
        }
    }
}
