import CPenumbraNettle

/// Message authentication by HMAC-SHA256 of RFC 2104.
package enum HMAC {
    /// The authentication code of a message under a secret key.
    package static func code(of message: [UInt8], key: [UInt8]) -> Digest {
        var context = hmac_sha256_ctx()
        nettle_hmac_sha256_set_key(&context, key.count, key)
        nettle_hmac_sha256_update(&context, message.count, message)
        return Digest(
            [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
                nettle_hmac_sha256_digest(&context, 32, buffer.baseAddress)
                count = 32
            })
    }

    /// Whether two codes are equal. The time doesn't depend on their bytes.
    package static func equal(_ first: Digest, _ second: Digest) -> Bool {
        nettle_memeql_sec(first.bytes, second.bytes, 32) == 1
    }
}
