import Base

/// A word, a value or a mark of a JavaScript script, which is parsed and never run.
struct ScriptToken: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case word, text, number, regex, mark }

    let kind: Kind
    /// For a text, the content between its quotes, with escapes resolved.
    let text: String
    /// Counted from one.
    let line: Int
    /// Its range among the code points of the script.
    let range: Range<Int>
    /// Whether a line break precedes it.
    let beginsLine: Bool

    func isMark(_ mark: String) -> Bool { kind == .mark && text == mark }

    func isWord(_ word: String) -> Bool { kind == .word && text == word }
}

/// Splits a script into tokens; unknown characters become marks.
struct ScriptLexer {
    private var scanner: ScalarScanner
    private var line = 1
    private var beginsLine = true
    private var tokens: [ScriptToken] = []
    /// Comments with their lines.
    private(set) var comments: [(line: Int, text: String)] = []

    init(_ text: String) {
        scanner = ScalarScanner(text)
    }

    private static let marks = ["===", "!==", "=>", "==", "!=", ">=", "<=", "&&", "||", "?."]

    /// All tokens.
    mutating func allTokens() -> [ScriptToken] {
        while let next = scanner.next {
            let start = scanner.position
            if next == "\n" {
                scanner.position += 1
                line += 1
                beginsLine = true
            } else if next.properties.isWhitespace {
                scanner.position += 1
            } else if scanner.take(text: "//") {
                let text = scanner.take { $0 != "\n" }
                comments.append((line, text.trimmed))
            } else if scanner.take(text: "/*") {
                skipComment()
            } else if next == "\"" || next == "'" || next == "`" {
                takeText(next, from: start)
            } else if next.isASCIIDigit {
                _ = scanner.take { $0.isASCIIDigit || $0.isASCIILetter || $0 == "." }
                add(.number, scanner.text(from: start), from: start)
            } else if Self.isWordPart(next) {
                _ = scanner.take(while: Self.isWordPart)
                add(.word, scanner.text(from: start), from: start)
            } else if next == "/", mayBeginRegex {
                takeRegex(from: start)
            } else if let mark = Self.marks.first(where: { scanner.take(text: $0) }) {
                add(.mark, mark, from: start)
            } else {
                scanner.position += 1
                add(.mark, String(Character(next)), from: start)
            }
        }
        return tokens
    }

    private static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCIIDigit || scalar.isASCIILetter || scalar == "_" || scalar == "$"
            || scalar.value > 0x7F
    }

    /// A slash after a value divides.
    private var mayBeginRegex: Bool {
        guard let last = tokens.last else { return true }
        return last.kind == .mark && ![")", "]", "}"].contains(last.text)
            || last.isWord("return")
    }

    private mutating func add(_ kind: ScriptToken.Kind, _ text: String, from start: Int) {
        tokens.append(
            ScriptToken(
                kind: kind,
                text: text,
                line: line,
                range: start..<scanner.position,
                beginsLine: beginsLine
            )
        )
        beginsLine = false
    }

    private mutating func skipComment() {
        let (start, first) = (scanner.position, line)
        var end = start
        while !scanner.isAtEnd {
            end = scanner.position
            if scanner.take(text: "*/") { break }
            if scanner.take("\n") { line += 1 } else { scanner.position += 1 }
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: scanner.scalars[start..<end])
        comments.append(
            (first, text.split(whereSeparator: \.isNewline).map(\.trimmed).joined(separator: " "))
        )
    }

    private mutating func takeText(_ quote: Unicode.Scalar, from start: Int) {
        scanner.position += 1
        var text = String.UnicodeScalarView()
        var isPlain = true
        let first = line
        while let next = scanner.next, next != quote {
            scanner.position += 1
            if next == "\n" { line += 1 }
            if quote == "`", next == "$", scanner.next == "{" { isPlain = false }
            guard next == "\\", let escaped = scanner.next else {
                text.append(next)
                continue
            }
            scanner.position += 1
            switch escaped {
            case "n": text.append("\n")
            case "r": text.append("\r")
            case "t": text.append("\t")
            case "u":
                let digits = scanner.take { $0.hexadecimalValue != nil }
                text.append(UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) ?? "?")
            default: text.append(escaped)
            }
        }
        scanner.position = min(scanner.position + 1, scanner.scalars.count)
        tokens.append(
            ScriptToken(
                // A value composed at run time is not a constant.
                kind: isPlain ? .text : .mark,
                text: String(text),
                line: first,
                range: start..<scanner.position,
                beginsLine: beginsLine
            )
        )
        beginsLine = false
    }

    private mutating func takeRegex(from start: Int) {
        scanner.position += 1
        var isInClass = false
        while let next = scanner.next, next != "\n", isInClass || next != "/" {
            scanner.position += next == "\\" ? 2 : 1
            if next == "[" { isInClass = true }
            if next == "]" { isInClass = false }
        }
        scanner.position = min(scanner.position, scanner.scalars.count)
        let text = String(scanner.text(from: start).dropFirst())
        _ = scanner.take("/")
        let flags = scanner.take { $0.isASCIILetter }
        // Contracts do not support expressions with flags; the token keeps the flags after a slash.
        add(.regex, flags.isEmpty || flags == "g" ? text : "\(text)/\(flags)", from: start)
    }
}
