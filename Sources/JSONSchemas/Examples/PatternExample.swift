/// Texts made from a regular expression, piece by piece, with as few repetitions as possible.
///
/// Supports only the most common constructs: characters, classes, groups, alternatives, references to groups and
/// quantifiers. Groups that look ahead or behind are passed over. The caller checks the text against the expression.
struct PatternExample {
    /// Which of the possible characters and alternatives a text has.
    enum Choice: Hashable {
        /// The one at this position, counted from the first again after the last.
        case same(Int)
        /// Another one for each character: a password needs characters of several kinds.
        case mixed
    }

    private var rest: ArraySlice<Unicode.Scalar>
    private let choice: Choice
    /// The number of characters that repetitions may still add.
    private var spare: Int
    /// The texts of the groups so far.
    private var groups: [[Unicode.Scalar]] = []
    /// The number of characters chosen so far.
    private var chosen = 0
    private static let longest = 10_000

    /// A text for the pattern.
    ///
    /// - Parameters:
    ///   - pattern: The regular expression.
    ///   - choice: The characters and alternatives to use.
    ///   - spare: The number of characters to add to the shortest text, where quantifiers allow it.
    /// - Returns: `nil` if the pattern contains unsupported constructs.
    static func text(
        for pattern: String,
        _ choice: Choice = .same(0),
        spare: Int = 0
    ) -> String? {
        var maker = PatternExample(pattern, choice, spare)
        guard let scalars = maker.alternatives(), maker.rest.isEmpty else { return nil }
        return String(String.UnicodeScalarView(scalars))
    }

    private init(_ pattern: String, _ choice: Choice, _ spare: Int) {
        rest = Array(pattern.unicodeScalars)[...]
        self.choice = choice
        self.spare = spare
    }

    /// One of the alternatives up to the end or a closing parenthesis.
    private mutating func alternatives() -> [Unicode.Scalar]? {
        let before = self
        guard let first = sequence() else { return nil }
        var ends = [self]
        var texts = [first]
        while rest.first == "|" {
            let place = rest.dropFirst()
            self = before
            rest = place
            guard let next = sequence() else { return nil }
            texts.append(next)
            ends.append(self)
        }
        let position = if case .same(let position) = choice { position % texts.count } else { 0 }
        let end = rest
        self = ends[position]
        rest = end
        return texts[position]
    }

    private mutating func sequence() -> [Unicode.Scalar]? {
        var text: [Unicode.Scalar] = []
        while let next = rest.first, next != "|", next != ")" {
            let place = rest
            guard let piece = piece() else { return nil }
            let end = rest
            guard let range = repetitions() else { return nil }
            let after = rest
            let count = count(of: piece, in: range)
            guard text.count + piece.count * count <= Self.longest else { return nil }
            if count > 0 { text += piece }
            for _ in 1..<max(1, piece.isEmpty ? 1 : count) {
                rest = place[..<end.startIndex]
                guard let again = self.piece() else { return nil }
                text += again
            }
            rest = after
        }
        return text
    }

    /// How often a piece is repeated.
    private mutating func count(
        of piece: [Unicode.Scalar],
        in range: ClosedRange<Int>
    ) -> Int {
        guard !piece.isEmpty, spare > 0 else { return range.lowerBound }
        let wanted = (spare + piece.count - 1) / piece.count
        let count = min(range.upperBound, range.lowerBound + wanted)
        spare -= (count - range.lowerBound) * piece.count
        return count
    }

    private mutating func piece() -> [Unicode.Scalar]? {
        let next = rest.removeFirst()
        switch next {
        case "^", "$": return []
        case ".": return [pick(CharacterSet.any)]
        case "[": return CharacterSet(classFrom: &rest).map { [pick($0)] }
        case "\\": return escape()
        case "(": return group()
        case "*", "+", "?", "{", "}", "]": return nil
        default: return [next]
        }
    }

    private mutating func group() -> [Unicode.Scalar]? {
        guard rest.first == "?" else {
            let number = groups.count
            groups.append([])
            let inner = alternatives()
            guard let inner, rest.popFirst() == ")" else { return nil }
            // The group may stand in an alternative that was left.
            if groups.indices.contains(number) { groups[number] = inner }
            return inner
        }
        let isInner = rest.starts(with: ["?", ":"])
        let before = (spare, chosen, groups)
        rest = rest.dropFirst(2)
        if !isInner, let kind = rest.first, ["=", "!"].contains(kind) { rest = rest.dropFirst() }
        guard let inner = alternatives(), rest.popFirst() == ")" else { return nil }
        guard !isInner else { return inner }
        (spare, chosen, groups) = before
        return []
    }

    private mutating func escape() -> [Unicode.Scalar]? {
        guard let next = rest.first else { return nil }
        if next == "b" || next == "B" {
            rest.removeFirst()
            return []
        }
        if ("1"..."9").contains(next) {
            rest.removeFirst()
            let number = Int(next.value) - 49
            return groups.indices.contains(number) ? groups[number] : nil
        }
        return CharacterSet(escapeFrom: &rest).map { [pick($0)] }
    }

    private mutating func pick(_ set: CharacterSet) -> Unicode.Scalar {
        defer { chosen += 1 }
        return switch choice {
        case .same(let position): set.member(position)
        case .mixed: set.kind(chosen)
        }
    }

    /// The possible numbers of repetitions; one without a quantifier.
    private mutating func repetitions() -> ClosedRange<Int>? {
        var range = 1...1
        switch rest.first {
        case "*": range = 0...Self.longest
        case "?": range = 0...1
        case "+": range = 1...Self.longest
        case "{":
            guard let end = rest.firstIndex(of: "}"), let limits = limits(upTo: end) else {
                return nil
            }
            range = limits
            rest = rest[end...]
        default: return range
        }
        rest.removeFirst()
        if rest.first == "?" { rest.removeFirst() }
        return range
    }

    /// The numbers between braces.
    private func limits(upTo end: Int) -> ClosedRange<Int>? {
        let text = String(String.UnicodeScalarView(rest[..<end].dropFirst()))
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
        guard let least = Int(numbers[0]), (0...Self.longest).contains(least) else { return nil }
        guard numbers.count > 1 else { return least...least }
        let most = numbers[1].isEmpty ? Self.longest : Int(numbers[1])
        guard let most, most >= least else { return nil }
        return least...most
    }
}

/// The characters that one place of a text may have.
private struct CharacterSet {
    private var ranges: [ClosedRange<UInt32>]

    private static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
    private static let capitals: [ClosedRange<UInt32>] = [0x41...0x5A]
    private static let smalls: [ClosedRange<UInt32>] = [0x61...0x7A]
    private static let letters = smalls + capitals
    private static let words = letters + digits + [0x5F...0x5F]
    private static let printed: [ClosedRange<UInt32>] = [
        0x2D...0x2D, 0x20...0x2C, 0x2E...0x2F, 0x3A...0x40, 0x5B...0x5E, 0x60...0x60, 0x7B...0x7E,
        0xE9...0xE9, 0x3042...0x3042,
    ]
    static let any = CharacterSet(ranges: words)

    private init(ranges: [ClosedRange<UInt32>]) { self.ranges = ranges }

    /// Reads a class behind its opening bracket; `nil` for one without a usual character.
    init?(classFrom rest: inout ArraySlice<Unicode.Scalar>) {
        let isNegated = rest.first == "^"
        if isNegated { rest.removeFirst() }
        var found: [ClosedRange<UInt32>] = []
        while let next = rest.popFirst(), next != "]" {
            var own: [ClosedRange<UInt32>] = [next.value...next.value]
            if next == "\\" {
                guard let set = CharacterSet(escapeFrom: &rest) else { return nil }
                own = set.ranges
            }
            let isRange = rest.first == "-" && rest.dropFirst().first.map { $0 != "]" } ?? false
            if isRange, own.count == 1, own[0].count == 1 {
                rest.removeFirst()
                guard let last = Self.end(&rest), last >= own[0].lowerBound else { return nil }
                own = [own[0].lowerBound...last]
            }
            found += own
        }
        guard isNegated else {
            guard !found.isEmpty else { return nil }
            ranges = found
            return
        }
        let usual = Self.words + Self.printed
        ranges = usual.flatMap { $0.map { $0 } }.filter { scalar in
            !found.contains { $0.contains(scalar) }
        }.map { $0...$0 }
        guard !ranges.isEmpty else { return nil }
    }

    private static func end(_ rest: inout ArraySlice<Unicode.Scalar>) -> UInt32? {
        let next = rest.popFirst()
        guard next == "\\" else { return next?.value }
        return CharacterSet(escapeFrom: &rest)?.ranges.first?.lowerBound
    }

    /// Reads an escape behind its backslash; `nil` for an unknown one.
    init?(escapeFrom rest: inout ArraySlice<Unicode.Scalar>) {
        switch rest.popFirst() {
        case "d": ranges = Self.digits
        case "w": ranges = Self.words
        case "s": ranges = [0x20...0x20]
        case "D": ranges = Self.letters
        case "W": ranges = Self.printed
        case "S": ranges = Self.words
        case "t": ranges = [0x09...0x09]
        case "n": ranges = [0x0A...0x0A]
        case "r": ranges = [0x0D...0x0D]
        case "p":
            guard let end = rest.firstIndex(of: "}"), rest.first == "{" else { return nil }
            let name = String(String.UnicodeScalarView(rest[..<end].dropFirst()))
            rest = rest[end...].dropFirst()
            switch name {
            case "L", "Letter", "Alphabetic": ranges = Self.letters
            case "Lu", "Uppercase_Letter", "Uppercase": ranges = Self.capitals
            case "Ll", "Lowercase_Letter", "Lowercase": ranges = Self.smalls
            case "N", "Nd", "Number", "Decimal_Number": ranges = Self.digits
            default: return nil
            }
        case let other?
        where other.isASCII && !other.properties.isAlphabetic && !("0"..."9").contains(other):
            ranges = [other.value...other.value]
        default: return nil
        }
    }

    /// The character at a position, counted from the first again after the last.
    func member(_ position: Int) -> Unicode.Scalar {
        let count = ranges.reduce(0) { $0 + $1.count }
        var position = position % count
        for range in ranges {
            if position < range.count {
                return Unicode.Scalar(range.lowerBound + UInt32(position)) ?? "a"
            }
            position -= range.count
        }
        return "a"
    }

    /// The first character of one of the ranges.
    func kind(_ position: Int) -> Unicode.Scalar {
        Unicode.Scalar(ranges[position % ranges.count].lowerBound) ?? "a"
    }
}
