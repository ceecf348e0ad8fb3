import Testing

@testable import Base

struct NearestNameTests {
    private static let keys = [
        "responses", "request", "errors", "promises", "doc", "id", "if", "each", "--include-tag",
        "--exclude-tag",
    ]

    @Test(
        "A typo suggests the intended name",
        arguments: [
            ("responces", "responses"), ("reponse", "responses"), ("requset", "request"),
            ("Request", "request"), ("REQUEST", "request"), ("error", "errors"),
            ("promise", "promises"), ("dco", "doc"), ("ecah", "each"),
            ("--include-tags", "--include-tag"), ("--inculde-tag", "--include-tag"),
        ]
    )
    func near(name: String, expected: String) {
        #expect(NearestName.suggestion(for: name, among: Self.keys) == expected)
    }

    @Test(
        "A name that is far from all, or is one of them, suggests nothing",
        arguments: ["", "xyz", "of", "body", "re", "doc", "timeout", "応答"]
    )
    func far(name: String) {
        #expect(NearestName.suggestion(for: name, among: Self.keys) == nil)
    }

    @Test("Among equally near names the first is chosen, but a nearer one takes precedence")
    func ties() {
        #expect(NearestName.suggestion(for: "cat", among: ["car", "cut"]) == "car")
        #expect(NearestName.suggestion(for: "cats", among: ["cars", "cat", "catsx"]) == "cars")
        #expect(NearestName.suggestion(for: "header", among: ["reader", "headers"]) == "reader")
        #expect(NearestName.suggestion(for: "haeders", among: ["reader", "headers"]) == "headers")
    }

    @Test("A name too long to be a typo is skipped")
    func long() {
        let name = String(repeating: "a", count: 65)
        #expect(NearestName.suggestion(for: name, among: [String(name.dropLast())]) == nil)
    }

    @Test(
        "The distance counts insertions, deletions, replacements and swaps of neighbours",
        arguments: [
            ("", "", 0), ("abc", "", 3), ("", "ab", 2), ("abc", "abc", 0), ("abc", "axc", 1),
            ("abc", "acb", 1), ("ca", "abc", 3), ("kitten", "sitting", 3), ("プッシュ", "プシッュ", 1),
        ]
    )
    func distance(left: String, right: String, expected: Int) {
        let (a, b) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
        #expect(NearestName.distance(a, b) == expected)
        #expect(NearestName.distance(b, a) == expected)
    }
}
