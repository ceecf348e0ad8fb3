internal import CCurl

/// Which libcurl this process runs with.
package enum CurlVersion {
    /// `libcurl/7.88.1 OpenSSL/3.0.17 zlib/1.2.13 …`, as `curl --version` prints it.
    package static var text: String {
        // The string is static; libcurl owns it.
        String(cString: curl_version())
    }
}
