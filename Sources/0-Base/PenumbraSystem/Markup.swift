extension String {
    /// The text for the contents and the quoted attributes of XML and HTML. Control characters, which XML can't have, are left
    /// out.
    package var escapedForMarkup: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: if scalar.value >= 0x20 || scalar == "\n" || scalar == "\t" { result.unicodeScalars.append(scalar) }
            }
        }
        return result
    }
}
