import Base

/// One word of a shell command, and the line where it begins.
struct ShellWord: Hashable, Sendable {
    /// With `{{NAME}}` for each `$NAME`.
    var text: String
    /// Counted from one.
    let line: Int
}

/// The simple commands of a shell text, as far as needed for `curl` command lines.
///
/// Quotes, escapes, continuation lines, comments and variables are read; nothing is run.
///
/// Source: POSIX.1-2017, Shell & Utilities, 2.2 and 2.3; `$'…'` from POSIX.1-2024, 2.2.4.
struct ShellText {
    /// Command by command.
    private(set) var commands: [[ShellWord]] = []
    /// The names of the variables in the text, in the order of their first use.
    private(set) var variables: [String] = []

    private let file: String
    private let text: [Unicode.Scalar]
    private var position = 0
    private var line = 1
    private var words: [ShellWord] = []
    private var word: ShellWord?

    /// Reads a text.
    ///
    /// - Parameters:
    ///   - text: One command or several.
    ///   - file: For messages.
    /// - Throws: For an unclosed quote, and for expressions that only a shell can evaluate.
    init(_ text: String, file: String) throws(InterchangeError) {
        self.file = file
        // Line ends of other systems, for example from a browser on Windows.
        self.text = Array(text.unicodeScalars).filter { $0 != "\r" }
        while position < self.text.count { try readNext() }
        endCommand()
    }

    private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

    private func scalar(_ offset: Int) -> Unicode.Scalar? {
        position + offset < text.count ? text[position + offset] : nil
    }

    private mutating func advance() {
        if next == "\n" { line += 1 }
        position += 1
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        begin()
        word?.text.unicodeScalars.append(scalar)
    }

    private mutating func begin() {
        if word == nil { word = ShellWord(text: "", line: line) }
    }

    private mutating func endWord() {
        if let word { words.append(word) }
        word = nil
    }

    private mutating func endCommand() {
        endWord()
        if !words.isEmpty { commands.append(words) }
        words = []
    }

    private mutating func readNext() throws(InterchangeError) {
        guard let next else { return }
        switch next {
        case " ", "\t":
            endWord()
            advance()
        case "\n", ";", "|", "&", "(", ")":
            endCommand()
            advance()
        case "#" where word == nil:
            while self.next != nil, self.next != "\n" { advance() }
        case "\\":
            advance()
            if let escaped = self.next, escaped != "\n" { append(escaped) }
            advance()
        case "'": try readSingleQuotes()
        case "\"": try readDoubleQuotes()
        case "$" where scalar(1) == "'": try readEscapedQuotes()
        case "$": try readVariable()
        case "`": throw substitution()
        default:
            append(next)
            advance()
        }
    }

    private func unclosed(_ quote: String, since line: Int) -> InterchangeError {
        InterchangeError(
            file: file,
            place: .line(line),
            expected: "a closing \(quote)",
            found: "the end of the file"
        )
    }

    private func substitution() -> InterchangeError {
        InterchangeError(
            file: file,
            place: .line(line),
            expected: "a text, or a variable such as $TOKEN",
            found: "a command substitution, which would have to be run",
            hint: "replace it with its result or a variable"
        )
    }
}

// MARK: - Quotes

extension ShellText {
    private mutating func readSingleQuotes() throws(InterchangeError) {
        let start = line
        begin()
        advance()
        while let next, next != "'" {
            append(next)
            advance()
        }
        guard next == "'" else { throw unclosed("'", since: start) }
        advance()
    }

    private mutating func readDoubleQuotes() throws(InterchangeError) {
        let start = line
        begin()
        advance()
        while let next, next != "\"" {
            switch next {
            case "\\":
                if let escaped = scalar(1), "$`\"\\\n".unicodeScalars.contains(escaped) {
                    advance()
                    if escaped != "\n" { append(escaped) }
                } else {
                    append(next)
                }
                advance()
            case "$": try readVariable()
            case "`": throw substitution()
            default:
                append(next)
                advance()
            }
        }
        guard next == "\"" else { throw unclosed("\"", since: start) }
        advance()
    }

    /// `$'…'`, in which browsers copy commands with quoted texts.
    private mutating func readEscapedQuotes() throws(InterchangeError) {
        let start = line
        begin()
        advance()
        advance()
        var bytes: [UInt8] = []
        while let next, next != "'" {
            if next == "\\" {
                advance()
                bytes += readEscape()
            } else {
                bytes += String(next).utf8
                advance()
            }
        }
        guard next == "'" else { throw unclosed("'", since: start) }
        advance()
        word?.text += String(decoding: bytes, as: UTF8.self)
    }

    private mutating func readEscape() -> [UInt8] {
        guard let letter = next else { return [] }
        advance()
        switch letter {
        case "n": return [0x0A]
        case "r": return [0x0D]
        case "t": return [0x09]
        case "a": return [0x07]
        case "b": return [0x08]
        case "e", "E": return [0x1B]
        case "f": return [0x0C]
        case "v": return [0x0B]
        case "x": return [UInt8(truncatingIfNeeded: readDigits(2, radix: 16))]
        case "u", "U":
            let value = readDigits(letter == "u" ? 4 : 8, radix: 16)
            return Array(String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8)
        case "0"..."7":
            position -= 1
            return [UInt8(truncatingIfNeeded: readDigits(3, radix: 8))]
        default: return Array(String(letter).utf8)
        }
    }

    private mutating func readDigits(_ most: Int, radix: UInt32) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<most {
            guard let digit = next.flatMap({ Character($0).hexDigitValue }), digit < radix else {
                break
            }
            value = value &* radix &+ UInt32(digit)
            advance()
        }
        return value
    }

    /// `$NAME` or `${NAME}`; a `$` before anything else is literal.
    private mutating func readVariable() throws(InterchangeError) {
        if scalar(1) == "(" { throw substitution() }
        let hasBraces = scalar(1) == "{"
        var end = position + (hasBraces ? 2 : 1)
        let start = end
        while end < text.count, Self.isNamePart(text[end], isFirst: end == start) { end += 1 }
        guard end > start, !hasBraces || (end < text.count && text[end] == "}") else {
            if hasBraces {
                throw InterchangeError(
                    file: file,
                    place: .line(line),
                    expected: "${NAME}",
                    found: "another expansion of the shell",
                    hint: "replace it with its result or a variable"
                )
            }
            append("$")
            advance()
            return
        }
        var name = String.UnicodeScalarView()
        name.append(contentsOf: text[start..<end])
        if !variables.contains(String(name)) { variables.append(String(name)) }
        begin()
        word?.text += "{{\(String(name))}}"
        position = hasBraces ? end + 1 : end
    }

    private static func isNamePart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "_": true
        case "0"..."9": !isFirst
        default: false
        }
    }
}
