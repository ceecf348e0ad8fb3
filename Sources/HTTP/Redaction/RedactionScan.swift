import Base

/// Finds all patterns in a text in one pass, in every possible decoding.
///
/// All decodings are followed at once. When two reach the same node at the same position, the one that began first
/// finds everything that the other would, so each byte costs at most as many steps as the longest pattern has
/// bytes, for any text.
struct RedactionScan {
    /// A partial match: its node, and its start in the text.
    private struct Begun {
        let node: UInt32
        let start: Int
    }

    private let tree: PatternTree
    private let text: EncodedText
    /// Partial matches that continue at later positions, by remainder.
    private var arriving = [[Begun]](repeating: [], count: Self.window)
    /// Last position at which each node was seen, and its index there; allocated when needed.
    private var seen: [(position: Int, index: Int)] = []
    private var found: [Range<Int>] = []

    /// The power of two above the longest reading.
    private static let window = 128

    /// Number of steps of partial matches, as a measure of the work.
    private(set) var steps = 0

    /// Walks over all of `bytes`.
    init(of bytes: [UInt8], for tree: PatternTree) {
        self.tree = tree
        text = EncodedText(bytes)
        for position in bytes.indices { take(bytes[position], at: position) }
    }

    /// Ranges to redact, in order; overlapping ones are merged, so that no part stays.
    var matches: [Range<Int>] {
        found.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { Self.note($1, in: &$0) }
    }

    private mutating func take(_ byte: UInt8, at position: Int) {
        let slot = position & (Self.window - 1)
        // Almost every byte of almost every text ends here.
        if arriving[slot].isEmpty, !mayBegin(with: byte, at: position) { return }
        var begun: [Begun] = []
        swap(&begun, &arriving[slot])
        distinguish(&begun, at: position)
        begun.append(Begun(node: PatternTree.root, start: position))
        if EncodedText.isSpecial(byte) {
            var readings: [EncodedText.Reading] = []
            text.forEachReading(at: position) { readings.append($0) }
            for reading in readings { advance(begun, by: reading) }
        } else {
            steps += begun.count
            for one in begun {
                if let node = tree.child(of: one.node, byte) {
                    arrive(Begun(node: node, start: one.start), at: position + 1)
                }
            }
        }
        // Reuses the memory.
        begun.removeAll(keepingCapacity: true)
        swap(&begun, &arriving[slot])
    }

    /// Whether a pattern may begin at `position`.
    private func mayBegin(with byte: UInt8, at position: Int) -> Bool {
        if EncodedText.isSpecial(byte) { return true }
        if position + 1 < text.bytes.count, !EncodedText.isSpecial(text.bytes[position + 1]) {
            return tree.begins(with: byte, text.bytes[position + 1])
        }
        return tree.child(of: PatternTree.root, byte) != nil
    }

    private mutating func advance(_ begun: [Begun], by reading: EncodedText.Reading) {
        steps += begun.count
        for one in begun {
            var node: UInt32? = one.node
            for offset in 0..<reading.count {
                node = node.flatMap { tree.child(of: $0, reading.byte(at: offset)) }
            }
            if let node { arrive(Begun(node: node, start: one.start), at: reading.end) }
        }
    }

    private mutating func arrive(_ one: Begun, at end: Int) {
        arriving[end & (Self.window - 1)].append(one)
        let ends = tree.ends(at: one.node)
        guard !ends.isEmpty else { return }
        var range = one.start..<end
        if !ends.isDisjoint(with: [.opensInside, .opensAndClosesInside]) {
            range = text.base64Start(before: range.lowerBound)..<range.upperBound
        }
        if !ends.isDisjoint(with: [.closesInside, .opensAndClosesInside]) {
            range = range.lowerBound..<(text.base64End(at: range.upperBound) ?? range.upperBound)
        }
        Self.note(range, in: &found)
    }

    /// Keeps the earliest of several partial matches at the same node.
    private mutating func distinguish(_ begun: inout [Begun], at position: Int) {
        guard begun.count > 1 else { return }
        if begun.count <= Self.few { return Self.distinguish(&begun) }
        if seen.isEmpty { seen = Array(repeating: (-1, 0), count: tree.nodeCount) }
        var kept = 0
        for one in begun {
            let last = seen[Int(one.node)]
            if last.position == position {
                if one.start < begun[last.index].start { begun[last.index] = one }
            } else {
                seen[Int(one.node)] = (position, kept)
                begun[kept] = one
                kept += 1
            }
        }
        begun.removeSubrange(kept...)
    }

    /// Number up to which partial matches are compared pairwise, which is faster than a table of all nodes: a
    /// private key yields tens of thousands of nodes, and most texts are short.
    private static let few = 64

    private static func distinguish(_ begun: inout [Begun]) {
        var kept = 0
        for one in begun {
            if let index = begun[..<kept].firstIndex(where: { $0.node == one.node }) {
                if one.start < begun[index].start { begun[index] = one }
            } else {
                begun[kept] = one
                kept += 1
            }
        }
        begun.removeSubrange(kept...)
    }

    private static func note(_ range: Range<Int>, in found: inout [Range<Int>]) {
        if let last = found.last, last.overlaps(range) {
            found[found.count - 1] =
                min(last.lowerBound, range.lowerBound)..<max(last.upperBound, range.upperBound)
        } else {
            found.append(range)
        }
    }
}
