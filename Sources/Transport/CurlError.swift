import CCurl

/// A call of libcurl that failed before anything was sent.
struct CurlError: Error, CustomStringConvertible {
    /// The function, or the option that was set.
    let call: String
    let code: CURLcode

    var description: String { "\(call): \(String(cString: curl_easy_strerror(code)))" }

    static func check(_ code: CURLcode, _ call: String) throws(CurlError) {
        guard code == CURLE_OK else { throw CurlError(call: call, code: code) }
    }
}
