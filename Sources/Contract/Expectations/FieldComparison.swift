import JSON

/// Comparison of header field values: by meaning instead of text where HTTP defines one.
///
/// Source: RFC 9110 §5.6.1 (lists), §8.3 (media types) and the sections on each field.
enum FieldComparison {
    /// Elements separated by commas, ignoring blanks around them.
    case list(ignoresCase: Bool)
    /// A type with parameters in any order.
    case mediaType

    init?(_ field: String) {
        let name = field.lowercased()
        if name == "content-type" {
            self = .mediaType
        } else if Self.lists.contains(name) {
            self = .list(ignoresCase: false)
        } else if Self.listsOfWords.contains(name) {
            self = .list(ignoresCase: true)
        } else {
            return nil
        }
    }

    private static let lists: Set<String> = [
        "accept", "access-control-allow-methods", "allow", "forwarded", "if-match", "if-none-match",
        "link", "prefer", "preference-applied", "server-timing", "via", "warning",
    ]

    /// Fields of names and tokens that are case-insensitive.
    private static let listsOfWords: Set<String> = [
        "accept-charset", "accept-encoding", "accept-language", "accept-ranges",
        "access-control-allow-headers", "access-control-expose-headers",
        "access-control-request-headers", "cache-control", "connection", "content-encoding",
        "content-language", "expect", "pragma", "te", "trailer", "transfer-encoding", "upgrade",
        "vary",
    ]
}

extension FieldComparison {
    /// A canonical form: equal for values with the same meaning.
    func canonical(_ text: String) -> String {
        switch self {
        case .list(let ignoresCase):
            let elements = Self.parts(of: text, at: ",").filter { !$0.isEmpty }
            let joined = elements.joined(separator: ", ")
            return ignoresCase ? joined.lowercased() : joined
        case .mediaType:
            let parts = Self.parts(of: text, at: ";").filter { !$0.isEmpty }
            guard let type = parts.first else { return "" }
            let parameters = parts.dropFirst().map(Self.parameter).sorted()
            return ([type.lowercased()] + parameters).joined(separator: "; ")
        }
    }

    /// The elements of a list, in canonical form; `nil` for values that are not lists.
    func elements(_ text: String) -> [String]? {
        guard case .list = self else { return nil }
        return Self.parts(of: canonical(text), at: ",")
    }

    /// `charset=utf-8` of `Charset="UTF-8"`: only the values of this parameter are case-insensitive.
    private static func parameter(_ text: String) -> String {
        guard let mark = text.firstIndex(of: "=") else { return text.lowercased() }
        let name = text[..<mark].lowercased()
        var value = String(text[text.index(after: mark)...])
        if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
            let inner = value.dropFirst().dropLast()
            if inner.allSatisfy({
                $0.isASCII && ($0.isLetter || $0.isNumber || "-._+".contains($0))
            }) {
                value = String(inner)
            }
        }
        return "\(name)=\(name == "charset" ? value.lowercased() : value)"
    }

    /// The text between separators outside quotes, without surrounding blanks.
    private static func parts(of text: String, at separator: Unicode.Scalar) -> [String] {
        var parts: [String] = []
        var part = String.UnicodeScalarView()
        var (isQuoted, isEscaped) = (false, false)
        for scalar in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isQuoted.toggle()
            } else if scalar == separator, !isQuoted {
                parts.append(trimmed(part))
                part = String.UnicodeScalarView()
                continue
            }
            part.append(scalar)
        }
        return parts + [trimmed(part)]
    }

    private static func trimmed(_ part: String.UnicodeScalarView) -> String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
        let start = part.drop(while: isBlank)
        guard let end = start.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(start[...end])
    }
}

extension FieldComparison {
    /// Whether a predicate that fails for the texts passes for their meaning.
    ///
    /// - Parameters:
    ///   - predicate: The predicate.
    ///   - values: The values of the field, one for each occurrence.
    /// - Returns: `true` if one spelling of the values passes, or for a negative predicate all do.
    func holds(_ predicate: Predicate, for values: [String]) -> Bool {
        let joined = canonical(values.joined(separator: self.separator))
        if case .mediaType = self, case .startsWith(let text) = predicate, text.contains(";") {
            // A type with these parameters, and possibly others between them.
            let wanted = Self.parts(of: canonical(text), at: ";")
            let actual = Self.parts(of: joined, at: ";")
            return wanted.first == actual.first && wanted.allSatisfy(actual.contains)
        }
        var spellings: [JSONValue] = [.string(joined)]
        if let elements = elements(joined) {
            spellings.append(.array(elements.map(JSONValue.string)))
        }
        let wanted = predicate.spelled(by: self)
        let holds = { (spelling: JSONValue) in
            var judgement = Judgement(limit: 0)
            wanted.judge(.value(.json(spelling)), at: "", into: &judgement)
            return judgement.found.isEmpty
        }
        // A negative predicate must pass for all spellings.
        return predicate.isNegative ? spellings.allSatisfy(holds) : spellings.contains(where: holds)
    }

    private var separator: String {
        switch self {
        case .list: ", "
        case .mediaType: "; "
        }
    }
}

extension Predicate {
    /// Whether the predicate requires the opposite of another.
    var isNegative: Bool {
        switch self {
        case .not: true
        case .anyOf(let predicates): predicates.contains(where: \.isNegative)
        case .each(let predicate): predicate.isNegative
        default: false
        }
    }

    /// The predicate with its texts in canonical form.
    fileprivate func spelled(by rule: FieldComparison) -> Predicate {
        switch self {
        case .equals(let value): .equals(value.spelled(by: rule))
        case .contains(let value): .contains(value.spelled(by: rule))
        case .startsWith(let text): .startsWith(rule.canonical(text))
        case .endsWith(let text): .endsWith(rule.canonical(text))
        case .equalsUnordered(let values):
            .equalsUnordered(values.map { $0.spelled(by: rule) })
        case .not(let predicate): .not(predicate.spelled(by: rule))
        case .each(let predicate): .each(predicate.spelled(by: rule))
        case .anyOf(let predicates): .anyOf(predicates.map { $0.spelled(by: rule) })
        default: self
        }
    }
}

extension JSONValue {
    fileprivate func spelled(by rule: FieldComparison) -> JSONValue {
        switch self {
        case .string(let text): .string(rule.canonical(text))
        case .array(let elements): .array(elements.map { $0.spelled(by: rule) })
        default: self
        }
    }
}
