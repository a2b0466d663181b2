import Glibc
import PenumbraFiles
import PenumbraScene
import PenumbraSystem
import PenumbraText

extension TextShaper {
    /// Lays out a text as a layer shows it, to find the size of the frame it needs.
    ///
    /// - Parameters:
    ///   - width: the width of the frame in points. Nil is the width of the widest line.
    ///   - files: the folders that may contain the font file that the text names. Nil allows the working directory.
    public func layout(_ text: Text, width: Double? = nil, files: FileRoots? = nil) throws(TextError) -> TextLayout {
        try layout(text, width: width) { path throws(FileError) in try FileRoots.or("", files).open(path) }
    }

    func layout(
        _ text: Text, width: Double?, limits: TextLimits = TextLimits(), open: FileOpener
    ) throws(TextError) -> TextLayout {
        let openingFonts: FontOpener = { path throws(TextError) in
            try rethrowing(try open(path).descriptor.duplicate(path), as: { TextError(font: path, $0) })
        }
        return try layout(
            text.string, style: TextStyle(text), width: width, openingFonts: openingFonts, limits: limits)
    }
}

extension TextError {
    /// A font file that cannot be read.
    init(font path: String, _ error: FileError) {
        switch error.kind {
        case .tooManyFiles: self = .tooManyFiles
        case .outOfMemory: self = .outOfMemory
        case .inputMissing, .inputUnreadable, .badData, .cannotCreate, .diskFullOrIO:
            self = .fontUnreadable(file: path, reason: error.explanation)
        }
    }
}

extension TextStyle {
    init(_ text: Text) {
        let alignment: Alignment
        switch text.alignment {
        case .left: alignment = .left
        case .center: alignment = .center
        case .right: alignment = .right
        }
        self.init(
            font: Text.isFontFile(text.font) ? .file(text.font) : .pattern(text.font), fontSize: text.fontSize,
            alignment: alignment, isWrapped: text.isWrapped, lineHeight: text.lineHeight, letterSpacing: text.letterSpacing,
            maximumLines: text.maximumLines)
    }
}
