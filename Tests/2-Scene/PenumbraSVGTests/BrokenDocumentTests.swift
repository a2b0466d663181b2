import PenumbraSVG
import TestSupport
import Testing

@Suite(.timed) struct BrokenDocumentTests {
    private let head = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">"#

    @Test func svgErrorsAreOneLineWithTheirPlace() {
        #expect(refusal("") == "line 1, column 1: the document isn't well-formed XML: no element found")
        #expect(refusal("<svg>\n <g>\n</svg>") == "line 3, column 3: the document isn't well-formed XML: mismatched tag")
        #expect(refusal("<html/>").hasPrefix("line 1, column 1: the root element is <html>, expected <svg>"))
        #expect(refusal("<svg xmlns='http://www.w3.org/2000/svg'/>").contains("the document has no size"))
        #expect(refusal("\u{1F}\u{8B}").contains("line 1"))
    }

    @Test func entitiesWithOtherEntitiesAreRefused() {
        let laughs = """
            <!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>
            """
        #expect(refusal(laughs + head + "<text>&c;</text></svg>").contains("the entity \"b\" isn't allowed"))
        let outside = #"<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>"#
        #expect(refusal(outside + head + "<text>&x;</text></svg>").contains("the external entity \"x\" isn't allowed"))
        let parameter = #"<!DOCTYPE svg [<!ENTITY % p SYSTEM "http://a/b.dtd"> %p;]>"#
        #expect(refusal(parameter + head + "</svg>").contains("the parameter entity \"p\" isn't allowed"))
        let markup = #"<!DOCTYPE svg [<!ENTITY r "<rect/>">]>"#
        #expect(refusal(markup + head + "&r;</svg>") == "accepted")
        let long = #"<!DOCTYPE svg [<!ENTITY r "\#(String(repeating: "<g/>", count: 65))">]>"#
        #expect(refusal(long + head + "&r;</svg>").contains("the entity \"r\" isn't allowed"))
        let open = #"<!DOCTYPE svg [<!ENTITY r "<g>">]>"#
        #expect(refusal(open + head + "&r;</g></svg>").contains("isn't well-formed XML"))
        // The address of a namespace, as editors write it.
        let namespace = #"<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>"#
        #expect(refusal(namespace + #"<svg xmlns="&ns;" viewBox="0 0 1 1"/>"#) == "accepted")
        // A document type is read from nowhere.
        let type = #"<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">"#
        #expect(refusal(type + head + "</svg>") == "accepted")
    }

    @Test func deepSVGDocumentsAreRefused() {
        let deep = String(repeating: "<g>", count: 100_000)
        #expect(
            refusal(head + deep) == "line 1, column \(61 + 3 * 199): more than 200 elements inside each other; use fewer groups"
        )
        let groups = 150
        let open = String(repeating: "<g opacity='.9'>", count: groups) + "<rect width='1' height='1'/>"
        #expect(refusal(head + open + String(repeating: "</g>", count: groups) + "</svg>") == "accepted")
    }

    @Test func referencesThatMultiplyAreRefused() {
        var text = head + "<g id='g0'><rect width='1' height='1'/></g>"
        for index in 1..<40 { text += "<g id='g\(index)'><use href='#g\(index - 1)'/><use href='#g\(index - 1)'/></g>" }
        #expect(refusal(text + "</svg>").contains("more than 100000 layers; raise"))
    }

    @Test func selfReferencesAreLeftOutByName() throws {
        for (text, words) in [
            ("<g id='a'><use href='#a'/></g>", "<use> refers to itself through \"#a\""),
            ("<g id='a'><use href='#b'/></g><g id='b'><use href='#a'/></g>", "<use> refers to itself"),
            (
                "<clipPath id='a' clip-path='url(#a)'><path d='M0 0h1v1'/></clipPath><path d='M0 0h1v1' clip-path='url(#a)'/>",
                "<clipPath> refers"
            ),
            ("<mask id='a'><path d='M0 0h1v1' mask='url(#a)'/></mask><path d='M0 0h1v1' mask='url(#a)'/>", "<path> refers"),
            (
                "<pattern id='a' width='1' height='1'><path d='M0 0h1v1' fill='url(#a)'/></pattern><path d='M0 0h1v1' fill='url(#a)'/>",
                "<path> refers"
            ),
        ] {
            let warnings = try document(text).warnings
            #expect(warnings.contains { "\($0)".contains(words) }, "\(text): \(warnings)")
        }
    }

    @Test func hugeSVGNumbersNeverTrap() throws {
        for value in ["1e308", "-1e308", "1e-320", "99999999999999999999", "1e9", "nan"] {
            for element in [
                "<rect x='\(value)' width='\(value)' height='10'/>", "<circle r='\(value)' cx='\(value)'/>",
                "<path d='M0 0L\(value) 10A\(value) 1 0 0 1 5 5'/>",
                "<path d='M0 0h9' stroke='red' stroke-width='\(value)' stroke-dasharray='\(value) 1'/>",
                "<g transform='scale(\(value)) scale(\(value))'><rect width='1' height='1'/></g>",
                "<text font-size='\(value)' x='\(value)'>a</text>",
                "<svg width='\(value)' height='5' viewBox='0 0 \(value) 1'><rect width='1' height='1'/></svg>",
                "<pattern id='p' width='\(value)' height='1'><path d='M0 0h1v1'/></pattern><rect width='9' height='9' fill='url(#p)'/>",
                "<filter id='f'><feTurbulence baseFrequency='\(value)' numOctaves='\(value)' seed='\(value)' stitchTiles='stitch'/></filter><rect width='9' height='9' filter='url(#f)'/>",
                "<filter id='f'><feMorphology radius='\(value)'/><feDisplacementMap scale='\(value)'/><feOffset dx='\(value)'/></filter><rect width='9' height='9' filter='url(#f)'/>",
                "<filter id='f'><feConvolveMatrix order='\(value)' kernelMatrix='\(value)' bias='\(value)'/><feColorMatrix values='\(value)'/></filter><rect width='9' height='9' filter='url(#f)'/>",
                "<filter id='f' x='\(value)' width='\(value)'><feFlood x='\(value)'/><feTile/></filter><rect width='9' height='9' filter='url(#f)'/>",
                "<path id='p' d='M0 0h\(value)'/><text textLength='\(value)'><textPath href='#p' startOffset='\(value)'>a</textPath></text>",
                "<filter id='f'><feGaussianBlur stdDeviation='\(value)'/></filter><rect width='9' height='9' filter='url(#f)'/>",
            ] {
                _ = refusal(head + element + "</svg>")
                _ = refusal(head + element + "</svg>", allowsMissing: true)
            }
        }
    }

    @Test func missingFilesAreRefusedUnlessTheyMayBeMissing() throws {
        for (text, words) in [
            ("<image href='http://a/b.png' width='1' height='1'/>", "nothing is fetched from a network"),
            ("<use href='other.svg#a'/>", "nothing outside the document is read"),
        ] {
            let message = refusal(head + text + "</svg>")
            #expect(message.contains(words) && message.hasPrefix("line 1, column "), "\(message)")
            #expect(try document(text, allowsMissing: true).warnings.count == 1, "\(text)")
        }
    }

    @Test func unsupportedFeaturesAreLeftOutWithAWarning() throws {
        for (text, words) in [
            ("<video/>", "<video> isn't supported"),
            ("<text text-decoration='overline'>a</text>", "an overline needs fonts to be placed"),
            ("<path d='M0 0h1v1' style='rotate: x 9deg'/>", "only moves, turns and scales in the plane are"),
        ] {
            let warnings = try document(text).warnings.map { "\($0)" }
            #expect(
                warnings.count == 1 && warnings[0].contains(words) && warnings[0].hasPrefix("line 1, column "), "\(warnings)")
        }
    }

    @Test func truncatedSVGDocumentsAreOneLineErrors() throws {
        let text = Array(
            (head
                + "<style>.a{fill:red}</style><g class='a'><path d='M1 1C2 2 3 3 4 4z'/><text x='1'>a<tspan>b</tspan></text></g></svg>")
                .utf8)
        for end in 0..<text.count {
            do throws(SVGError) {
                _ = try SVGDocument(Array(text[..<end]))
                Issue.record("accepted \(end) bytes")
            } catch {
                #expect(!error.description.contains("\n"))
            }
        }
    }
}
