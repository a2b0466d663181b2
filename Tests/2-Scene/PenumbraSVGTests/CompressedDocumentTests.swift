import PenumbraGeometry
import PenumbraSVG
import PenumbraScene
import TestSupport
import Testing

@Suite(.timed) struct CompressedDocumentTests {
    /// A document of one square of 2 points, compressed by gzip.
    private static let square: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xED, 0x90, 0xB9, 0x0D, 0x80, 0x30, 0x0C, 0x00, 0x57, 0x31,
        0x95, 0x0B, 0x14, 0x6C, 0x41, 0x05, 0x4A, 0x52, 0xB0, 0x0A, 0x44, 0x49, 0x24, 0x3E, 0x81, 0x85, 0x19, 0x1F, 0xD8, 0x80,
        0x01, 0xD0, 0x35, 0x57, 0x5C, 0x75, 0xF6, 0x38, 0x23, 0x5C, 0xF3, 0xB4, 0x1C, 0x0E, 0x93, 0xC8, 0xD6, 0x11, 0xA9, 0x6A,
        0xA5, 0x4D, 0xB5, 0xEE, 0x91, 0x6A, 0x66, 0xA6, 0xA7, 0x40, 0x38, 0x73, 0xD0, 0x7E, 0xBD, 0x1C, 0x32, 0x30, 0xB4, 0xD0,
        0xA2, 0xB7, 0x85, 0x31, 0xA6, 0xFC, 0xF9, 0x8C, 0xF1, 0x76, 0x0F, 0x83, 0x80, 0xE6, 0x51, 0x92, 0xC3, 0x1A, 0x21, 0x85,
        0x1C, 0x93, 0xBC, 0x4A, 0xDE, 0xBE, 0x9F, 0xFD, 0x0D, 0xBE, 0x2F, 0x78, 0x5E, 0x8F, 0x01, 0x00, 0x00,
    ]

    private func refusal(_ bytes: [UInt8], longest: Int = 1 << 20) -> String {
        do throws(SVGError) {
            var options = SVGOptions()
            options.limits.documentBytes = longest
            _ = try SVGDocument(bytes, options: options)
            return "accepted"
        } catch {
            return error.description
        }
    }

    @Test func compressedDocumentsAreUnpacked() throws {
        #expect(SVGDocument.isDocument(Self.square))
        #expect(shapes(try SVGDocument(Self.square).layers).map(\.shape.path.bounds.width) == [2])
        // An image holds one, too.
        let address = "data:image/svg+xml;base64,\(base64(Self.square))"
        #expect(try shapes(in: "<image width='9' height='9' href='\(address)'/>").count == 1)
    }

    @Test func compressedDocumentsGrowOnlyUpToTheLimit() {
        #expect(refusal(Self.square, longest: 300).contains("the unpacked document has more bytes than allowed"))
        // The claimed length is the last four bytes.
        for claimed in [[0, 0, 0, 0], [255, 255, 255, 255], [255, 255, 255, 15]] as [[UInt8]] {
            #expect(refusal(Self.square.dropLast(4) + claimed).contains("damaged"))
        }
    }

    @Test func truncatedCompressedDocumentsAreErrors() {
        for end in 2..<Self.square.count {
            #expect(refusal(Array(Self.square[..<end])).contains("line 1, column 1"), "\(end) bytes")
        }
    }

    private func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var result = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = Array(bytes[start..<min(start + 3, bytes.count)])
            let sum = (part + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
            for index in 0..<4 { result.append(index <= part.count ? letters[sum >> (18 - 6 * index) & 63] : "=") }
        }
        return result
    }
}
