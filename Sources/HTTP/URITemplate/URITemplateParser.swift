import Base

/// Reads the grammar of URI templates.
///
/// Source: RFC 6570 §2; erratum 6937 allows the apostrophe in literals.
struct URITemplateParser {
    private let text: String
    private var input: ScalarScanner

    init(_ text: String) {
        self.text = text
        input = ScalarScanner(text)
    }

    mutating func parse() throws(URITemplateError) -> [URITemplate.Part] {
        var parts: [URITemplate.Part] = []
        while !input.isAtEnd {
            parts.append(input.next == "{" ? try expression() : .literal(try literal()))
        }
        return parts
    }

    private func error(
        at offset: Int? = nil,
        expected: String,
        found: String? = nil
    ) -> URITemplateError {
        URITemplateError(
            template: text,
            kind: .syntax(offset: offset ?? input.position),
            expected: expected,
            found: found ?? input.found
        )
    }

    private mutating func literal() throws(URITemplateError) -> String {
        let start = input.position
        while let next = input.next, next != "{" {
            switch next {
            case "}": throw error(expected: "\"{\" before this brace, or %7D instead of it")
            case "%": try checkTriplet()
            case "\0"..." ", "\u{7F}"..."\u{9F}", "\"", "<", ">", "\\", "^", "`", "|":
                throw error(expected: "a character of a URI, or its percent-encoded form")
            default: break
            }
            input.position += 1
        }
        return PercentEncoding.encoded(input.text(from: start), keepsReserved: true)
    }

    private func checkTriplet() throws(URITemplateError) {
        for distance in 1...2 where input.scalar(after: distance)?.hexadecimalValue == nil {
            throw error(expected: "two hexadecimal digits after \"%\" (%25 stands for \"%\")")
        }
    }

    private mutating func expression() throws(URITemplateError) -> URITemplate.Part {
        let start = input.position
        input.position += 1
        let kind = try templateOperator()
        var variables: [URITemplate.Variable] = []
        repeat {
            variables.append(try variable())
        } while input.take(",")
        guard input.take("}") else {
            throw error(
                expected: "\",\", \":\", \"*\" or \"}\" after a variable, "
                    + "for the \"{\" at character \(start + 1)"
            )
        }
        return .expression(kind, variables)
    }

    private mutating func templateOperator() throws(URITemplateError) -> URITemplateOperator {
        guard let next = input.next else { throw error(expected: "a variable and \"}\"") }
        switch next {
        case "=", ",", "!", "@", "|":
            throw error(
                expected: "a variable or one of the operators + # . / ; ? &",
                found: "\(ScalarScanner.name(of: next)), which RFC 6570 keeps for later"
            )
        default:
            guard next != "\0", let kind = URITemplateOperator(rawValue: next) else {
                return .simple
            }
            input.position += 1
            return kind
        }
    }

    private mutating func variable() throws(URITemplateError) -> URITemplate.Variable {
        let start = input.position
        try nameCharacters()
        while input.take(".") { try nameCharacters() }
        let name = input.text(from: start)
        if input.take("*") { return .init(name: name, modifier: .explode) }
        guard input.take(":") else { return .init(name: name, modifier: .none) }
        return .init(name: name, modifier: .prefix(try maximumLength()))
    }

    /// Reads at least one character of a name.
    private mutating func nameCharacters() throws(URITemplateError) {
        let start = input.position
        while let next = input.next {
            if next == "%" {
                try checkTriplet()
                input.position += 3
            } else if next.isASCIILetter || next.isASCIIDigit || next == "_" {
                input.position += 1
            } else {
                break
            }
        }
        guard input.position > start else {
            throw error(expected: "the name of a variable (letters, digits, \"_\", \".\")")
        }
    }

    private mutating func maximumLength() throws(URITemplateError) -> Int {
        let start = input.position
        let digits = input.take(while: \.isASCIIDigit)
        guard let length = Int(digits), (1...9999).contains(length), digits.first != "0" else {
            throw error(
                at: start,
                expected: "a length from 1 to 9999 after \":\"",
                found: digits.isEmpty ? nil : digits
            )
        }
        return length
    }
}
