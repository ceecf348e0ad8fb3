import JSON

/// A request that somebody sent, as a command line or a recording shows it.
struct ObservedRequest {
    /// What a request carries.
    enum Body {
        case text(String)
        /// Names and values of `multipart/form-data`; of a file only its name.
        case parts([Part])
        /// The content is elsewhere; the text says where.
        case elsewhere(String)
    }

    /// A part of `multipart/form-data`.
    struct Part {
        let name: String
        let value: String
        /// `nil` for an ordinary field.
        let fileName: String?
    }

    var method: String
    var url: ObservedURL
    var headers: [(name: String, value: String)] = []
    var body: Body?
    /// Whether texts with `{{…}}` are meant as templates.
    var holdsTemplates = false

    /// The value of the first header field called `name`.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

/// A URL taken apart.
struct ObservedURL {
    /// Scheme, host and port.
    let origin: String
    /// `user:password` before the host; `nil` when there is none.
    private(set) var user: String?
    /// Begins with `/`.
    let path: String
    /// Without `?`; `nil` when there is none.
    let query: String?

    /// Takes a URL apart; `nil` when it is none of `http` or `https`, or has no host.
    init?(_ url: String) {
        let text = url.prefix { $0 != "#" }
        let scheme: String
        var rest: Substring
        if let separator = text.firstRange(of: "://") {
            scheme = text[..<separator.lowerBound].lowercased()
            rest = text[separator.upperBound...]
        } else {
            // As curl does.
            scheme = text.hasPrefix("{{") ? "" : "http"
            rest = text
        }
        guard ["http", "https", ""].contains(scheme) else { return nil }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let hosts = authority.split(separator: "@", omittingEmptySubsequences: false)
        guard let host = hosts.last, !host.isEmpty, !host.contains(" ") else { return nil }
        user = hosts.count > 1 ? hosts.dropLast().joined(separator: "@") : nil
        origin = scheme.isEmpty ? String(host) : "\(scheme)://\(host)"
        rest = rest[authority.endIndex...]
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts.first.map(String.init) ?? ""
        self.path = path.isEmpty ? "/" : path
        query = parts.count > 1 && !parts[1].isEmpty ? String(parts[1]) : nil
    }

    /// The same URL with another `user:password`.
    func with(user: String) -> ObservedURL {
        var url = self
        url.user = user
        return url
    }

    /// The host without port.
    var host: String {
        let authority = origin.firstRange(of: "://").map { origin[$0.upperBound...] } ?? origin[...]
        return String(authority.prefix { $0 != ":" })
    }
}

/// A path whose segments that name one thing, and not a kind of thing, became parameters.
struct PathShape: Hashable {
    /// As RFC 6570 writes it: `/push/{id}`.
    let template: String
    /// The values that were seen, decoded.
    let params: [Param]

    /// A parameter and the value that was seen.
    struct Param: Hashable {
        let name: String
        let value: String
    }

    /// Finds the parameters of a path that was seen.
    init(_ path: String) {
        var names = UniqueNames()
        var params: [Param] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        let shaped = segments.map { segment -> String in
            let text = String(segment)
            if text.hasPrefix("{{"), text.hasSuffix("}}"), text.utf8.count > 4 {
                let inner = DraftName.camelCase(String(text.dropFirst(2).dropLast(2)))
                let name = names.unique(inner)
                params.append(Param(name: name, value: text))
                return "{\(name)}"
            }
            guard Self.isIdentifier(text) else { return Self.literal(text) }
            let name = names.unique("id")
            params.append(Param(name: name, value: PercentText.decoded(text)))
            return "{\(name)}"
        }
        template = shaped.joined(separator: "/")
        self.params = params
    }

    /// Whether a segment is a number, a UUID or eight or more hexadecimal digits.
    static func isIdentifier(_ segment: String) -> Bool {
        let bytes = Array(segment.utf8)
        guard !bytes.isEmpty else { return false }
        if bytes.allSatisfy(isDigit) { return true }
        let groups = segment.split(separator: "-", omittingEmptySubsequences: false)
        if groups.map(\.utf8.count) == [8, 4, 4, 4, 12] {
            return groups.allSatisfy { $0.utf8.allSatisfy(isHexadecimal) }
        }
        // A digit, so that words such as "facade" are none.
        return bytes.count >= 8 && bytes.allSatisfy(isHexadecimal) && bytes.contains(where: isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// A segment in which nothing is taken for a part of a template.
    private static func literal(_ segment: String) -> String {
        if LiteralText.isTemplate(segment) { return segment }
        var result = ""
        for byte in segment.utf8 {
            let isFit = (0x21...0x7E).contains(byte) && !"\"'<>\\^`{|}".utf8.contains(byte)
            if isFit {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
            }
        }
        return result
    }
}

/// The fields of a query or a form.
enum FieldText {
    /// The fields, decoded; a name that comes several times has a list.
    ///
    /// - Parameter text: `a=1&b=2`, as it goes on the wire.
    /// - Returns: `nil` when an item is no `name=value`.
    static func fields(_ text: String) -> [(name: String, value: String)]? {
        var fields: [(name: String, value: String)] = []
        for item in text.split(separator: "&", omittingEmptySubsequences: false) {
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { return nil }
            fields.append((decoded(parts[0]), decoded(parts[1])))
        }
        return fields
    }

    private static func decoded(_ text: Substring) -> String {
        PercentText.decoded(String(text.map { $0 == "+" ? " " : $0 }))
    }
}
