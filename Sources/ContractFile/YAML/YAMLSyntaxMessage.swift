import Contract

/// Says in a contract author's words what libyaml complains about.
enum YAMLSyntaxMessage {
    /// The text that must be quoted to mend an error, if that is what is wrong.
    static func trap(for error: YAMLSyntaxError, _ builder: YAMLTreeBuilder) -> YAMLTrap? {
        // Here a space is missing, and quotes would only hide that.
        if error.problem == "found unexpected ':'" { return nil }
        if let trap = builder.trap(at: error.index) { return trap }
        guard let start = error.contextIndex, error.problem.contains("',' or") else { return nil }
        let first = builder.source.location(ofCharacter: start).line
        let last = builder.source.location(ofCharacter: error.index).line
        return YAMLTrap.findComment(
            inLines: first...max(first, last),
            outerDepth: builder.outerDepth(ofLineAt: start),
            in: builder.source
        )
    }

    /// The message for an error that no trap explains.
    static func diagnostic(for error: YAMLSyntaxError, _ builder: YAMLTreeBuilder) -> Diagnostic {
        let subject = Subject(error, builder)
        return tabs(subject) ?? directive(subject) ?? text(subject) ?? flow(subject)
            ?? block(subject)
            ?? Diagnostic("not valid YAML: \(error.problem)", at: subject.place)
    }

    /// An error and what stands at its places.
    private struct Subject {
        let error: YAMLSyntaxError
        let place: SourceLocation
        /// Where the surrounding thing begins; the same as `place` when libyaml did not say.
        let start: SourceLocation
        /// The character at `place`; `nil` at the end of a line.
        let character: Unicode.Scalar?
        /// The four characters at `place`; `nil` when the line has fewer.
        let escape: String?
        let isAtEnd: Bool
        /// Whether directives came before, and nothing else.
        let isBehindDirectives: Bool
        /// Where the innermost bracket stands that is open.
        let bracket: SourceLocation?
        /// The first line before `place` with an odd number of double quotes.
        let lineWithOpenQuote: Int?

        init(_ error: YAMLSyntaxError, _ builder: YAMLTreeBuilder) {
            let source = builder.source
            self.error = error
            place = source.location(ofCharacter: error.index)
            start = source.location(ofCharacter: error.contextIndex ?? error.index)
            character = source.text(in: error.index..<error.index + 1)?.unicodeScalars.first
            bracket = builder.innermostBracket.map { source.location(ofCharacter: $0) }
            escape = source.text(in: error.index..<error.index + 4)
            isBehindDirectives = !builder.hasDocument
            isAtEnd = error.index >= source.characterCount
            lineWithOpenQuote = (start.line..<max(start.line, place.line)).prefix(100).first {
                !source.line($0).utf8.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2)
            }
        }

        /// Whether the number of an escape is that of a surrogate.
        var isHalfCharacter: Bool {
            escape.flatMap { UInt32($0, radix: 16) }.map { (0xD800..<0xE000).contains($0) } ?? false
        }
    }
}

// MARK: - Tables

extension YAMLSyntaxMessage {
    private static func tabs(_ subject: Subject) -> Diagnostic? {
        guard subject.character == "\t" else { return nil }
        return Diagnostic(
            "a tab cannot indent a line of YAML",
            at: subject.place,
            hint: "replace it with spaces"
        )
    }

    private static func flow(_ subject: Subject) -> Diagnostic? {
        let open: String
        if subject.isAtEnd, let bracket = subject.bracket {
            return Diagnostic("this bracket is never closed", at: bracket)
        }
        switch subject.error.problem {
        case "did not find expected ',' or '}'": open = "{"
        case "did not find expected ',' or ']'": open = "["
        case "did not find expected node content" where subject.character == ",":
            return Diagnostic(
                "expected a value, got a second comma",
                at: subject.place,
                hint: "remove one of the commas"
            )
        case "did not find expected node content":
            return Diagnostic("expected a value, got \(found(subject))", at: subject.place)
        default: return nil
        }
        let close = open == "{" ? "}" : "]"
        let begin = "the \"\(open)\" of \(subject.start.line):\(subject.start.column)"
        let message = "expected \",\" or \"\(close)\" for \(begin), got \(found(subject))"
        let isLater = subject.place.line > subject.start.line
        let quote = subject.lineWithOpenQuote.map { "is every quote of line \($0) closed?" }
        let hint = quote ?? (isLater ? "is \(begin) closed?" : nil)
        return Diagnostic(message, at: subject.place, hint: hint)
    }

    private static func directive(_ subject: Subject) -> Diagnostic? {
        if subject.isBehindDirectives, subject.error.problem.contains("<document start>") {
            return Diagnostic(
                "expected a line \"---\" after the directive, got \(found(subject))",
                at: subject.place,
                hint: "or remove the line that begins with \"%\""
            )
        }
        let isDirective =
            subject.error.context == "while scanning a directive"
            || subject.error.problem == "found incompatible YAML document"
        guard isDirective else { return nil }
        let message = "a line that begins with \"%\" is a directive, and this one is not known"
        return Diagnostic(message, at: subject.start, hint: "remove the line")
    }

    private static func text(_ subject: Subject) -> Diagnostic? {
        switch subject.error.problem {
        case "found unexpected end of stream", "found unexpected document indicator":
            return Diagnostic("this quote is never closed", at: subject.start)
        case "found unknown escape character":
            return Diagnostic(
                "unknown escape in a text in double quotes",
                at: subject.place,
                length: 2,
                hint: "write \\\\ for a backslash, or use single quotes, which know no escapes"
            )
        case "found invalid Unicode character escape code" where subject.isHalfCharacter:
            return Diagnostic(
                "the escape in this text is half of a character",
                at: subject.place,
                hint: "the other half follows it directly, as in \\ud834\\udd1e"
            )
        case "did not find expected hexdecimal number",
            "found invalid Unicode character escape code":
            return Diagnostic(
                "the escape in this text is not a character",
                at: subject.place,
                hint: "\\x takes two hexadecimal digits, \\u four, \\U eight"
            )
        case "found unexpected ':'":
            return Diagnostic(
                "a space is missing after this colon",
                at: subject.place,
                hint: "if the colon is part of a text, quote the text"
            )
        case "did not find expected alphabetic or numeric character":
            return Diagnostic(
                "\"&\" begins an anchor and \"*\" an alias, which a contract must not contain",
                at: subject.start,
                hint: "quote the text that begins here"
            )
        case "found character that cannot start any token":
            let message = "\(found(subject)) cannot begin a text without quotes"
            return Diagnostic(message, at: subject.place)
        default: return nil
        }
    }

    private static func block(_ subject: Subject) -> Diagnostic? {
        let column = "entries of one mapping begin in the same column, here \(subject.start.column)"
        switch subject.error.problem {
        case "did not find expected key" where subject.character == ":":
            return Diagnostic("expected a key before this colon", at: subject.place)
        case "did not find expected key":
            let begin = "the mapping that begins in line \(subject.start.line)"
            let message = "expected a key of \(begin), got \(found(subject))"
            return Diagnostic(message, at: subject.place, hint: column)
        case "did not find expected '-' indicator":
            let begin = "the list that begins in line \(subject.start.line)"
            let message = "expected \"- \" of \(begin), got \(found(subject))"
            let hint = "check the indentation of this line"
            return Diagnostic(message, at: subject.place, hint: hint)
        case "could not find expected ':'":
            return Diagnostic("expected \": \" after this key", at: subject.start)
        case "mapping values are not allowed in this context":
            let message = "unexpected colon: the text before it is not a key"
            let hint = "check the indentation of this line, and whether the line above has a colon"
            return Diagnostic(message, at: subject.place, hint: hint)
        case "mapping keys are not allowed in this context":
            let hint = "quote the text that begins here"
            return Diagnostic("unexpected \"? \"", at: subject.place, hint: hint)
        case "block sequence entries are not allowed in this context":
            let hint = "check the indentation of this line"
            return Diagnostic("unexpected list item", at: subject.place, hint: hint)
        case "did not find expected <document start>":
            let message = "expected the end of the file, got \(found(subject))"
            let hint = "the text before this line is a whole document; check the indentation"
            return Diagnostic(message, at: subject.place, hint: hint)
        default: return nil
        }
    }

    private static func found(_ subject: Subject) -> String {
        if subject.isAtEnd { return "the end of the file" }
        return subject.character.map { Excerpt.quoted(String($0)) } ?? "the end of the line"
    }
}
