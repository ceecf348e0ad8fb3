/// A manual page in progress, in the markup of `man`.
struct Roff {
    /// The whole page, which ends in a newline.
    var text: String { lines.joined(separator: "\n") + "\n" }

    private var lines: [String]

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - name: The name for `man`: `assay-verify`.
    ///   - section: 1 for commands, 7 for articles.
    ///   - abstract: The summary that `man -k` shows.
    init(_ name: String, section: Int, abstract: String) {
        let title = "\(name.uppercased()) \(section) \"\" \"assay \(Version.number)\" \"Assay\""
        // The first line asks for the preprocessor of tables. Words of a contract are neither
        // hyphenated nor stretched.
        lines = ["'\\\" t", ".TH \(title)", ".nh", ".ad l", ".SH NAME"]
        let sentence = abstract.hasSuffix(".") ? String(abstract.dropLast()) : abstract
        add("\(Self.escaped(name)) \\- \(Self.escaped(sentence))")
    }

    /// The text with escapes, so that it is printed literally.
    ///
    /// A hyphen is written as a minus, because options are copied from manual pages.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            default: escaped.append(character)
            }
        }
    }

    /// Plain text in bold.
    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    /// Plain text in italics, for placeholders.
    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// A line of text that is escaped already.
    mutating func add(_ line: String) { lines.append(Self.guarded(line)) }

    /// The line as text, even when it begins as a request does.
    private static func guarded(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    /// A line for `man` itself.
    mutating func request(_ line: String) { lines.append(line) }

    /// A heading; of a section in capitals, as manual pages have it.
    mutating func heading(_ text: String, level: Int = 2) {
        let shown = Self.escaped(level > 2 ? text : text.uppercased())
        let quoted = shown.replacing("\"", with: "\\(dq")
        lines.append(level > 2 ? ".SS \"\(quoted)\"" : ".SH \"\(quoted)\"")
    }

    /// A paragraph of text that is escaped already.
    mutating func paragraph(_ text: String) {
        separate()
        add(text)
    }

    /// Puts space before the next element; a heading has its own.
    private mutating func separate() {
        if lines.last?.hasPrefix(".S") != true { lines.append(".PP") }
    }

    /// A term, and its meaning below it; both are escaped already.
    mutating func entry(_ term: String, _ meaning: String) {
        lines.append(".TP")
        add(term)
        add(meaning)
    }

    /// Plain lines, printed as they are.
    mutating func code(_ content: [String]) {
        separate()
        lines += [".RS 4", ".nf"]
        for line in content { add(Self.escaped(line)) }
        lines += [".fi", ".RE"]
    }

    /// A table of texts that are escaped already.
    mutating func table(header: [String], rows: [[String]]) {
        let columns = Array(repeating: "l", count: header.count - 1) + ["lx"]
        let bold = Array(repeating: "lB", count: header.count)
        separate()
        lines += [".TS", bold.joined(separator: " ")]
        lines.append(columns.joined(separator: " ") + ".")
        for row in [header] + rows {
            let cells = row.map { "T{\n\(Self.guarded($0.isEmpty ? "\\&" : $0))\nT}" }
            lines.append(cells.joined(separator: "\t"))
        }
        lines.append(".TE")
    }
}
