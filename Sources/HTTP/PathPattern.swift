/// A path with gaps: `/notes/{id}`.
package struct PathPattern: Hashable, Sendable {
    private enum Piece: Hashable {
        case literal([UInt8])
        /// Any text of at least one character; without a slash, unless the gap is wide.
        case gap(name: String, isWide: Bool)
    }

    private let pieces: [Piece]

    /// Reads a path with RFC 6570 expressions as gaps; query expressions are ignored.
    package init(_ text: String) {
        var pieces: [Piece] = []
        let text = PercentEncoding.normalized(text)
        var rest = text.utf8[...]
        while let opening = rest.firstIndex(of: UInt8(ascii: "{")),
            let closing = rest[opening...].firstIndex(of: UInt8(ascii: "}"))
        {
            pieces.append(.literal(Array(rest[..<opening])))
            let expression = String(Substring(rest[rest.index(after: opening)..<closing]))
            rest = rest[rest.index(after: closing)...]
            let sign = expression.first ?? " "
            if sign == "?" || sign == "&" || sign == "#" { continue }
            if sign == "/" { pieces.append(.literal([UInt8(ascii: "/")])) }
            let name = expression.drop { "+/.;".contains($0) }.prefix { !"*:,".contains($0) }
            pieces.append(.gap(name: String(name), isWide: sign == "+" || sign == "/"))
        }
        pieces.append(.literal(Array(rest)))
        self.pieces = pieces.filter { $0 != .literal([]) }
    }

    /// The names of its gaps, in order.
    package var gaps: [String] {
        pieces.compactMap { if case .gap(let name, _) = $0 { name } else { nil } }
    }

    /// Number of literal characters; of two matching patterns, the one with more takes precedence.
    package var literalCount: Int {
        pieces.reduce(0) { sum, piece in
            if case .literal(let bytes) = piece { sum + bytes.count } else { sum }
        }
    }

    /// Whether it continues after all segments of another pattern, whatever the names of the gaps.
    package func continues(_ other: PathPattern) -> Bool {
        let (own, start) = (outline, other.outline)
        return !start.isOpen && own.segments.count > start.segments.count
            && own.segments.starts(with: start.segments)
    }

    /// Whether it is another pattern with one more segment, which is a gap.
    package func isChild(of other: PathPattern) -> Bool {
        let (own, start) = (outline, other.outline)
        return continues(other) && own.segments.count == start.segments.count + 1
            && own.segments.last == .some(nil)
    }

    /// Key for a table of paths: the segments, and whether more may follow.
    struct Outline {
        /// The text of a segment; `nil` for one with a gap.
        var segments: [[UInt8]?] = [[]]
        var isOpen = false
    }

    var outline: Outline {
        var outline = Outline()
        for piece in pieces {
            switch piece {
            case .literal(let bytes):
                for byte in bytes {
                    let last = outline.segments.count - 1
                    if byte == UInt8(ascii: "/") {
                        outline.segments.append([])
                    } else {
                        outline.segments[last]?.append(byte)
                    }
                }
            case .gap(_, let isWide):
                // Values of a wide gap may contain slashes.
                if isWide {
                    outline.segments.removeLast()
                    outline.isOpen = true
                    return outline
                }
                outline.segments[outline.segments.count - 1] = nil
            }
        }
        return outline
    }

    /// Whether a path would match with one segment more, fewer or other than it has, and has one of the pattern's.
    package func isNear(_ path: String) -> Bool {
        let path = Array(PercentEncoding.normalized(path).utf8)
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
        let own = outline.segments
        let fits = { (one: [UInt8]?, other: [UInt8]) in one == nil ? !other.isEmpty : one == other }
        let before = zip(own, path).prefix { fits($0, $1) }.count
        let after = zip(own.reversed(), path.reversed()).prefix { fits($0, $1) }.count
        guard !outline.isOpen, abs(own.count - path.count) <= 1,
            before + after >= max(own.count, path.count) - 1
        else { return false }
        let kept = own.prefix(before) + own.suffix(min(after, own.count - before))
        return kept.contains { $0?.isEmpty == false }
    }

    /// The values of the gaps in a path; `nil` when it does not match.
    package func values(in path: String) -> [String: String]? {
        Self.match(pieces[...], Array(PercentEncoding.normalized(path).utf8)[...])
    }

    private static func match(
        _ pieces: ArraySlice<Piece>,
        _ path: ArraySlice<UInt8>
    ) -> [String: String]? {
        guard let piece = pieces.first else { return path.isEmpty ? [:] : nil }
        switch piece {
        case .literal(let bytes):
            guard path.starts(with: bytes) else { return nil }
            return match(pieces.dropFirst(), path.dropFirst(bytes.count))
        case .gap(let name, let isWide):
            let longest = isWide ? path : path.prefix { $0 != UInt8(ascii: "/") }
            // The shortest text first: the literal after a gap ends it.
            for end in longest.indices {
                let next = path.index(after: end)
                guard var values = match(pieces.dropFirst(), path[next...]) else { continue }
                values[name] = String(decoding: path[path.startIndex..<next], as: UTF8.self)
                return values
            }
            return nil
        }
    }
}
