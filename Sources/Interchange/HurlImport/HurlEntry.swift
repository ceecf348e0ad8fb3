import Base
import JSON

/// A request of a Hurl file, and the checks of its response.
struct HurlEntry {
    /// `name: value`, of a header field or an option.
    struct Field {
        let line: Int
        let name: String
        let value: String
    }

    /// A file part: `name: file,PATH; TYPE`.
    struct Section {
        let line: Int
        let name: String
        var fields: [Field] = []
        /// Of `[Asserts]`, or of `[Captures]`, each with a name.
        var sentences: [Sentence] = []
    }

    /// `jsonpath "$.a" nth 2 == 5`: a query, filters and a predicate, each with its arguments.
    struct Sentence {
        let line: Int
        /// The name of a capture.
        var name: String?
        /// The text in the file.
        var source = ""
        var calls: [Call] = []
        /// Whether the predicate is negated with `not`.
        var isNegated = false
    }

    /// A word and its arguments.
    struct Call {
        let name: String
        var arguments: [Literal] = []
    }

    /// A value in a sentence, or a body.
    enum Literal: Hashable {
        case text(String)
        /// A number, a truth value or null.
        case value(JSONValue)
        /// `{{name}}` without quotes.
        case template(String)
        case bytes([UInt8])
        case file(String)
        case regex(String)

        /// The names of the variables that it inserts.
        var names: [String] {
            switch self {
            case .text(let text), .template(let text): LiteralText.names(in: text)
            case .value, .bytes, .file, .regex: []
            }
        }
    }

    /// The content of a request or response, and its notation.
    struct Body {
        enum Kind: Hashable { case json, xml, graphQL, other }
        let line: Int
        let kind: Kind
        let content: Literal
    }

    /// The checks of the response.
    struct Response {
        let line: Int
        /// `nil` for any version.
        let version: String?
        /// `nil` for `*`.
        let status: Int?
        var fields: [Field] = []
        var sections: [Section] = []
        var body: Body?
    }

    /// A `#` and the text after it.
    struct Comment: Hashable {
        let line: Int
        let text: String
    }

    let line: Int
    let method: String
    let url: String
    var fields: [Field] = []
    var sections: [Section] = []
    var body: Body?
    var response: Response?
    /// Those above the request come first.
    var comments: [Comment] = []

    /// The names of the variables that asserts and the body of the response insert without quotes: numbers, as
    /// texts have quotes.
    var unquotedNames: [String] {
        let sentences = (response?.sections ?? []).filter { $0.name == "Asserts" }
            .flatMap(\.sentences)
        let operands = sentences.compactMap(\.calls.last)
            .filter { !Self.textPredicates.contains($0.name) }.flatMap(\.arguments)
        let names = operands.flatMap { operand in
            if case .template(let text) = operand {
                LiteralText.names(in: text)
            } else {
                [String]()
            }
        }
        guard let body = response?.body, body.kind == .json, case .text(let text) = body.content
        else { return names }
        return names + Self.unquotedNames(in: text)
    }

    /// Predicates that compare texts.
    private static let textPredicates: Set<String> = [
        "matches", "contains", "includes", "include", "startsWith", "endsWith",
    ]

    /// The prefixes and addresses of namespaces in its XML bodies: `xmlns:a="urn:a"`.
    var namespaces: [(prefix: String, address: String)] {
        [body, response?.body].flatMap { body -> [(prefix: String, address: String)] in
            guard case .text(let text)? = body?.content, text.contains("xmlns:") else { return [] }
            return text.ranges(of: "xmlns:").compactMap { mark in
                let rest = text[mark.upperBound...]
                let prefix = rest.prefix { $0 != "=" && $0 != ">" }
                let value = rest[prefix.endIndex...].dropFirst().drop(while: \.isWhitespace)
                guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
                let address = value.dropFirst().prefix { $0 != quote }
                return address.isEmpty ? nil : (prefix.trimmed, String(address))
            }
        }
    }

    /// The names of the variables that a JSON text inserts outside of its texts.
    private static func unquotedNames(in json: String) -> [String] {
        var outside = ""
        var isText = false
        var isEscaped = false
        for character in json {
            if character == "\"", !isEscaped {
                isText.toggle()
            } else if !isText {
                outside.append(character)
            }
            isEscaped = character == "\\" && !isEscaped
        }
        return LiteralText.names(in: outside)
    }

    /// The number of its fields, sections, lines of sections, bodies and responses.
    var partCount: Int {
        let responses = response.map { [$0] } ?? []
        let sections = sections + responses.flatMap(\.sections)
        return fields.count + responses.flatMap(\.fields).count + sections.count
            + sections.flatMap(\.fields).count + sections.flatMap(\.sentences).count
            + (body == nil ? 0 : 1) + responses.count { $0.body != nil } + responses.count
    }
}
