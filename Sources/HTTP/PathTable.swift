/// Patterns of paths, to find those that a path fits without trying each.
package struct PathTable: Hashable, Sendable {
    private struct Node: Hashable {
        /// By the text of the next segment.
        var literals: [[UInt8]: Int] = [:]
        /// Where the next segment has a gap.
        var gap: Int?
        /// Patterns that end here.
        var ends: [Int] = []
        /// Patterns that go on from here over any segments.
        var open: [Int] = []
    }

    private let patterns: [PathPattern]
    private var nodes = [Node()]

    /// - Parameter patterns: Identified by their positions.
    package init(_ patterns: [PathPattern]) {
        self.patterns = patterns
        for (position, pattern) in patterns.enumerated() {
            let outline = pattern.outline
            var node = 0
            for segment in outline.segments { node = next(node, segment) }
            if outline.isOpen {
                nodes[node].open.append(position)
            } else {
                nodes[node].ends.append(position)
            }
        }
    }

    private mutating func next(_ node: Int, _ segment: [UInt8]?) -> Int {
        let known = segment.map { nodes[node].literals[$0] } ?? nodes[node].gap
        if let known { return known }
        nodes.append(Node())
        let made = nodes.count - 1
        if let segment { nodes[node].literals[segment] = made } else { nodes[node].gap = made }
        return made
    }

    /// A pattern that a path fits.
    package struct Match {
        package let position: Int
        /// Values of its gaps.
        package let values: [String: String]
    }

    /// The patterns that match a path, in order; the cost is independent of the number of patterns.
    package func matches(_ path: String) -> [Match] {
        let segments = Array(PercentEncoding.normalized(path).utf8).split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        var found: [Int] = []
        var places = [0]
        for segment in segments {
            let text = Array(segment)
            var following: [Int] = []
            for place in places {
                let node = nodes[place]
                found += node.open
                if let next = node.literals[text] { following.append(next) }
                if let next = node.gap { following.append(next) }
            }
            places = following
            if places.isEmpty { break }
        }
        for place in places { found += nodes[place].ends + nodes[place].open }
        return found.sorted().compactMap { position in
            patterns[position].values(in: path).map { Match(position: position, values: $0) }
        }
    }
}
