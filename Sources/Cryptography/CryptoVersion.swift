internal import CCrypto

/// Which libcrypto this process runs with.
package enum CryptoVersion {
    /// `libcrypto/3.0.17`.
    package static var text: String {
        // The string is static; libcrypto owns it.
        "libcrypto/" + String(cString: OpenSSL_version(OPENSSL_VERSION_STRING))
    }
}
