import Base
import Contract
import JSON

/// The variables of another tool, whose `{{…}}` become those of a contract.
struct ForeignVariables {
    /// What stands between two pairs of braces.
    enum Content {
        case variable(String)
        /// What a contract writes there.
        case function(String)
        /// Nothing that a contract has; the text says what.
        case unknown(String)
    }

    /// What the tool's own words between braces are in a contract; the text comes without blanks at
    /// its ends and is not empty.
    private let reading: (String) -> Content
    private var names: [String: String] = [:]
    private var unique = UniqueNames(
        reserved: DraftVariableNames.reserved.union(["listeners", "run"])
    )
    /// Names, as contracts have them, that texts have referred to since they were last taken.
    private(set) var uses: [String] = []
    /// What could not be translated since it was last taken.
    private var unknown: [String] = []
    /// Names, as contracts have them, of values that answers give: of any type, unlike those of texts.
    var captured: Set<String> = []

    init(reading: @escaping (String) -> Content) {
        self.reading = reading
    }

    /// The name that a variable has in the contract.
    mutating func name(of variable: String) -> String {
        if let known = names[variable] { return known }
        let isPlain =
            variable.utf8.allSatisfy {
                $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "_")
                    || $0 == UInt8(ascii: "-")
            } && variable.utf8.first.map { $0.isASCIILetter } ?? false && variable.utf8.count <= 80
            && DraftName.key(variable) == variable
        let name = unique.unique(isPlain ? variable : DraftName.camelCase(variable))
        names[variable] = name
        return name
    }

    /// A text in which every `{{…}}` is one of the contract's.
    mutating func text(_ text: String) -> String {
        guard LiteralText.isTemplate(text) else { return text }
        var result = ""
        var rest = text.utf8[...]
        while let opening = rest.firstRange(of: "{{".utf8) {
            result += String(Substring(rest[..<opening.lowerBound]))
            let inner = rest[opening.upperBound...]
            let closing = inner.firstRange(of: "}}".utf8)
            let content = closing.map { String(Substring(inner[..<$0.lowerBound])) } ?? ""
            guard let closing, !content.allSatisfy(\.isWhitespace), !content.contains("{") else {
                result += LiteralText.literal("{{")
                rest = inner
                continue
            }
            result += template(of: content)
            rest = inner[closing.upperBound...]
        }
        return result + String(Substring(rest))
    }

    /// A text where a value of any type may stand: one that is nothing but a captured value is made a
    /// text, which it need not be.
    mutating func value(_ text: String) -> JSONValue {
        let translated = self.text(text)
        guard isCaptured(translated) else { return .string(translated) }
        return ["join": [.string(translated)], "with": ""]
    }

    /// Whether a text is one template, of a value that an answer gave.
    private func isCaptured(_ text: String) -> Bool {
        guard text.hasPrefix("{{"), text.hasSuffix("}}") else { return false }
        let inner = String(text.dropFirst(2).dropLast(2))
        return captured.contains(inner) || ["now unix", "now unix-ms", "seq"].contains(inner)
    }

    private mutating func template(of content: String) -> String {
        let content = content.trimmed
        switch reading(content) {
        case .function(let function): return "{{\(function)}}"
        case .variable(let variable): return use(variable)
        case .unknown(let reason):
            unknown.append(reason)
            return use(content)
        }
    }

    private mutating func use(_ variable: String) -> String {
        let name = name(of: variable)
        if !uses.contains(name) { uses.append(name) }
        return "{{\(name)}}"
    }

    /// Names that were referred to; they are forgotten here.
    mutating func takeUses() -> [String] {
        defer { uses = [] }
        return uses
    }

    /// Puts names back that were taken.
    mutating func restoreUses(_ names: [String]) {
        uses = names + uses.filter { !names.contains($0) }
    }

    /// What could not be translated; it is forgotten here.
    mutating func takeUnknown() -> [String] {
        defer { unknown = [] }
        return unknown
    }

    /// JSON in which texts that are nothing but a captured value are made texts, as the tool would put
    /// them in; unchanged if it is not JSON, for example because values without quotes are put in.
    mutating func json(_ text: String) -> String {
        guard LiteralText.isTemplate(text) else { return text }
        let translated = self.text(text)
        do {
            return texts(in: try JSONValue(parsing: translated)).text
        } catch {
            return translated
        }
    }

    /// JSON in which captured values may stand without quotes too, where they keep their types.
    ///
    /// - Parameter text: As the tool writes it.
    /// - Returns: `nil` if it is not JSON, or if an unquoted value is not captured.
    mutating func looseJSON(_ text: String) -> JSONValue? {
        let translated = self.text(text)
        var mark = "\u{E000}"
        while translated.contains(mark) { mark += "\u{E000}" }
        var isText = false
        var quoted = ""
        var rest = translated[...]
        while let next = rest.first {
            if !isText, rest.hasPrefix("{{"), let end = rest.firstRange(of: "}}") {
                guard isCaptured(String(rest[..<end.upperBound])) else { return nil }
                quoted += "\"\(mark)\(rest[..<end.upperBound])\""
                rest = rest[end.upperBound...]
                continue
            }
            rest.removeFirst()
            quoted.append(next)
            if next == "\"" { isText.toggle() }
            if isText, next == "\\", let escaped = rest.popFirst() { quoted.append(escaped) }
        }
        do {
            return unmarked(texts(in: try JSONValue(parsing: quoted)), mark)
        } catch {
            return nil
        }
    }

    private func unmarked(_ value: JSONValue, _ mark: String) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map { unmarked($0, mark) })
        case .object(let object):
            .object(
                JSONObject(
                    object.members.map { .init(name: $0.name, value: unmarked($0.value, mark)) }
                )
            )
        case .string(let text): .string(text.replacing(mark, with: ""))
        case .null, .bool, .number: value
        }
    }

    private func texts(in value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(texts))
        case .object(let object):
            .object(
                JSONObject(object.members.map { .init(name: $0.name, value: texts(in: $0.value)) })
            )
        case .string(let text) where isCaptured(text): ["join": [value], "with": ""]
        case .null, .bool, .number, .string: value
        }
    }
}
