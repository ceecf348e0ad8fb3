import Base
import Contract

/// Writes diagnostics as text for people, in the manner of a compiler.
///
///     push.yaml:12:7: error: unknown key "responces" in an operation
///        12 |       responces: { "201": {} }
///           |       ^^^^^^^^^
///        hint: did you mean "responses"?
///     1 error
package struct DiagnosticRenderer {
    /// How wide the shown part of a source line may be, in columns of a terminal.
    private static let excerptWidth = 90

    private let sources: [String: SourceText]
    private let usesColor: Bool
    private let limit: Int

    /// A renderer that knows the text of some files.
    ///
    /// - Parameters:
    ///   - sources: The files; diagnostics that point elsewhere are written without a source line.
    ///   - usesColor: Whether to write colours for a terminal.
    ///   - limit: How many diagnostics are written out; of the others only the number is reported.
    package init(sources: [SourceText], usesColor: Bool = false, limit: Int = 100) {
        self.sources = Dictionary(sources.map { ($0.file, $0) }) { first, _ in first }
        self.usesColor = usesColor
        self.limit = limit
    }

    /// Writes the diagnostics by file, line and column, each once, then how many there are.
    ///
    /// - Returns: Lines that end in a line feed; empty without diagnostics.
    package func render(_ diagnostics: [Diagnostic]) -> String {
        let sorted = Self.sorted(diagnostics)
        guard !sorted.isEmpty else { return "" }
        var result = sorted.prefix(limit).map(render).joined()
        if sorted.count > limit { result += "… and \(sorted.count - limit) more\n" }
        return result + Self.summary(of: sorted) + "\n"
    }

    /// How many there are of each severity: `3 errors, 1 warning`.
    package static func summary(of diagnostics: [Diagnostic]) -> String {
        let errors = diagnostics.count { $0.severity == .error }
        let warnings = diagnostics.count - errors
        var parts: [String] = []
        if errors > 0 || warnings == 0 { parts.append(Count.of(errors, "error")) }
        if warnings > 0 { parts.append(Count.of(warnings, "warning")) }
        return parts.joined(separator: ", ")
    }

    /// Each diagnostic once, by file, line and column; in one place the order stays.
    package static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return diagnostics.filter { seen.insert($0).inserted }.enumerated().sorted { left, right in
            let (a, b) = (left.element.location, right.element.location)
            if a.file != b.file { return a.file < b.file }
            return (a.line, a.column, left.offset) < (b.line, b.column, right.offset)
        }.map(\.element)
    }
}

// MARK: - One diagnostic

extension DiagnosticRenderer {
    private func render(_ diagnostic: Diagnostic) -> String {
        let location = diagnostic.location
        let place = location.line == 0 ? location.file : location.description
        let severity =
            switch diagnostic.severity {
            case .error: paint("error:", .red)
            case .warning: paint("warning:", .yellow)
            }
        var result = "\(paint("\(place):", .bold)) \(severity) \(diagnostic.message)\n"
        if location.line > 0, let source = sources[location.file] {
            result += excerpt(of: source, diagnostic)
        }
        if let hint = diagnostic.hint { result += "   \(paint("hint:", .cyan)) \(hint)\n" }
        return result
    }

    /// The source line with its number, and the caret below it.
    private func excerpt(of source: SourceText, _ diagnostic: Diagnostic) -> String {
        let number = "\(diagnostic.location.line)"
        let margin = String(repeating: " ", count: max(0, 5 - number.utf8.count)) + number
        let clip = DiagnosticExcerpt(
            line: source.line(diagnostic.location.line),
            column: diagnostic.location.column,
            length: diagnostic.length,
            width: Self.excerptWidth
        )
        let blank = String(repeating: " ", count: margin.utf8.count)
        let indent = String(repeating: " ", count: clip.caretOffset)
        let carets = paint(String(repeating: "^", count: clip.caretWidth), .green)
        let text = clip.text.isEmpty ? "" : " " + clip.text
        return "\(margin) |\(text)\n\(blank) | \(indent)\(carets)\n"
    }

    private enum Paint: String {
        case bold = "1"
        case red = "1;31"
        case green = "1;32"
        case yellow = "1;33"
        case cyan = "36"
    }

    private func paint(_ text: String, _ paint: Paint) -> String {
        usesColor ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }
}
