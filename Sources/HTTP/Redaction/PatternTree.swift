/// The patterns of a redactor as one tree of bytes: the time of a step is independent of their number.
struct PatternTree: Sendable {
    /// Kinds of patterns that end at a node.
    struct Ends: OptionSet, Sendable {
        let rawValue: UInt8

        /// A literal pattern; `opensInside` and the following are within a Base64 text, where a neighbouring
        /// character also contains a part of the secret.
        static let alone = Ends(rawValue: 1)
        static let opensInside = Ends(rawValue: 2)
        static let closesInside = Ends(rawValue: 4)
        static let opensAndClosesInside = Ends(rawValue: 8)
    }

    static let root: UInt32 = 0

    /// Ends at each node.
    private var ends: [Ends] = [[]]
    /// The children of the root by byte; 0 for none.
    private var first = [UInt32](repeating: 0, count: 256)
    /// Pairs of bytes that a pattern begins with.
    private var pairs = [Bool](repeating: false, count: 1 << 16)
    /// All other edges, hashed by parent node and byte; 0 for a free slot.
    private var keys = [UInt64](repeating: 0, count: 256)
    private var children = [UInt32](repeating: 0, count: 256)
    private var edgeCount = 0

    init(_ patterns: some Sequence<Redactor.Pattern>) {
        for pattern in patterns { insert(pattern) }
    }

    var isEmpty: Bool { ends.count == 1 }

    var nodeCount: Int { ends.count }

    func ends(at node: UInt32) -> Ends { ends[Int(node)] }

    /// Whether any pattern begins with these two bytes.
    func begins(with byte: UInt8, _ next: UInt8) -> Bool { pairs[Self.pair(byte, next)] }

    private static func pair(_ byte: UInt8, _ next: UInt8) -> Int { Int(byte) << 8 | Int(next) }

    /// The child for `byte`; `nil` when no pattern continues with it.
    func child(of node: UInt32, _ byte: UInt8) -> UInt32? {
        if node == Self.root {
            let child = first[Int(byte)]
            return child == 0 ? nil : child
        }
        let place = place(of: Self.key(node, byte))
        return keys[place] == 0 ? nil : children[place]
    }

    private mutating func insert(_ pattern: Redactor.Pattern) {
        if pattern.bytes.count > 1 {
            pairs[Self.pair(pattern.bytes[0], pattern.bytes[1])] = true
        } else if let byte = pattern.bytes.first {
            for next in UInt8.min...UInt8.max { pairs[Self.pair(byte, next)] = true }
        }
        var node = Self.root
        for byte in pattern.bytes {
            if let child = child(of: node, byte) {
                node = child
            } else {
                ends.append([])
                let child = UInt32(ends.count - 1)
                link(node, byte, to: child)
                node = child
            }
        }
        switch (pattern.opensInside, pattern.closesInside) {
        case (false, false): ends[Int(node)].insert(.alone)
        case (true, false): ends[Int(node)].insert(.opensInside)
        case (false, true): ends[Int(node)].insert(.closesInside)
        case (true, true): ends[Int(node)].insert(.opensAndClosesInside)
        }
    }

    private mutating func link(_ node: UInt32, _ byte: UInt8, to child: UInt32) {
        guard node != Self.root else { return first[Int(byte)] = child }
        if edgeCount * 2 >= keys.count { grow() }
        let place = place(of: Self.key(node, byte))
        keys[place] = Self.key(node, byte)
        children[place] = child
        edgeCount += 1
    }

    private mutating func grow() {
        let (oldKeys, oldChildren) = (keys, children)
        keys = [UInt64](repeating: 0, count: oldKeys.count * 2)
        children = [UInt32](repeating: 0, count: oldKeys.count * 2)
        for (key, child) in zip(oldKeys, oldChildren) where key != 0 {
            let place = place(of: key)
            keys[place] = key
            children[place] = child
        }
    }

    /// The slot of an edge, or the free slot for it.
    private func place(of key: UInt64) -> Int {
        let mask = keys.count - 1
        // Knuth's multiplicative hash spreads neighbouring keys.
        var place = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
        while keys[place] != 0, keys[place] != key { place = (place + 1) & mask }
        return place
    }

    /// Never 0: edges of the root are in a separate table.
    private static func key(_ node: UInt32, _ byte: UInt8) -> UInt64 {
        UInt64(node) << 8 | UInt64(byte)
    }
}
