/// Texts written by people for people.
enum Prose {
    /// The first paragraph, on one line.
    static func paragraph(_ text: String) -> String {
        var words: [Substring] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let found = line.split(whereSeparator: \.isWhitespace)
            if found.isEmpty {
                if words.isEmpty { continue }
                break
            }
            words += found
        }
        return words.joined(separator: " ")
    }

    /// A summary: the first sentence of the first paragraph, without its full stop.
    static func summary(_ text: String) -> String? {
        let paragraph = paragraph(text)
        let sentence =
            paragraph.firstRange(of: ". ").map { String(paragraph[..<$0.lowerBound]) } ?? paragraph
        let trimmed = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        return trimmed.isEmpty ? nil : trimmed
    }
}
