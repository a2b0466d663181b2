extension TextError {
    /// The error without the folders of the system's fonts, for people who don't know the host.
    ///
    /// - Parameter named: the files that a document names, by names that its author knows.
    package func hidingFolders(except named: [String]) -> TextError {
        func shown(_ file: String) -> String {
            named.contains(file) ? file : String(file.split(separator: "/").last ?? "")
        }
        switch self {
        case .fontUnreadable(let file, let reason): return .fontUnreadable(file: shown(file), reason: reason)
        case .fontBroken(let file): return .fontBroken(file: shown(file))
        case .fontTooLarge(let file): return .fontTooLarge(file: shown(file))
        case .fontNotInFile(let name, let file, let fonts): return .fontNotInFile(name, file: shown(file), fonts: fonts)
        case .noFonts, .tooManyFiles, .fontHasNoOutlines, .textTooLong, .characterTooLong, .fontSize, .outlineTooLong,
            .tooMuchWork, .noLineRules, .outOfMemory:
            return self
        }
    }
}
