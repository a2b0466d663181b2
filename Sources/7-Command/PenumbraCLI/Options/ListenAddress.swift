#if PENUMBRA_SERVICE
    import ArgumentParser
    import PenumbraSystem

    /// An address that a server listens on.
    struct ListenAddress {
        var host: String
        var port: Int

        /// Parses `127.0.0.1:8080` or `[::1]:8080`.
        init(_ text: String) throws {
            guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
                (0...65535).contains(port), colon != text.startIndex
            else { throw ValidationError("--listen is \"\(oneLine(text))\"; an address such as 127.0.0.1:8080 is expected.") }
            var host = String(text[..<colon])
            if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
            (self.host, self.port) = (host, port)
        }

        func url(port: Int) -> String { "http://\(host.contains(":") ? "[\(host)]" : host):\(port)" }
    }
#endif
