/// A value that may carry a name: `NAME=VALUE`.
package struct AssignedValue: Hashable, Sendable {
    /// `nil` when the user gave none.
    package let name: String?
    package let value: String

    package init(name: String?, value: String) {
        self.name = name
        self.value = value
    }
}

/// A place to listen at.
package struct ListenAddress: Hashable, Sendable {
    /// A name or an address; an IPv6 address without its brackets.
    package let host: String
    /// Zero lets the system choose.
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }
}

extension ParsedArguments {
    /// A whole number within `range`.
    package func int<Number: FixedWidthInteger>(
        _ name: String,
        in range: ClosedRange<Number>
    ) throws(CommandLineError) -> Number? {
        let isOpen = range.upperBound == .max
        let span =
            isOpen
            ? "\(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
        return try value(name, expected: "a whole number, \(span)") { text in
            guard !text.hasPrefix("+"), let number = Number(text), range.contains(number) else {
                return nil
            }
            return number
        }
    }

    /// A duration; a number without a unit means seconds.
    package func duration(_ name: String) throws(CommandLineError) -> Duration? {
        let expected = "a duration such as 500ms, 1.5s, 2m or 2.5 (seconds), at most 365d"
        return try value(name, expected: expected, convert: Quantity.duration)
    }

    /// A number of bytes; K, M and G are multiples of 1024.
    package func byteCount(_ name: String) throws(CommandLineError) -> Int? {
        try value(
            name,
            expected: "a number of bytes such as 65536, 512K, 16M or 1G",
            convert: Quantity.bytes
        )
    }

    /// A percentage from 0 to 100, with or without its sign.
    package func percent(_ name: String) throws(CommandLineError) -> Double? {
        try value(
            name,
            expected: "a percentage from 0 to 100 such as 95 or 99.5%",
            convert: Quantity.percent
        )
    }

    /// `NAME=VALUE` each; the value can be empty and can contain further equal signs.
    package func assignments(_ name: String) throws(CommandLineError) -> [AssignedValue] {
        try values(name, expected: "NAME=VALUE") { text in
            guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
                return nil
            }
            return AssignedValue(
                name: String(text[..<equals]),
                value: String(text[text.index(after: equals)...])
            )
        }
    }

    /// `URL` or `NAME=URL` each; only http and https, with a host.
    package func namedURLs(_ name: String) throws(CommandLineError) -> [AssignedValue] {
        let expected = "http://HOST[:PORT][/PATH] or https://…, optionally after NAME="
        return try values(name, expected: expected) { text in
            let named = Self.splitName(text)
            return Self.isWebAddress(named.value) ? named : nil
        }
    }

    /// A URL with scheme http or https and a host.
    package func url(_ name: String) throws(CommandLineError) -> String? {
        try value(name, expected: "http://HOST[:PORT][/PATH] or https://…") { text in
            Self.isWebAddress(text) ? text : nil
        }
    }

    /// `PORT` of 127.0.0.1, `HOST:PORT`, `[IPV6]:PORT`: other machines reach it only when the user
    /// names an address that they reach.
    package func listenAddress(_ name: String) throws(CommandLineError) -> ListenAddress? {
        let expected =
            "PORT or HOST:PORT such as 8080, 127.0.0.1:8080 or [::1]:8080; port 0 means any free port"
        return try value(name, expected: expected) { text in
            Self.listenAddress(from: text.contains(":") ? text : "127.0.0.1:\(text)")
        }
    }

    /// The name before the first `=`, unless that is the start of a URL, and the rest.
    private static func splitName(_ text: String) -> AssignedValue {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            return AssignedValue(name: nil, value: text)
        }
        let name = text[..<equals]
        guard !name.contains(where: { "/:?#".contains($0) }) else {
            return AssignedValue(name: nil, value: text)
        }
        return AssignedValue(name: String(name), value: String(text[text.index(after: equals)...]))
    }

    private static func isWebAddress(_ text: String) -> Bool {
        let lowercased = text.lowercased()
        for scheme in ["http://", "https://"] where lowercased.hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.count)
            let host = rest.prefix { !"/?#".contains($0) }
            let isClean = text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
            return !host.isEmpty && !host.hasPrefix(":") && isClean
        }
        return false
    }

    private static func listenAddress(from text: String) -> ListenAddress? {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.allSatisfy(\.isDigit), let port = UInt16(digits) else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        return host.isEmpty ? nil : ListenAddress(host: String(host), port: port)
    }
}
