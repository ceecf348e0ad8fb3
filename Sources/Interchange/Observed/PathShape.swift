import Base
import Contract
import HTTP

/// A path in which segments that identify an object became parameters.
struct PathShape: Hashable {
    /// In the form of RFC 6570: `/push/{id}`.
    let template: String
    /// The recorded values, decoded.
    let params: [Param]

    /// A parameter and its recorded value.
    struct Param: Hashable {
        let name: String
        let value: String
        /// Whether the value alone is enough to send requests.
        var isSecret = false
    }

    /// Finds the parameters of a recorded path.
    ///
    /// - Parameters:
    ///   - path: As sent.
    ///   - host: The host; for a web hook, the host or the path can contain the secret.
    ///   - named: Values of the segments that are a colon and a name, by that name.
    ///   - isParameter: Whether a segment, decoded, is one too.
    init(
        _ path: String,
        host: String = "",
        named: [String: String] = [:],
        isParameter: (String) -> Bool = { _ in false }
    ) {
        var isHook = Self.namesHook(host)
        var names = UniqueNames()
        var params: [Param] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        let shaped = segments.enumerated().map { index, segment -> String in
            let text = String(segment)
            // A template before the first slash inserts slashes, which the value of a parameter cannot.
            if index == 0, !text.isEmpty { return Self.literal(text) }
            if text.hasPrefix(":"), let value = named[String(text.dropFirst())] {
                let name = names.unique(DraftName.camelCase(String(text.dropFirst())))
                params.append(Param(name: name, value: value))
                return "{\(name)}"
            }
            if text.hasPrefix("{{"), text.hasSuffix("}}"), text.utf8.count > 4 {
                let inner = DraftName.camelCase(String(text.dropFirst(2).dropLast(2)))
                let name = names.unique(inner)
                params.append(Param(name: name, value: text))
                return "{\(name)}"
            }
            if isHook && Self.isToken(text[...]) || Self.isBotToken(text) {
                let name = names.unique("token")
                let value = PercentEncoding.decoded(text)
                params.append(Param(name: name, value: value, isSecret: true))
                return "{\(name)}"
            }
            isHook = isHook || Self.namesHook(text)
            guard Self.isIdentifier(text) || isParameter(PercentEncoding.decoded(text)) else {
                return Self.literal(text)
            }
            let name = names.unique("id")
            params.append(Param(name: name, value: PercentEncoding.decoded(text)))
            return "{\(name)}"
        }
        template = shaped.joined(separator: "/")
        self.params = params
    }

    /// Whether a segment of a template is a parameter, such as `{id}`.
    static func isParameter(_ segment: Substring) -> Bool {
        segment.hasPrefix("{") && !segment.hasPrefix("{{") && segment.hasSuffix("}")
    }

    /// Whether a segment is a number, a UUID, eight or more hexadecimal digits, or sixteen or more
    /// digits and letters of either case.
    static func isIdentifier(_ segment: String) -> Bool {
        let bytes = Array(segment.utf8)
        guard !bytes.isEmpty else { return false }
        if bytes.allSatisfy(\.isASCIIDigit) { return true }
        let groups = segment.split(separator: "-", omittingEmptySubsequences: false)
        if groups.map(\.utf8.count) == [8, 4, 4, 4, 12] {
            return groups.allSatisfy { $0.utf8.allSatisfy(isHexadecimal) }
        }
        // A digit is required, so that words such as "facade" do not match.
        guard bytes.contains(where: \.isASCIIDigit) else { return false }
        if bytes.count >= 8, bytes.allSatisfy(isHexadecimal) { return true }
        return bytes.count >= 16 && bytes.allSatisfy { $0.isASCIIDigit || $0.isASCIILetter }
            && bytes.contains(where: isUpper) && bytes.contains(where: isLower)
    }

    private static func namesHook(_ text: String) -> Bool { text.lowercased().contains("hook") }

    /// Whether a segment of a web hook is a token instead of a word: sixteen or more token characters, with a digit
    /// or letters of either case, and not a number.
    private static func isToken(_ segment: Substring) -> Bool {
        let bytes = Array(segment.utf8)
        let isMixed = bytes.contains(where: isUpper) && bytes.contains(where: isLower)
        return bytes.count >= 16 && !bytes.allSatisfy(\.isASCIIDigit)
            && (isMixed || bytes.contains(where: \.isASCIIDigit))
            && bytes.allSatisfy {
                $0.isASCIIDigit || $0.isASCIILetter || "-_.~@".utf8.contains($0)
            }
    }

    /// `bot123456:ABC…`, as in Telegram.
    private static func isBotToken(_ segment: String) -> Bool {
        guard segment.hasPrefix("bot"), let colon = segment.firstIndex(of: ":") else {
            return false
        }
        let number = segment[..<colon].dropFirst(3)
        return !number.isEmpty && number.utf8.allSatisfy(\.isASCIIDigit)
            && isToken(segment[colon...].dropFirst())
    }

    private static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }

    private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

    private static func isHexadecimal(_ byte: UInt8) -> Bool { byte.hexDigitValue != nil }

    /// A segment in which nothing can be read as a template.
    private static func literal(_ segment: String) -> String {
        guard let opening = segment.firstRange(of: "{{"),
            let closing = segment[opening.upperBound...].firstRange(of: "}}")
        else { return encoded(segment) }
        // A template in the middle is handled later.
        return encoded(String(segment[..<opening.lowerBound]))
            + segment[opening.lowerBound..<closing.upperBound]
            + literal(String(segment[closing.upperBound...]))
    }

    private static func encoded(_ segment: String) -> String {
        var result: [UInt8] = []
        let bytes = Array(segment.utf8)
        for (position, byte) in bytes.enumerated() {
            var isFit = (0x21...0x7E).contains(byte) && !"\"'<>\\^`{|}".utf8.contains(byte)
            if byte == UInt8(ascii: "%") {
                let digits = bytes[(position + 1)...].prefix(2)
                isFit = digits.count == 2 && digits.allSatisfy(isHexadecimal)
            }
            if isFit {
                result.append(byte)
            } else {
                PercentEncoding.append(byte, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
