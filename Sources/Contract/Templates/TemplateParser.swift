import Base

extension Template {
    /// Parses a text with `{{…}}` in it; a `{{` without `}}` is an error, and `{{'{{'}}` is a `{{`.
    package init(parsing text: String, at location: SourceLocation? = nil) throws(TemplateError) {
        var parts: [Part] = []
        // By bytes: as a Character, a brace could include a following accent.
        var rest = text.utf8[...]
        var literal = ""
        while let opening = rest.firstRange(of: "{{".utf8) {
            literal += String(Substring(rest[..<opening.lowerBound]))
            let inner = rest[opening.upperBound...]
            guard let closing = inner.firstRange(of: "}}".utf8) else {
                throw TemplateError("\"{{\" without \"}}\" in \"\(text)\"", at: location)
            }
            let content = String(Substring(inner[..<closing.lowerBound]))
            rest = inner[closing.upperBound...]
            if let quoted = Self.quoted(content) {
                literal += quoted
                continue
            }
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
            parts.append(try Self.part(content, at: location))
        }
        literal += String(Substring(rest))
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.init(parts: parts, location: location)
    }

    /// The text between single quotes that enclose the whole content.
    private static func quoted(_ content: String) -> String? {
        let text = content.drop { $0 == " " }
        guard let last = text.lastIndex(where: { $0 != " " }), text[last] == "'",
            text.first == "'", text.startIndex < last
        else { return nil }
        let inner = text[text.index(after: text.startIndex)..<last]
        return inner.contains("'") ? nil : String(inner)
    }

    private static func part(
        _ content: String,
        at location: SourceLocation?
    ) throws(TemplateError) -> Part {
        let words = try words(of: content, at: location)
        guard let name = words.first else {
            throw TemplateError("nothing between \"{{\" and \"}}\"", at: location)
        }
        let arguments = Array(words.dropFirst())
        if let function = try function(name, arguments, at: location) { return .function(function) }
        guard arguments.isEmpty else {
            throw TemplateError(
                "unknown function \"\(name)\" in \"{{\(content)}}\"; "
                    + "known: \(TemplateFunction.names.joined(separator: ", "))",
                at: location
            )
        }
        let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard path.allSatisfy({ !$0.isEmpty }) else {
            throw TemplateError("\"\(name)\" is not a name", at: location)
        }
        return .reference(path)
    }

    /// Splits at white space, except inside single quotes.
    private static func words(
        of content: String,
        at location: SourceLocation?
    ) throws(TemplateError) -> [String] {
        var words: [String] = []
        var word = ""
        var isQuoted = false
        for scalar in content.unicodeScalars {
            if scalar == "'" {
                isQuoted.toggle()
            } else if !isQuoted && [" ", "\t", "\n", "\r"].contains(scalar) {
                if !word.isEmpty { words.append(word) }
                word = ""
            } else {
                word.unicodeScalars.append(scalar)
            }
        }
        guard !isQuoted else {
            throw TemplateError("a \"'\" without a second one in \"{{\(content)}}\"", at: location)
        }
        return word.isEmpty ? words : words + [word]
    }

    private static func function(
        _ name: String,
        _ arguments: [String],
        at location: SourceLocation?
    ) throws(TemplateError) -> TemplateFunction? {
        switch name {
        case "hex": .hex(try count(name, arguments, at: location))
        case "digits": .digits(try count(name, arguments, at: location))
        case "alnum": .alphanumerics(try count(name, arguments, at: location))
        case "uuid": try without(arguments, .uuid, name, at: location)
        case "seq": try without(arguments, .sequence, name, at: location)
        case "now": try now(arguments, at: location)
        default: nil
        }
    }

    private static func without(
        _ arguments: [String],
        _ function: TemplateFunction,
        _ name: String,
        at location: SourceLocation?
    ) throws(TemplateError) -> TemplateFunction {
        guard arguments.isEmpty else {
            throw TemplateError("\"\(name)\" takes nothing after it", at: location)
        }
        return function
    }

    private static func count(
        _ name: String,
        _ arguments: [String],
        at location: SourceLocation?
    ) throws(TemplateError) -> Int {
        guard arguments.count == 1, let count = Int(arguments[0]), (1...65_536).contains(count)
        else {
            throw TemplateError(
                "\"\(name)\" takes one number from 1 to 65536, as in \"{{\(name) 16}}\"",
                at: location
            )
        }
        return count
    }
}

extension Template {
    /// Parses the words after `now`: a format, a shift and a zone, each of them optional.
    private static func now(
        _ arguments: [String],
        at location: SourceLocation?
    ) throws(TemplateError) -> TemplateFunction {
        var format = TimeFormat.rfc3339Milliseconds
        var rest = arguments[...]
        if let first = rest.first, let named = TimeFormat(first) {
            format = named
            rest = rest.dropFirst()
        }
        var shift: Int64 = 0
        if let first = rest.first,
            first.utf8.first == UInt8(ascii: "+")
                || first.utf8.first == UInt8(ascii: "-"), FixedZone.offset(first) == nil
        {
            shift = try Self.shift(first, at: location)
            rest = rest.dropFirst()
        }
        var zone = 0
        if let first = rest.first, let offset = FixedZone.offset(first) {
            guard format.hasZone || offset == 0 else {
                throw TemplateError(
                    "this form of \"now\" has no zone, so \"\(first)\" would change nothing",
                    at: location
                )
            }
            zone = offset
            rest = rest.dropFirst()
        }
        if let surplus = rest.first { throw unknown(surplus, at: location) }
        return .now(format, shiftNanoseconds: shift, zoneSeconds: zone)
    }

    /// A sign and a time: `+3m`.
    private static func shift(
        _ text: String,
        at location: SourceLocation?
    ) throws(TemplateError) -> Int64 {
        guard let nanoseconds = TimeSpan.nanoseconds(String(text.dropFirst())) else {
            throw TemplateError("\"\(text)\" is not a shift such as +3m or -7d", at: location)
        }
        return text.utf8.first == UInt8(ascii: "-") ? -nanoseconds : nanoseconds
    }

    private static func unknown(_ word: String, at location: SourceLocation?) -> TemplateError {
        TemplateError(
            "\"\(word)\" in \"now\" is neither a format "
                + "(\(TimeFormat.names.joined(separator: ", ")), or a quoted pattern of "
                + "\(TimeFormat.conversions)), a shift (+3m) nor a zone (+09:00, "
                + "\(FixedZone.names.keys.sorted().joined(separator: ", ")))",
            at: location
        )
    }
}
