import Base

/// A place in a JSON value: the names and indices on the way to it (RFC 6901).
package struct JSONPointer: Sendable {
    /// One for every level, unescaped; none stands for the whole value.
    package let tokens: [String]

    /// - Parameter tokens: Names and indices, unescaped.
    package init(tokens: [String]) {
        self.tokens = tokens
    }

    /// Reads the string form, `/a/0/b~1c`.
    ///
    /// - Parameter text: Empty for the whole value, else a slash before every token.
    /// - Throws: Without a slash at the start, or with a `~` that is not `~0` or `~1`.
    package init(_ text: String) throws(JSONPointerError) {
        var scanner = ScalarScanner(text)
        guard scanner.isAtEnd || scanner.next == "/" else {
            throw JSONPointerError(
                pointer: text,
                kind: .syntax(offset: 0),
                expected: "nothing, or \"/\" before every name",
                found: scanner.found
            )
        }
        var tokens: [String] = []
        while scanner.take("/") {
            tokens.append(try Self.token(from: &scanner, of: text))
        }
        self.tokens = tokens
    }

    private static func token(
        from scanner: inout ScalarScanner,
        of text: String
    ) throws(JSONPointerError) -> String {
        var token = ""
        while let next = scanner.next, next != "/" {
            scanner.position += 1
            guard next == "~" else {
                token.unicodeScalars.append(next)
                continue
            }
            if scanner.take("0") {
                token.append("~")
            } else if scanner.take("1") {
                token.append("/")
            } else {
                throw JSONPointerError(
                    pointer: text,
                    kind: .syntax(offset: scanner.position),
                    expected: "\"0\" or \"1\" after \"~\" "
                        + "(\"~0\" stands for \"~\", \"~1\" for \"/\")",
                    found: scanner.found
                )
            }
        }
        return token
    }

    /// The pointer to what `token` names within the value this one points to.
    package func appending(_ token: String) -> JSONPointer {
        JSONPointer(tokens: tokens + [token])
    }

    /// The array index that a token is; `nil` for names, signs and leading zeros.
    package static func index(_ token: String) -> Int? {
        let digits = token.unicodeScalars
        guard let first = digits.first, digits.allSatisfy(\.isASCIIDigit),
            first != "0" || digits.count == 1
        else { return nil }
        return Int(token)
    }
}

extension JSONPointer: CustomStringConvertible {
    /// The string form.
    package var description: String { Self.text(of: tokens) }

    package static func text(of tokens: some Sequence<String>) -> String {
        var text = ""
        for token in tokens {
            text.append("/")
            for scalar in token.unicodeScalars {
                switch scalar {
                case "~": text.append("~0")
                case "/": text.append("~1")
                default: text.unicodeScalars.append(scalar)
                }
            }
        }
        return text
    }
}

extension JSONPointer: Hashable {
    package static func == (left: JSONPointer, right: JSONPointer) -> Bool {
        left.tokens.elementsEqual(right.tokens) { $0.hasSameCodePoints(as: $1) }
    }

    package func hash(into hasher: inout Hasher) {
        for token in tokens { token.hashCodePoints(into: &hasher) }
    }
}
