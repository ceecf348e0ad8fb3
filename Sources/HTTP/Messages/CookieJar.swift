package import Base

/// Cookies of a client, sent with matching requests.
///
/// It has no list of public suffixes: a domain of one label (`com`) is rejected, and one of several (`co.uk`) is
/// accepted.
///
/// Source: RFC 6265 §5.
package struct CookieJar: Sendable {
    private struct Stored {
        let name: String
        var value: String
        let domain: String
        let path: String
        /// Whether only the host that set it receives it.
        let isHostOnly: Bool
        let isSecure: Bool
        /// `nil` for the lifetime of the client.
        let expiry: Timestamp?
    }

    /// In the order in which they were first set.
    private var stored: [Stored] = []

    package init() {}

    /// Stores the cookies that a response sets, and removes those that it expires.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request that it responds to.
    ///   - now: Time of the response.
    package mutating func take(
        from response: HTTPResponse,
        to request: HTTPRequest,
        at now: Timestamp
    ) {
        for field in response.headers[all: "Set-Cookie"] {
            guard let cookie = Cookie(field),
                let new = Self.stored(cookie, by: request, at: now)
            else { continue }
            let old = stored.firstIndex {
                $0.name == new.name && $0.domain == new.domain && $0.path == new.path
            }
            let isOver = new.expiry.map { $0 <= now } ?? false
            switch (old, isOver) {
            case (let old?, true): stored.remove(at: old)
            case (let old?, false): stored[old] = new
            case (nil, true): break
            case (nil, false): stored.append(new)
            }
        }
    }

    /// The value of the `Cookie` field of a request; `nil` without a matching cookie.
    ///
    /// Longer paths come first, then cookies that were set earlier (§5.4).
    ///
    /// - Parameters:
    ///   - request: The request about to be sent.
    ///   - now: Current time.
    /// - Returns: `name=value; name=value`.
    package func field(for request: HTTPRequest, at now: Timestamp) -> String? {
        let host = request.hostname
        let path = request.path
        let isSecure = request.isTLS
        let matching = stored.enumerated().filter { _, cookie in
            let isForHost =
                cookie.isHostOnly ? host == cookie.domain : Self.is(host, within: cookie.domain)
            return isForHost && Self.is(path, below: cookie.path)
                && (isSecure || !cookie.isSecure || Self.isLoopback(host))
                && (cookie.expiry.map { $0 > now } ?? true)
        }
        guard !matching.isEmpty else { return nil }
        let ordered = matching.sorted {
            ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset)
        }
        return ordered.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
    }

    /// The values of all stored cookies.
    package var values: [String] { stored.map(\.value) }
}

// MARK: - Storage rules

extension CookieJar {
    /// `nil` for a cookie that the response may not set (§5.3).
    private static func stored(
        _ cookie: Cookie,
        by request: HTTPRequest,
        at now: Timestamp
    ) -> Stored? {
        let host = request.hostname
        var domain = host
        var isHostOnly = true
        if let named = cookie.text(of: "Domain"), !named.isEmpty {
            let bare = String(named.hasPrefix(".") ? named.dropFirst() : named[...]).lowercased()
            guard Self.is(host, within: bare) else { return nil }
            if bare != host {
                guard bare.contains(".") else { return nil }
                domain = bare
            }
            isHostOnly = Self.isAddress(host)
        }
        let path = cookie.text(of: "Path").flatMap { $0.hasPrefix("/") ? $0 : nil }
        return Stored(
            name: cookie.name,
            value: cookie.value,
            domain: domain,
            path: path ?? defaultPath(of: request.path),
            isHostOnly: isHostOnly,
            isSecure: cookie.attribute("Secure") != nil,
            expiry: expiry(of: cookie, at: now)
        )
    }

    /// `Max-Age` takes precedence over `Expires`; invalid numbers and dates are ignored.
    private static func expiry(of cookie: Cookie, at now: Timestamp) -> Timestamp? {
        if let text = cookie.text(of: "Max-Age"), let seconds = Int64(text) {
            guard seconds > 0 else { return now }
            let (nanoseconds, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            return overflows ? nil : now.advanced(byNanoseconds: nanoseconds)
        }
        return cookie.text(of: "Expires").flatMap(CookieDate.moment)
    }

    /// The folder of the request (§5.1.4).
    private static func defaultPath(of path: String) -> String {
        guard path.hasPrefix("/"), let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")),
            slash > path.startIndex
        else { return "/" }
        return String(path[..<slash])
    }

    private static func `is`(_ path: String, below folder: String) -> Bool {
        guard path.utf8.starts(with: folder.utf8) else { return false }
        return folder.hasSuffix("/") || path.utf8.count == folder.utf8.count
            || path.utf8.dropFirst(folder.utf8.count).first == UInt8(ascii: "/")
    }

    /// Whether a host is a domain or below it (§5.1.3).
    private static func `is`(_ host: String, within domain: String) -> Bool {
        host == domain || host.hasSuffix(".\(domain)") && !isAddress(host)
    }

    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
    }

    /// Loopback cannot be intercepted, so that browsers send `Secure` cookies in clear text too.
    private static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host.hasSuffix(".localhost") || host == "::1"
            || host.hasPrefix("127.") && isAddress(host)
    }
}

/// Parses the dates of cookies, which vary in format.
///
/// Source: RFC 6265 §5.1.1.
enum CookieDate {
    /// The moment of a date; `nil` for an invalid date.
    static func moment(_ text: String) -> Timestamp? {
        var (time, day, month, year): ([Int]?, Int?, Int?, Int?)
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            let text = String(Substring(token))
            if time == nil, let found = clock(text) {
                time = found
            } else if day == nil, let found = number(text, 1...2) {
                day = found
            } else if month == nil, let found = months.firstIndex(of: text.prefix(3).lowercased()) {
                month = found + 1
            } else if year == nil, let found = number(text, 2...4) {
                year = found < 70 ? found + 2000 : found < 100 ? found + 1900 : found
            }
        }
        guard let time, let day, let month, let year, year >= 1601,
            time[0] < 24, time[1] < 60, time[2] < 60
        else { return nil }
        let written = [
            padded(year, 4), "-", padded(month, 2), "-", padded(day, 2), "T", padded(time[0], 2),
            ":", padded(time[1], 2), ":", padded(time[2], 2), "Z",
        ].joined()
        if let moment = Timestamp(rfc3339: written) { return moment }
        // A valid date outside the range of nanoseconds is clamped.
        guard DateTime(rfc3339: written) != nil else { return nil }
        return Timestamp(nanosecondsSince1970: year < 1970 ? .min : .max)
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func clock(_ text: String) -> [Int]? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let numbers = parts.compactMap { number(String($0), 1...2) }
        return numbers.count == 3 ? numbers : nil
    }

    /// A leading number with a permitted count of digits; the next character is not a digit.
    private static func number(_ text: String, _ length: ClosedRange<Int>) -> Int? {
        let digits = text.utf8.prefix(while: \.isASCIIDigit)
        return length.contains(digits.count) ? Int(String(Substring(digits))) : nil
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(width - text.utf8.count, 0)) + text
    }
}
