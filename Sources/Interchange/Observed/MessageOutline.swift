/// The common text of messages of one error, with `{0}`, `{1}` for the varying parts.
struct MessageOutline {
    /// Words between single spaces; `nil` for any text.
    private var words: [String?] = []

    /// - Parameters:
    ///   - messages: At least one.
    ///   - isVarying: Whether a word, without the punctuation around it, is one that another request would
    ///     not get.
    init(of messages: [String], isVarying: (String) -> Bool) {
        for (position, message) in messages.enumerated() {
            let next = message.split(separator: " ", omittingEmptySubsequences: false)
                .map(String.init)
            words = position == 0 ? next : Self.common(words, next)
        }
        words = words.map { word in
            guard let word, !Self.isNumbered(word) else { return nil }
            return isVarying(word.trimmingPunctuation) ? nil : word
        }
    }

    /// As in the catalogue; `nil` when the messages have no common text.
    var text: String? {
        var number = 0
        var parts: [String] = []
        var isOpen = false
        for word in words {
            if let word {
                parts.append(word)
            } else if !isOpen {
                parts.append("{\(number)}")
                number += 1
            }
            isOpen = word == nil
        }
        return words.contains { $0 != nil } ? parts.joined(separator: " ") : nil
    }

    /// Whether a word of a message would be read as a varying part.
    private static func isNumbered(_ word: String) -> Bool {
        word.contains("{") && word.contains("}")
    }

    /// The longest common sequence of words, with a gap wherever one of the two has more.
    private static func common(_ left: [String?], _ right: [String]) -> [String?] {
        // Long messages are compared from both ends only.
        guard left.count * right.count <= 40_000 else { return ends(left, right) }
        var lengths = Array(
            repeating: Array(repeating: 0, count: right.count + 1),
            count: left.count + 1
        )
        for row in left.indices.reversed() {
            for column in right.indices.reversed() {
                lengths[row][column] =
                    left[row] == right[column]
                    ? lengths[row + 1][column + 1] + 1
                    : max(lengths[row + 1][column], lengths[row][column + 1])
            }
        }
        var (row, column) = (0, 0)
        var words: [String?] = []
        var gap = (left: 0, right: 0)
        while row < left.count || column < right.count {
            if row < left.count, column < right.count, left[row] == right[column] {
                close(&gap, &words)
                words.append(left[row])
                (row, column) = (row + 1, column + 1)
            } else if column == right.count
                || row < left.count && lengths[row + 1][column] >= lengths[row][column + 1]
            {
                (row, gap.left) = (row + 1, gap.left + 1)
            } else {
                (column, gap.right) = (column + 1, gap.right + 1)
            }
        }
        close(&gap, &words)
        return words
    }

    /// Adds a gap after the words; as a gap is never empty, one that is empty in one of the messages includes the
    /// word before it.
    private static func close(_ gap: inout (left: Int, right: Int), _ words: inout [String?]) {
        guard gap != (0, 0) else { return }
        if min(gap.left, gap.right) == 0, !words.isEmpty { words.removeLast() }
        words.append(nil)
        gap = (0, 0)
    }

    private static func ends(_ left: [String?], _ right: [String]) -> [String?] {
        let start = zip(left, right).prefix { $0 == $1 }.map(\.0)
        let room = min(left.count, right.count) - start.count
        let end = zip(left.reversed(), right.reversed()).prefix(room).prefix { $0 == $1 }.map(\.0)
        return start + [nil] + end.reversed()
    }
}

extension String {
    /// Without the punctuation around a word in a sentence.
    fileprivate var trimmingPunctuation: String {
        let isWord = { (character: Character) in character.isLetter || character.isNumber }
        guard let start = firstIndex(where: isWord), let end = lastIndex(where: isWord) else {
            return self
        }
        return String(self[start...end])
    }
}
