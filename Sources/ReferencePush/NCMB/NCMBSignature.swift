import Cryptography

/// Basis of the signatures of a request and its response.
struct NCMBStringToSign: Hashable, Sendable {
    let bytes: [UInt8]

    /// Lines of method, host, path and parameters.
    ///
    /// The query counts only for GET. It is used as in the request target: clients encode differently, so decoding
    /// and encoding it again would yield another text.
    init(
        method: String,
        host: String,
        path: String,
        query: String?,
        applicationKey: String,
        timestamp: String
    ) {
        var parameters: [Parameter] = [
            Parameter(name: "SignatureMethod", text: "SignatureMethod=HmacSHA256"),
            Parameter(name: "SignatureVersion", text: "SignatureVersion=2"),
            Parameter(
                name: "X-NCMB-Application-Key",
                text: "X-NCMB-Application-Key=\(applicationKey)"
            ),
            Parameter(name: "X-NCMB-Timestamp", text: "X-NCMB-Timestamp=\(timestamp)"),
        ]
        if method == "GET", let query, !query.isEmpty {
            for item in query.split(separator: "&") {
                parameters.append(Parameter(name: item.prefix { $0 != "=" }, text: item))
            }
            parameters.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }
        let line = parameters.map(\.text).joined(separator: "&")
        bytes = Array("\(method)\n\(host)\n\(path)\n\(line)".utf8)
    }

    /// One item of the last line.
    private struct Parameter {
        let name: Substring
        let text: Substring
    }
}

extension NCMBStringToSign {
    /// The request's signature.
    func signature(key: [UInt8]) -> String {
        Base64.encode(HMAC.authenticationCode(.sha256, key: key, message: bytes))
    }

    /// The response's signature; an empty body adds nothing, not even a line break.
    func responseSignature(key: [UInt8], body: [UInt8]) -> String {
        var message = bytes
        if !body.isEmpty {
            message.append(UInt8(ascii: "\n"))
            message.append(contentsOf: body)
        }
        return Base64.encode(HMAC.authenticationCode(.sha256, key: key, message: message))
    }
}

/// Valid forms of `X-NCMB-Timestamp`.
enum NCMBTimestamp {
    /// Whether the text is a date and a time of ISO 8601, with or without fraction and zone.
    ///
    /// The documents show one form, milliseconds and `Z`. Clients in use send no zone, or `+0900`, or
    /// percent-encoded colons. The difference from the current time is ignored: clients' clocks are off by days.
    static func isValid(_ text: String) -> Bool {
        if Instant(iso: text) != nil { return true }
        let plain = text.replacing("%3A", with: ":").replacing("%3a", with: ":")
        return Instant(iso: withoutOffset(plain)) != nil || Instant(iso: plain) != nil
    }

    /// The time with `Z` in place of an offset (`+09:00`, `-0330`), or of a missing one.
    private static func withoutOffset(_ text: String) -> String {
        let time = text.firstIndex(of: "T") ?? text.endIndex
        let sign = text[time...].firstIndex { $0 == "+" || $0 == "-" } ?? text.endIndex
        guard sign < text.endIndex else { return text + "Z" }
        var offset = Array(text[sign...].utf8.dropFirst())
        if offset.count == 5, offset[2] == UInt8(ascii: ":") { offset.remove(at: 2) }
        let digits = offset.map { $0 &- UInt8(ascii: "0") }
        guard digits.count == 4, digits.allSatisfy({ $0 < 10 }), digits[0] * 10 + digits[1] < 24,
            digits[2] < 6
        else { return text }
        return "\(text[..<sign])Z"
    }
}
