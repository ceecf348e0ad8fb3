import CCurl

/// The libraries that carry requests, for reports: `libcurl/7.88.1 OpenSSL/3.0.16 nghttp2/1.52.0`.
package let libraryVersion: String = {
    guard let info = ccurl_version()?.pointee else { return "libcurl" }
    // The strings are constants of the library.
    let parts = [
        info.version.map { "libcurl/" + String(cString: $0) },
        info.ssl_version.map { String(cString: $0) },
        info.nghttp2_version.map { "nghttp2/" + String(cString: $0) },
    ]
    return parts.compactMap(\.self).joined(separator: " ")
}()

/// Which libcurl this process runs with.
package enum CurlVersion {
    /// `libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2.13 …`, as `curl --version` prints it.
    package static var text: String {
        // The string is static; libcurl owns it.
        String(cString: curl_version())
    }
}
