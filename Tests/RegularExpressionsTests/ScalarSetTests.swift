import Testing

@testable import RegularExpressions

struct ScalarSetTests {
    /// Ranges with many different bounds; properties; nested sets.
    private static let sets: [ScalarSet] = {
        var mixed = ScalarSet("0"..."9", "\u{7E}"..."\u{82}")
        mixed.formUnion(ScalarSet.word.negated)
        mixed.insert("あ"..."ん")
        let letters = ScalarSet(ScalarProperty.category([.uppercaseLetter, .lowercaseLetter]))
        var nested = letters
        nested.formUnion(ScalarSet(" "))
        let whole = ScalarSet("\u{0}"..."\u{10FFFF}")
        let edges = ScalarSet("\u{0}"..."\u{0}", "\u{3F}"..."\u{40}", "\u{7F}"..."\u{7F}")
        return [
            ScalarSet(), whole, edges, ScalarSet("\u{80}"..."\u{FF}"), ScalarSet("a"), .digit,
            .word,
            .space, mixed, letters, nested, ScalarSet("\u{0}"..."\u{7F}"),
        ]
    }()

    @Test("The ASCII part of a set equals its individual members", arguments: sets.indices)
    func ascii(index: Int) {
        for set in [Self.sets[index], Self.sets[index].negated] {
            for value in 0..<128 as Range<UInt8> {
                let isThere = set.contains(Unicode.Scalar(value))
                #expect(set.ascii >> value & 1 == (isThere ? 1 : 0), "\(value)")
                #expect(ASCIIIndexedSet(set).contains(Unicode.Scalar(value)) == isThere, "\(value)")
            }
        }
    }
}
