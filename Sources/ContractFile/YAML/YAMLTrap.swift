import Contract

/// A text that must be quoted, because YAML reads it as something else.
struct YAMLTrap {
    /// What YAML takes the text for.
    enum Kind: Hashable {
        case template, brackets, startsWithBracket, wordInBraces, alias, anchor, tag, reserved
        case blockText, questionMark, dash, colon, colonInFlow, behindQuote, comment
    }

    let kind: Kind
    /// The text as it stands in the file.
    let text: String
    /// Its characters, counted from the start of the file.
    let range: Range<Int>

    /// The message with its hint.
    func diagnostic(in source: SourceText) -> Diagnostic {
        Diagnostic(
            message,
            at: source.location(ofCharacter: range.lowerBound),
            length: range.count,
            hint: hint
        )
    }

    private var hint: String {
        let quoted = YAMLQuotes.hint(for: text)
        switch kind {
        case .dash: return "\(quoted), or begin the list on a separate line"
        case .colon: return "\(quoted), or begin a new line for the second key"
        case .colonInFlow: return "\(quoted), or put a comma before the second key"
        default: return quoted
        }
    }

    private var message: String {
        let first = text.unicodeScalars.first.map { String($0) } ?? ""
        let must = "\(Excerpt.quoted(text)) must be quoted"
        switch kind {
        case .template:
            return "\(must): YAML reads unquoted braces as a mapping"
        case .brackets:
            return "\(must): inside { } or [ ] a bracket begins or ends a collection"
        case .startsWithBracket:
            return "\(must): a value that begins with a bracket is a collection"
        case .wordInBraces:
            return "\(must): YAML reads it as a mapping with one key and no value"
        case .alias, .anchor, .tag:
            let name = kind == .alias ? "alias" : kind == .anchor ? "anchor" : "tag"
            let article = kind == .tag ? "a" : "an"
            return "\(must): \"\(first)\" begins \(article) \(name), and a contract has none"
        case .reserved:
            return "\(must): no unquoted text begins with \(Excerpt.quoted(first))"
        case .blockText:
            return "\(must): \"\(first)\" begins a block of text, which starts in the next line"
        case .questionMark:
            return "\(must): inside { } or [ ] \"?\" begins a key"
        case .dash:
            return "\(must): \"- \" begins a list item, which is not allowed here"
        case .colon, .colonInFlow:
            return "\(must): \": \" separates a key from its value"
        case .behindQuote:
            return "\(must) as a whole: nothing can follow a closing quote"
        case .comment:
            return "\(must): \" #\" begins a comment, which hides the rest of the line"
        }
    }
}

extension YAMLTrap {
    /// The trap at a character, if the text there is one.
    ///
    /// - Parameters:
    ///   - index: Counts from the start of the file.
    ///   - outerDepth: How many brackets are open where the line of `index` begins.
    ///   - source: The file.
    /// - Returns: `nil` when the text there is an ordinary one.
    static func find(at index: Int, outerDepth: Int, in source: SourceText) -> YAMLTrap? {
        let line = source.location(ofCharacter: index).line
        guard source.isShort(line: line) else { return nil }
        let start = source.firstCharacter(ofLine: line)
        let text = Array(source.line(line).unicodeScalars)
        let spans = LenientLine.spans(in: text, outerDepth: outerDepth)
        let column = index - start
        for span in spans where span.range.lowerBound <= column && column <= span.range.upperBound {
            guard let kind = kind(of: span, text: text[span.range]) else { continue }
            return YAMLTrap(kind, text[span.range], at: start)
        }
        return nil
    }

    /// The first text in some lines that a comment cuts off together with a bracket or a comma.
    ///
    /// - Parameters:
    ///   - lines: Line numbers, from one.
    ///   - outerDepth: How many brackets are open where the first line begins.
    ///   - source: The file.
    /// - Returns: The text together with what the comment hides of it.
    static func findComment(
        inLines lines: ClosedRange<Int>,
        outerDepth: Int,
        in source: SourceText
    ) -> YAMLTrap? {
        for line in lines.prefix(100) where source.isShort(line: line) {
            let text = Array(source.line(line).unicodeScalars)
            let depth = line == lines.lowerBound ? outerDepth : outerDepth + 1
            let spans = LenientLine.spans(in: text, outerDepth: depth)
            guard let span = spans.last, span.isInFlow, let end = span.endBehindHash else {
                continue
            }
            let hidden = text[span.range.upperBound...]
            guard hidden.contains(where: { $0 == "}" || $0 == "]" || $0 == "," }) else { continue }
            let whole = text[span.range.lowerBound..<end]
            return YAMLTrap(.comment, whole, at: source.firstCharacter(ofLine: line))
        }
        return nil
    }

    private init(_ kind: Kind, _ text: ArraySlice<Unicode.Scalar>, at lineStart: Int) {
        var text = text
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        self.kind = kind
        self.text = String(String.UnicodeScalarView(text))
        range = lineStart + text.startIndex..<lineStart + text.endIndex
    }

    /// What YAML takes a text for; `nil` when it is an ordinary text.
    private static func kind(of span: LenientLine.Span, text: ArraySlice<Unicode.Scalar>) -> Kind? {
        if span.continuesQuote { return .behindQuote }
        let braces = "{{".unicodeScalars
        let hasBraces = text.indices.contains { text[$0...].starts(with: braces) }
        if text.starts(with: braces) || (span.isInFlow && hasBraces) { return .template }
        if span.continuesBracket { return .startsWithBracket }
        let isAlone = text.count == 1
        switch text.first {
        case "*": return .alias
        case "&": return .anchor
        case "!": return .tag
        case "%" where text.startIndex == 0 && !span.isInFlow: return nil
        case "@", "`", "%": return .reserved
        case "|", ">": if !isAlone { return .blockText }
        case "?": if span.isInFlow { return .questionMark }
        case "-": if text.starts(with: "- ".unicodeScalars) { return .dash }
        default: break
        }
        let isBracket: (Unicode.Scalar) -> Bool = {
            $0 == "{" || $0 == "}" || $0 == "[" || $0 == "]"
        }
        if span.isInFlow, text.contains(where: isBracket) { return .brackets }
        guard span.hasColon else { return nil }
        return span.isInFlow ? .colonInFlow : .colon
    }
}
