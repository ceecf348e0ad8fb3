import Base
import Contract
import JSON

/// The variables of another tool, whose `{{…}}` become those of a contract.
struct ForeignVariables {
    /// The content between two pairs of braces.
    enum Content {
        case variable(String)
        /// A function of contracts.
        case function(String)
        /// An expression that contracts do not have; the text describes it.
        case unknown(String)
    }

    /// Translates the tool's own expressions between braces; the text is trimmed and not empty.
    private let reading: (String) -> Content
    private var names: [String: String] = [:]
    private var unique = UniqueNames(
        reserved: DraftVariableNames.reserved.union(["listeners", "run"])
    )
    /// Contract names that texts have referred to since the last call.
    private(set) var uses: [String] = []
    /// Expressions that could not be translated since the last call.
    private var unknown: [String] = []
    /// Contract names of captured values: of any type, unlike those of texts.
    var captured: Set<String> = []
    /// Contract names of other values that are not texts: numbers, truth values and null.
    private var typed: Set<String> = []

    init(reading: @escaping (String) -> Content) {
        self.reading = reading
    }

    /// The contract's name of a variable.
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

    /// Records the value that a variable has from now on, in place of a captured one.
    mutating func give(_ name: String, _ value: JSONValue) {
        captured.remove(name)
        switch value {
        case .null, .bool, .number: typed.insert(name)
        case .string, .array, .object: typed.remove(name)
        }
    }

    /// Forgets all values but those of the environment.
    ///
    /// - Parameter numbers: The variables of the environment that are numbers.
    mutating func restart(numbers: Set<String>) {
        captured = []
        typed = numbers
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

    /// A text where a value of any type is possible: a single captured value is made a text, as it can have another
    /// type.
    mutating func value(_ text: String) -> JSONValue {
        let translated = self.text(text)
        guard isCaptured(translated) else { return .string(translated) }
        return ["join": [.string(translated)], "with": ""]
    }

    /// Whether a text is one template of a value that can have another type.
    private func isCaptured(_ text: String) -> Bool {
        guard text.hasPrefix("{{"), text.hasSuffix("}}") else { return false }
        let inner = String(text.dropFirst(2).dropLast(2))
        return captured.contains(inner) || typed.contains(inner)
            || ["now unix", "now unix-ms", "seq"].contains(inner)
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

    /// Returns and clears the names that were referred to.
    mutating func takeUses() -> [String] {
        defer { uses = [] }
        return uses
    }

    /// Restores names that were returned.
    mutating func restoreUses(_ names: [String]) {
        uses = names + uses.filter { !names.contains($0) }
    }

    /// Returns and clears the expressions that could not be translated.
    mutating func takeUnknown() -> [String] {
        defer { unknown = [] }
        return unknown
    }

    /// JSON in which texts with a single captured value are made texts, as the tool inserts them; unchanged if it is
    /// not JSON, for example because of inserted values without quotes.
    mutating func json(_ text: String) -> String {
        guard LiteralText.isTemplate(text) else { return text }
        let translated = self.text(text)
        do {
            return texts(in: try JSONValue(parsing: translated)).text
        } catch {
            return translated
        }
    }

    /// JSON in which captured values without quotes keep their types.
    ///
    /// - Parameter text: In the form of the tool.
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
