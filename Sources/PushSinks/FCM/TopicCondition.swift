import Base

/// An expression over topics: `'a' in topics && ('b' in topics || !('c' in topics))`.
struct TopicCondition: Hashable, Sendable {
    /// Its topics, in order.
    private(set) var topics: [String] = []

    /// Largest number of topics of an expression.
    static let topicLimit = 5

    /// `nil` for an invalid expression, or one with too many topics.
    init?(_ text: String) {
        var rest = Substring(text)
        guard read(&rest), rest.drop(while: \.isWhitespace).isEmpty, topics.count <= Self.topicLimit
        else { return nil }
    }

    /// Operands with operators between them.
    private mutating func read(_ rest: inout Substring) -> Bool {
        guard readOperand(&rest) else { return false }
        while rest.take("&&") || rest.take("||") {
            guard readOperand(&rest) else { return false }
        }
        return true
    }

    /// Parses `'topic' in topics`, an expression in parentheses, or a negation of either.
    private mutating func readOperand(_ rest: inout Substring) -> Bool {
        var depth = 0
        while rest.take("!") { depth += 1 }
        if rest.take("(") {
            // Limits the depth; a valid expression has few topics.
            guard rest.utf8.count < 1_000, read(&rest) else { return false }
            return rest.take(")")
        }
        guard rest.take("'"), let end = rest.firstIndex(of: "'"), end > rest.startIndex else {
            return false
        }
        topics.append(String(rest[..<end]))
        rest = rest[rest.index(after: end)...]
        return rest.take("in") && rest.take("topics")
    }
}

extension Substring {
    /// Consumes a word from the front, after any spaces.
    fileprivate mutating func take(_ word: String) -> Bool {
        let trimmed = drop(while: \.isWhitespace)
        guard trimmed.hasPrefix(word) else { return false }
        self = trimmed.dropFirst(word.count)
        return true
    }
}
