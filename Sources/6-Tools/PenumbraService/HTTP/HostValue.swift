import Glibc

/// The grammar of a `Host` header: a name or an address, and perhaps a port (RFC 9110, section 7.2, and RFC 3986,
/// section 3.2.2).
enum HostValue {
    /// - Parameter text: the value without the spaces around it. An empty value is valid: it belongs to targets without a host.
    static func isValid(_ text: some StringProtocol) -> Bool {
        let bytes = Array(text.utf8)
        let rest: ArraySlice<UInt8>
        if bytes.first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), isAddress(bytes[1..<end]) else { return false }
            rest = bytes[(end + 1)...]
        } else {
            let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard isName(bytes[..<end]), end > 0 || bytes.isEmpty else { return false }
            rest = bytes[end...]
        }
        return rest.isEmpty || isPort(rest)
    }

    private static func isPort(_ bytes: ArraySlice<UInt8>) -> Bool {
        let digits = bytes.dropFirst()
        guard bytes.first == UInt8(ascii: ":"), digits.allSatisfy(isDigit) else { return false }
        return digits.isEmpty || UInt16(String(decoding: digits, as: UTF8.self)) != nil
    }

    /// Whether the bytes are a name. Addresses of version 4 have the form of names.
    private static func isName(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(isHexadecimal) else { return false }
                rest = rest.dropFirst(2)
            } else if !isNameByte(byte) {
                return false
            }
        }
        return true
    }

    /// Whether the bytes between brackets are an address of version 6 or later.
    private static func isAddress(_ bytes: ArraySlice<UInt8>) -> Bool {
        if let first = bytes.first, first | 0x20 == UInt8(ascii: "v") {
            let parts = bytes.dropFirst().split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return false }
            return parts[0].allSatisfy(isHexadecimal)
                && parts[1].allSatisfy { isNameByte($0) || $0 == UInt8(ascii: ":") }
        }
        guard bytes.count < Int(INET6_ADDRSTRLEN), !bytes.contains(0) else { return false }
        var address = in6_addr()
        return inet_pton(AF_INET6, String(decoding: bytes, as: UTF8.self), &address) == 1
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 6 }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- UInt8(ascii: "a") < 26 || "-._~!$&'()*+,;=".utf8.contains(byte)
    }
}
