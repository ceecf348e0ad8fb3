/// Words in a row, as a sentence has them.
package enum Words {
    /// `a`, `a or b`, `a, b or c`; `nothing` for an empty list.
    package static func alternatives(_ words: [String]) -> String {
        guard let last = words.last else { return "nothing" }
        let others = words.dropLast()
        return others.isEmpty ? last : "\(others.joined(separator: ", ")) or \(last)"
    }

    /// `a, b and c`.
    package static func conjunction(_ words: [String]) -> String {
        let others = words.dropLast().joined(separator: ", ")
        return others.isEmpty ? words.last ?? "nothing" : "\(others) and \(words[words.count - 1])"
    }

    /// The common first words of all texts; `nil` for none.
    package static func commonBeginning(of texts: [String]) -> String? {
        let texts = texts.map { $0.split(separator: " ") }
        let common = texts.dropFirst().reduce(texts.first ?? []) { common, words in
            zip(common, words).prefix { $0.0 == $0.1 }.map(\.0)
        }
        return common.isEmpty ? nil : common.joined(separator: " ")
    }

    /// The first `limit` words, with commas: `a, b and 3 more`.
    package static func list(_ words: [String], limit: Int) -> String {
        let shown = words.prefix(limit).joined(separator: ", ")
        let rest = words.count - limit
        return rest > 0 ? "\(shown) and \(rest) more" : shown
    }
}
