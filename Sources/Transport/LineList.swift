import CCurl
import HTTP

/// A list of lines for libcurl; owns its memory, and the strings in it.
struct LineList: ~Copyable {
    private(set) var raw: UnsafeMutablePointer<curl_slist>?

    /// - Throws: `CURLE_OUT_OF_MEMORY`.
    init(_ lines: [String]) throws(CurlError) {
        for line in lines {
            // The string is copied.
            guard let longer = curl_slist_append(raw, line) else {
                throw CurlError(call: "curl_slist_append", code: CURLE_OUT_OF_MEMORY)
            }
            raw = longer
        }
    }

    deinit { curl_slist_free_all(raw) }
}

extension HTTPRequest {
    /// The header fields in the format of CURLOPT_HTTPHEADER.
    ///
    /// Fields that libcurl would add are suppressed, except for `Host`, `User-Agent` and `Content-Length`.
    var headerLines: [String] {
        let own = headers.fields.map { field in
            let isBlank = field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
            // "Name:" removes a field of libcurl; "Name;" sends an empty one.
            return isBlank ? "\(field.name);" : "\(field.name): \(field.value)"
        }
        let unasked = ["Accept", "Content-Type", "Expect"].filter { headers[$0] == nil }
        return own + unasked.map { "\($0):" }
    }
}
