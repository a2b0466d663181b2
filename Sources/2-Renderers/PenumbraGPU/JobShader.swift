/// A shader's text, changed so that one dispatch runs a pass for several pictures.
///
/// Shaders are written as if for one picture: they use parameters without declaring them, and a storage block holds only its
/// part of a buffer. A dispatch makes one picture for each work group along z. The compiled text therefore differs as follows:
///
/// - a parameter is a variable, which `main` first sets from the words of its picture in a uniform block;
/// - an array of a storage block is indexed from the start of its picture's part.
///
/// A shader with layers calls `load_layer` for each of `layer_count()` sets of parameters, instead of having one set. The
/// layers of all pictures are equally many.
///
/// There is also a text for one picture, in which all offsets are constant, so that it loses no speed. Each storage block must
/// be declared on a line of its own, which may be inside conditionals.
package struct JobShader {
    /// A parameter and its type in GLSL.
    package struct Parameter {
        fileprivate var name: String
        fileprivate var type: String

        /// A parameter that isn't an `Int32` or a `UInt32` has a type that no shader compiles with.
        package init(_ name: String, of type: Any.Type) {
            self.name = name
            self.type = type == Int32.self ? "int" : type == UInt32.self ? "uint" : "\(type)"
        }
    }

    private struct Block {
        var array: String
        /// The number of words per element.
        var words: Int
        var binding: Int
    }

    /// The number of four-word vectors in the uniform block.
    private let vectors: Int
    /// Whether the shader reads the words of several layers itself, one after another.
    let isLayered: Bool

    private let parameters: [Parameter]
    /// The number of words that hold the starts of blocks: one for each binding up to the largest.
    package let bindings: Int
    private let blocks: [Block]
    private let lines: [Substring]

    /// - Parameters:
    ///   - source: a shader with its includes inserted and `#line` directives that number its lines.
    ///   - parameters: all parameters, in the order in which their words follow the words of the blocks.
    ///   - uniformBytes: the size of the uniform block; every device has 16 KiB.
    package init(_ source: String, parameters: [Parameter], uniformBytes: Int = 16 << 10) {
        self.parameters = parameters
        vectors = uniformBytes / 16
        isLayered = source.contains("load_layer(")
        lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        blocks = lines.compactMap(Self.block)
        bindings = (blocks.map(\.binding).max() ?? -1) + 1
    }

    /// The number of vectors per picture, or per layer.
    var stride: Int { max(1, (bindings + parameters.count + 3) / 4) }

    /// The number of vectors before those of pictures. The first word is the number of layers of each picture.
    var header: Int { isLayered ? 1 : 0 }

    /// The most layers of all pictures that one dispatch can make.
    var most: Int { (vectors - header) / stride }

    /// Returns the text to compile.
    ///
    /// - Parameter isShared: true if a dispatch makes several pictures.
    package func text(isShared: Bool) -> String {
        var result: [String] = []
        var number = 0
        var file = "0"
        for line in lines {
            if line.hasPrefix("#line ") {
                let parts = line.split(separator: " ")
                number = (parts.count > 1 ? Int(parts[1]) ?? 1 : 1) - 1
                file = parts.count > 2 ? String(parts[2]) : "0"
                result.append(String(line))
                continue
            }
            number += 1
            if line.hasPrefix("#version") {
                result.append(String(line))
                result.append("layout(std140, binding = 0) uniform Jobs { highp uvec4 job_words[\(vectors)]; };")
                result += parameters.map { "highp \($0.type) \($0.name);" }
            } else if let block = Self.block(line) {
                result.append(
                    isShared
                        ? "\(line) const int words_of_\(block.array) = \(block.words); int base_of_\(block.array);"
                        : "\(line) const int base_of_\(block.array) = 0;")
                result.append("#define BLOCK_\(block.array)")
                result.append("#line \(number + 1) \(file)")
            } else if line.hasPrefix("void main()") {
                result += loading(isShared)
                result.append("#line \(number) \(file)")
                result.append(withPrologue(line))
            } else {
                result.append(indexed(line))
            }
        }
        return result.joined(separator: "\n")
    }

    /// Returns a function that sets the variables from the words of this work group's picture.
    private func loading(_ isShared: Bool) -> [String] {
        var result: [String] = []
        if isLayered {
            result.append("int layer_count() { return \(isShared ? "int(job_words[0].x)" : "1"); }")
            result.append("void load_layer(int layer) {")
            if isShared {
                result.append("int first = (int(gl_WorkGroupID.z) * layer_count() + layer) * \(stride);")
            }
        } else {
            result.append("void load_job() {")
            if isShared { result.append("int first = int(gl_WorkGroupID.z) * \(stride);") }
        }
        func word(_ index: Int) -> String {
            let component = ["x", "y", "z", "w"][index % 4]
            return "job_words[\(isShared ? "first + " : "")\(header + index / 4)].\(component)"
        }
        var seen: Set<String> = []
        for block in isShared ? blocks : [] where seen.insert(block.array).inserted {
            result += [
                "#ifdef BLOCK_\(block.array)",
                "base_of_\(block.array) = int(\(word(block.binding))) / words_of_\(block.array);", "#endif",
            ]
        }
        for (index, parameter) in parameters.enumerated() {
            result.append("\(parameter.name) = \(parameter.type)(\(word(bindings + index)));")
        }
        return result + ["}"]
    }

    private func withPrologue(_ line: Substring) -> String {
        guard let brace = line.firstIndex(of: "{"), !isLayered else { return indexed(line) }
        return line[...brace] + " load_job();" + indexed(line[line.index(after: brace)...])
    }

    /// Returns the line with every index of a block's array counted from the start of the picture's part.
    private func indexed(_ line: Substring) -> String {
        let characters = Array(line.utf8)
        let names = Set(blocks.map(\.array))
        var position = 0
        return String(decoding: rewritten(characters, &position, names, inside: false), as: UTF8.self)
    }

    /// Copies text from `position` on, and counts each index of an array in `names` from the start of the picture's part.
    ///
    /// - Parameter inside: true ends after the bracket that closes the bracket before `position`.
    private func rewritten(_ text: [UInt8], _ position: inout Int, _ names: Set<String>, inside: Bool) -> [UInt8] {
        var result: [UInt8] = []
        while position < text.count {
            let character = text[position]
            if character == UInt8(ascii: "/"), position + 1 < text.count, text[position + 1] == UInt8(ascii: "/") {
                result += text[position...]
                position = text.count
            } else if Self.isWord(character) {
                let start = position
                while position < text.count, Self.isWord(text[position]) { position += 1 }
                let name = String(decoding: text[start..<position], as: UTF8.self)
                result += text[start..<position]
                guard names.contains(name), position < text.count, text[position] == UInt8(ascii: "[") else { continue }
                position += 1
                let index = rewritten(text, &position, names, inside: true)
                result += Array("[base_of_\(name) + (".utf8) + index + Array(")]".utf8)
            } else if inside && character == UInt8(ascii: "]") {
                position += 1
                return result
            } else {
                position += 1
                result.append(character)
                if character == UInt8(ascii: "[") {
                    result += rewritten(text, &position, names, inside: true) + [UInt8(ascii: "]")]
                }
            }
        }
        return result
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Parses `layout(std430, binding = 0) … buffer Name { type array[]; };`.
    private static func block(_ line: Substring) -> Block? {
        guard line.hasPrefix("layout(std430, binding = "), let open = line.firstIndex(of: "{") else { return nil }
        let number = line.dropFirst("layout(std430, binding = ".count).prefix { $0.isNumber }
        let words = line[line.index(after: open)...].split(separator: " ")
        guard let binding = Int(number), words.count >= 2, let bracket = words[1].firstIndex(of: "[") else { return nil }
        let size: Int
        switch words[0].last {
        case "2": size = 2
        case "4": size = 4
        default: size = 1
        }
        return Block(array: String(words[1][..<bracket]), words: size, binding: binding)
    }
}
