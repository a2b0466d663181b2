import Glibc
import PenumbraSystem

/// The texts of the shaders: those built into the binary, or those of a folder during shader development.
///
/// A file is named by its base name and extension, such as `convolve.comp` or `common.glsl`.
public struct ShaderLibrary: Sendable {
    private var files: [String: String]

    /// The shaders that the binary was built with.
    public static let embedded = ShaderLibrary(files: embeddedFiles)

    public init(files: [String: String]) {
        self.files = files
    }

    /// Reads every `.comp` and `.glsl` file of a folder, once.
    ///
    /// - Throws: `ShaderLibraryError.unreadable` if the folder or one of its files cannot be read.
    public init(directory: String) throws(ShaderLibraryError) {
        files = [:]
        guard let names = PenumbraSystem.fileNames(in: directory) else {
            throw .unreadable(path: directory, reason: String(cString: strerror(errno)))
        }
        for name in names where name.hasSuffix(".comp") || name.hasSuffix(".glsl") {
            files[name] = try Self.contents(of: directory + "/" + name)
        }
    }

    /// The names of the files, sorted.
    public var fileNames: [String] { files.keys.sorted() }

    /// The text of one file; nil if there is no file of that name.
    public subscript(file: String) -> String? { files[file] }

    /// Returns the same library with one file's text replaced or added.
    public func replacing(_ file: String, with text: String) -> ShaderLibrary {
        var result = self
        result.files[file] = text
        return result
    }

    /// Returns a shader ready to compile: the version line, one `#define` line for each constant, and the text with its
    /// includes inserted.
    ///
    /// Each file is included once, where it is first named. `#line` directives number lines as in the files. The second
    /// number of a compiler's `file:line` is the file's place in the order of inclusion, 0 for the shader itself.
    ///
    /// - Throws: `ShaderLibraryError.missing` if the shader or one of its includes is not in the library.
    public func source(of shader: String, constants: [ShaderConstant]) throws(ShaderLibraryError) -> String {
        var text = "#version 310 es\n"
        for constant in constants { text += "#define \(constant.name) \(constant.value)\n" }
        var included: [String] = []
        try append(shader + ".comp", includedFrom: nil, to: &text, included: &included)
        return text
    }

    private func append(
        _ name: String, includedFrom parent: String?, to text: inout String, included: inout [String]
    ) throws(ShaderLibraryError) {
        guard !included.contains(name) else { return }
        guard let contents = files[name] else { throw .missing(file: name, includedFrom: parent) }
        let index = included.count
        included.append(name)
        text += "#line 1 \(index)\n"
        var number = 0
        for line in contents.split(separator: "\n", omittingEmptySubsequences: false) {
            number += 1
            guard let file = Self.includedFile(line) else {
                text += line
                text += "\n"
                continue
            }
            try append(file, includedFrom: name, to: &text, included: &included)
            text += "#line \(number + 1) \(index)\n"
        }
    }

    /// Returns the name in `#include "name"`; nil for any other line.
    private static func includedFile(_ line: Substring) -> String? {
        guard line.hasPrefix("#include") else { return nil }
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        return parts.count >= 3 ? String(parts[1]) : nil
    }

    private static func contents(of path: String) throws(ShaderLibraryError) -> String {
        guard let file = fopen(path, "rb") else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = fread(&block, 1, block.count, file)
            if count == 0 { break }
            bytes += block[0..<count]
        }
        guard ferror(file) == 0 else { throw .unreadable(path: path, reason: "reading failed") }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// A constant that a shader gets as a `#define` line.
public struct ShaderConstant: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The reason why a shader's text could not be put together.
public enum ShaderLibraryError: Error, Hashable, Worded {
    case missing(file: String, includedFrom: String?)
    case unreadable(path: String, reason: String)

    public var words: Message {
        switch self {
        case .missing(let file, let parent):
            let place = parent.map { ", included from \($0)," } ?? ""
            return "shader file \(file)\(place) is not there; "
                + "add it to the shader folder or leave \(setting: .shaderFolder) out"
        case .unreadable(let path, let reason):
            return "shaders cannot be read from \(path): \(reason)"
        }
    }
}
