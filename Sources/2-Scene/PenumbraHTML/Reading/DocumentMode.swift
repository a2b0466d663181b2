import PenumbraCSS

extension HTMLTree.Mode {
    /// The mode of a document type: the HTML standard, 13.2.6.4.1. Names that aren't there are empty.
    ///
    /// Gumbo compares whole names where the standard compares their beginnings.
    init(publicName: String, systemName: String) {
        let (name, address) = (publicName.asciiLowercased, systemName.asciiLowercased)
        func begins(_ list: [String]) -> Bool { list.contains { name.hasPrefix($0) } }
        if Self.wholeNames.contains(name) || begins(Self.oldNames) || address == Self.oldAddress
            || address.isEmpty && begins(Self.namesByAddress)
        {
            self = .quirks
        } else if begins(Self.newerNames) || begins(Self.namesByAddress) {
            self = .limitedQuirks
        } else {
            self = .standard
        }
    }

    private static let wholeNames = ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"]
    private static let oldAddress = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"
    /// The beginnings of the names that the standard lists, as far as they differ from other names.
    private static let oldNames = [
        "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
        "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html", "-//metrius//dtd metrius presentational//",
        "-//microsoft//dtd internet explorer ", "-//netscape comm. corp.//dtd ", "-//o'reilly and associates//dtd html ",
        "-//sq//dtd html 2.0 hotmetal + extensions//", "-//softquad software//dtd hotmetal pro 6.0::19990601::",
        "-//softquad//dtd hotmetal pro 4.0::19971010::", "-//spyglass//dtd html 2.0 extended//",
        "-//sun microsystems corp.//dtd hotjava ", "-//w3c//dtd html 3", "-//w3c//dtd html 4.0 frameset//",
        "-//w3c//dtd html 4.0 transitional//", "-//w3c//dtd html experimental ", "-//w3c//dtd w3 html//",
        "-//w3o//dtd w3 html 3.0//", "-//webtechs//dtd mozilla html",
    ]
    /// Names of quirks mode without an address, and of limited quirks mode with one.
    private static let namesByAddress = ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"]
    private static let newerNames = ["-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//"]
}
