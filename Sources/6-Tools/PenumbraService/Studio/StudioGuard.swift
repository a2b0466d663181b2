import PenumbraSystem

/// Keeps other sites' pages away from a studio.
///
/// A page of another site can send requests to this machine, and can give its own name this machine's address. So each request
/// needs the secret of the address that was printed, and a `Host` that is no site's name. Requests with the `Origin` of another
/// site are refused.
struct StudioGuard: Sendable {
    private let prefix: String
    private let digest: Digest
    /// The name or address that the server listens on.
    private let host: String

    init(token: String, host: String) {
        prefix = "/\(token)/"
        digest = SHA256.digest(of: Array(token.utf8))
        self.host = host.lowercased()
    }

    /// The path behind the secret, such as `picture`.
    ///
    /// - Throws: the refusal of a request that isn't the studio's own page's.
    func path(of request: HTTPRequest) throws(ServiceError) -> String {
        guard let name = request.header("host"), isAllowed(name) else {
            throw ServiceError(
                403, "the request names another server; open the address that penumbra studio printed", place: "Host")
        }
        let parts = request.path.dropFirst().split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let token = SHA256.digest(of: Array((parts.first ?? "").utf8))
        guard HMAC.equal(token, digest) else {
            throw ServiceError(
                404, "the address lacks the secret; open the whole address that penumbra studio printed", place: "path")
        }
        let path = parts.count > 1 ? String(parts[1]) : ""
        if let origin = request.header("origin"), origin.lowercased() != "http://\(name.lowercased())" {
            throw Self.otherSite("Origin")
        }
        // A link may lead to the page from anywhere: it shows the page as a document of its own. Other sites may ask for
        // nothing else, and may not load the page into theirs.
        if let site = request.header("sec-fetch-site"), !["same-origin", "none"].contains(site.lowercased()),
            !path.isEmpty || request.method != "GET" || !Self.isLink(request)
        {
            throw Self.otherSite("Sec-Fetch-Site")
        }
        if request.method == "POST",
            request.header("content-type")?.lowercased().hasPrefix("application/json") != true
        {
            throw ServiceError(415, "the body isn't JSON; send it with the type application/json", place: "Content-Type")
        }
        return path
    }

    /// Whether a browser shows the answer as a document of its own. True if the browser doesn't tell.
    private static func isLink(_ request: HTTPRequest) -> Bool {
        (request.header("sec-fetch-mode") ?? "navigate").lowercased() == "navigate"
            && (request.header("sec-fetch-dest") ?? "document").lowercased() == "document"
    }

    private static func otherSite(_ header: String) -> ServiceError {
        ServiceError(
            403, "the page of another site sent the request; open the address that penumbra studio printed", place: header)
    }

    /// Whether a `Host` is the server's own name, `localhost` or an address. Names of other sites never are. Any port will do,
    /// because tunnels have others.
    private func isAllowed(_ header: String) -> Bool {
        var name = header.lowercased()
        if name.hasPrefix("[") {
            guard let end = name.firstIndex(of: "]") else { return false }
            let rest = name[name.index(after: end)...]
            guard rest.isEmpty || Self.isPort(rest) else { return false }
            return name[..<end].dropFirst().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        }
        if let colon = name.firstIndex(of: ":") {
            guard Self.isPort(name[colon...]) else { return false }
            name = String(name[..<colon])
        }
        if name == "localhost" || name == host { return !name.isEmpty }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func isPort(_ text: Substring) -> Bool { text.first == ":" && UInt16(text.dropFirst()) != nil }
}
