import Base
import CCurl
import Glibc
import HTTP
import Platform

extension TransportOptions {
    /// Checks the options without sending anything; opens the named files.
    ///
    /// - Throws: A `TransportOptionsError` for the first invalid option, with its value and the expected one.
    package func validate() throws(TransportOptionsError) {
        try validateCertificates()
        try validateRoute()
        try validateLimits()
        let asksForHTTP2 = httpVersion == .http2 || httpVersion == .http2PriorKnowledge
        try require(asksForHTTP2 == false || Self.supportsHTTP2, "http2", httpVersion.rawValue) {
            .unsupported(library: libraryVersion)
        }
    }

    private func validateCertificates() throws(TransportOptionsError) {
        if let cacert { try validatePEM(cacert, "cacert", holds: ["CERTIFICATE"]) }
        if let cert { try validatePEM(cert, "cert", holds: ["CERTIFICATE"]) }
        if let key {
            try require(cert != nil, "key", key) { .needs(other: "cert") }
            try validatePEM(key, "key", holds: ["PRIVATE KEY"])
        }
        try require(pass == nil || cert != nil, "pass", Redactor.mark) { .needs(other: "cert") }
    }

    private func validateRoute() throws(TransportOptionsError) {
        if let proxy { try validateProxy(proxy) }
        if let unixSocket {
            // sun_path has 108 bytes, including the final zero (unix(7)).
            try require(
                (1...107).contains(unixSocket.utf8.count) && !unixSocket.utf8.contains(0),
                "unix-socket",
                unixSocket
            ) { .wrongForm(expected: "a path of 1 to 107 bytes") }
            try require(proxy == nil, "unix-socket", unixSocket) { .contradicts(other: "proxy") }
        }
        for entry in resolve {
            let form = "HOST:PORT:ADDRESS[,ADDRESS]"
            try require(Self.fieldCount(entry) >= 3, "resolve", entry) {
                .wrongForm(expected: form)
            }
        }
        for entry in connectTo {
            let form = "HOST1:PORT1:HOST2:PORT2"
            try require(Self.fieldCount(entry) == 4, "connect-to", entry) {
                .wrongForm(expected: form)
            }
        }
        if let interface {
            try require(Self.isWord(interface), "interface", interface) {
                .wrongForm(expected: "an interface, address or host name")
            }
        }
    }

    private func validateProxy(_ proxy: String) throws(TransportOptionsError) {
        let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
        let scheme = proxy.firstRange(of: "://").map { proxy[..<$0.lowerBound].lowercased() }
        // Reports must not show a possible password.
        let shown = URLCredentials.hidden(in: proxy)
        try require(
            Self.isWord(proxy) && schemes.contains(scheme ?? "http"),
            "proxy",
            shown
        ) {
            .wrongForm(
                expected: "[SCHEME://]HOST[:PORT] with a scheme of "
                    + schemes.joined(separator: ", ")
            )
        }
        let credentials = URLCredentials(in: proxy)?.text ?? ""
        try require(!credentials.contains { "/?#@".contains($0) }, "proxy", shown) {
            .wrongForm(
                expected: "/ as %2F, ? as %3F, # as %23 and @ as %40 in a user name and a password"
            )
        }
    }

    private func validateLimits() throws(TransportOptionsError) {
        for (option, limit) in [("connect-timeout", connectTimeout), ("max-time", maxTime)] {
            try require(limit ?? .zero >= .zero, option, "\(limit ?? .zero)") {
                .wrongForm(expected: "a duration of zero (no limit) or more")
            }
        }
        try require(maxFilesize >= 0, "max-filesize", "\(maxFilesize)") {
            .wrongForm(expected: "zero (no limit) or more bytes")
        }
        try require(userAgent.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "user-agent", userAgent)
        {
            .wrongForm(expected: "text without control characters")
        }
    }

    /// The certificates of a usual system take a quarter of a megabyte.
    private static let largestPEM = 16 << 20

    private func validatePEM(
        _ path: String,
        _ option: String,
        holds label: [String]
    ) throws(TransportOptionsError) {
        let text: [UInt8]
        do {
            text = try FileContent.bytes(of: path, atMost: Self.largestPEM)
        } catch {
            let kind: TransportOptionsError.Kind =
                switch error {
                case .system(let error): .unreadable(code: error.code)
                case .tooLarge(_, let limit): .tooLarge(limit: limit)
                }
            throw TransportOptionsError(option: option, value: path, kind: kind)
        }
        // "-----BEGIN EC PRIVATE KEY-----", "-----BEGIN TRUSTED CERTIFICATE-----".
        let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        let isFound = lines.contains { line in
            line.starts(with: "-----BEGIN ".utf8)
                && label.contains { String(decoding: line, as: UTF8.self).contains("\($0)-----") }
        }
        try require(isFound, option, path) {
            .wrongContent(expected: label[0].lowercased())
        }
    }

    private func require(
        _ condition: Bool,
        _ option: String,
        _ value: String,
        else kind: () -> TransportOptionsError.Kind
    ) throws(TransportOptionsError) {
        guard condition else {
            throw TransportOptionsError(option: option, value: value, kind: kind())
        }
    }

    /// Number of colon-separated parts of `entry`, with an IPv6 address in brackets as one part.
    private static func fieldCount(_ entry: String) -> Int {
        guard isWord(entry) else { return 0 }
        var count = 1
        var isBracketed = false
        for byte in entry.utf8 {
            switch byte {
            case UInt8(ascii: "["): isBracketed = true
            case UInt8(ascii: "]"): isBracketed = false
            case UInt8(ascii: ":") where !isBracketed: count += 1
            default: break
            }
        }
        return count
    }

    private static func isWord(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }

    private static var supportsHTTP2: Bool {
        guard let info = ccurl_version() else { return false }
        return info.pointee.features & CURL_VERSION_HTTP2 != 0
    }
}
