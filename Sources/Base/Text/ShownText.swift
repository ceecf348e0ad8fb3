/// Truncates texts for display.
package enum ShownText {
    /// Redacts secrets in a text before truncation, as a partial secret could not be found afterwards; set for a
    /// run.
    @TaskLocal package static var redaction: Redaction?

    /// A class because the optimizer of Swift 6.3 makes code that crashes of a function as a task-local value.
    package final class Redaction: Sendable {
        let redact: @Sendable (String) -> String

        package init(_ redact: @escaping @Sendable (String) -> String) { self.redact = redact }
    }

    /// The first characters of a longer text.
    ///
    /// - Parameters:
    ///   - text: The complete text, or the part given by `look`.
    ///   - length: Number of characters to show.
    /// - Returns: `nil` for a text that is short enough.
    package static func beginning(of text: String, length: Int) -> String? {
        let beginning = text.unicodeScalars.prefix(length)
        guard beginning.endIndex < text.endIndex else { return nil }
        guard let redaction else { return String(beginning) }
        let looked = text.unicodeScalars.prefix(look(length))
        var shown = redaction.redact(String(looked)).unicodeScalars[...]
        // A secret that continues after the examined part was not found, so the margin is dropped.
        if looked.endIndex < text.endIndex { shown = shown.dropLast(margin) }
        return String(shown.prefix(length))
    }

    /// Number of characters to examine in order to show `length` characters.
    package static func look(_ length: Int) -> Int { length + 8 * margin }

    /// More than is needed to find the piece of a secret, however it is written.
    private static let margin = 1_024
}
