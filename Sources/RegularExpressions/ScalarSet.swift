/// A set of code points: ranges, Unicode properties and other sets, or everything but them.
struct ScalarSet: Sendable {
    private(set) var ranges: [ClosedRange<Unicode.Scalar>] = []
    private(set) var properties: [ScalarProperty] = []
    /// Subsets, for example `\W` in `[\Wa]`.
    private(set) var parts: [ScalarSet] = []
    var isNegated = false

    init(_ ranges: ClosedRange<Unicode.Scalar>...) {
        self.ranges = ranges
    }

    init(_ scalar: Unicode.Scalar) {
        ranges = [scalar...scalar]
    }

    init(_ property: ScalarProperty) {
        properties = [property]
    }

    mutating func insert(_ range: ClosedRange<Unicode.Scalar>) {
        ranges.append(range)
    }

    mutating func formUnion(_ other: ScalarSet) {
        parts.append(other)
    }

    var negated: ScalarSet {
        var copy = self
        copy.isNegated.toggle()
        return copy
    }

    func contains(_ scalar: Unicode.Scalar) -> Bool {
        let isMember =
            ranges.contains { $0.contains(scalar) }
            || properties.contains { $0.holds(for: scalar) }
            || parts.contains { $0.contains(scalar) }
        return isMember != isNegated
    }

    /// Which code points of ASCII it has, a bit for each; worked out for every copy of a repetition.
    var ascii: UInt128 {
        var bits: UInt128 = 0
        for range in ranges where range.lowerBound.isASCII {
            let (first, last) = (range.lowerBound.value, min(range.upperBound.value, 127))
            bits |= (.max >> (127 - (last - first))) << first
        }
        if !properties.isEmpty {
            for value in 0..<128 as Range<UInt8> {
                let scalar = Unicode.Scalar(value)
                if properties.contains(where: { $0.holds(for: scalar) }) { bits |= 1 << value }
            }
        }
        for part in parts { bits |= part.ascii }
        return isNegated ? ~bits : bits
    }
}

extension ScalarSet {
    static let digit = ScalarSet("0"..."9")
    static let word = ScalarSet("0"..."9", "A"..."Z", "_"..."_", "a"..."z")
    /// White space and line ends of ECMA-262 §12.2 and §12.3.
    static let space = ScalarSet(
        "\t"..."\r",
        " "..." ",
        "\u{A0}"..."\u{A0}",
        "\u{1680}"..."\u{1680}",
        "\u{2000}"..."\u{200A}",
        "\u{2028}"..."\u{2029}",
        "\u{202F}"..."\u{202F}",
        "\u{205F}"..."\u{205F}",
        "\u{3000}"..."\u{3000}",
        "\u{FEFF}"..."\u{FEFF}"
    )
}
