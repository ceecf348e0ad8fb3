import JSON
import Testing

@testable import Contract

struct BodyMatcherTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let mode: BodyMatcher.Mode
        var arrays = BodyMatcher.ArrayOrder.ordered
        let example: JSONValue
        let actual: JSONValue
        let differences: [String]

        var testDescription: String {
            "\(mode) \(JSONExcerpt.text(of: example)) in \(JSONExcerpt.text(of: actual))"
        }
    }

    private static func lines(_ differences: Differences) -> [String] {
        differences.kept.map { "\($0.path): expected \($0.expected), got \($0.actual)" }
    }

    private static func found(_ row: Row) -> [String] {
        lines(
            BodyMatcher(row.mode, row.example, arrays: row.arrays).differences(in: row.actual)
        )
    }

    @Test(
        "`equals` reports every changed, missing and additional value at its position",
        arguments: [
            Row(mode: .equals, example: 1, actual: 1.0, differences: []),
            Row(
                mode: .equals,
                example: 1,
                actual: "1",
                differences: [#"$: expected 1, got "1""#]
            ),
            Row(
                mode: .equals,
                example: ["a": 1, "b": 2, "c": nil],
                actual: ["c": nil, "b": 3, "d": [4]],
                differences: [
                    "$.a: expected 1, got nothing", "$.b: expected 2, got 3",
                    "$.d: expected nothing, got [4]",
                ]
            ),
            Row(
                mode: .equals,
                example: ["a.b": ["é": ["it's"]]],
                actual: ["a.b": ["é": ["its"]]],
                differences: [#"$['a.b'].é[0]: expected "it's", got "its""#]
            ),
            Row(
                mode: .equals,
                example: ["": 1, "0": 1, "a'b\n": 1],
                actual: [:],
                differences: [
                    "$['']: expected 1, got nothing", "$['0']: expected 1, got nothing",
                    #"$['a\'b\n']: expected 1, got nothing"#,
                ]
            ),
            Row(
                mode: .equals,
                example: [1, 2, 3],
                actual: [1, 3],
                differences: ["$[1]: expected 2, got 3", "$[2]: expected 3, got nothing"]
            ),
            Row(
                mode: .equals,
                example: [1],
                actual: [1, [2], nil],
                differences: [
                    "$[1]: expected nothing, got [2]", "$[2]: expected nothing, got null",
                ]
            ),
            Row(
                mode: .equals,
                example: ["a": nil],
                actual: [:],
                differences: ["$.a: expected null, got nothing"]
            ),
            Row(
                mode: .equals,
                example: [:],
                actual: [],
                differences: ["$: expected {}, got []"]
            ),
            // One code point against two that look the same.
            Row(
                mode: .equals,
                example: "\u{E9}",
                actual: "e\u{301}",
                differences: ["$: expected \"\u{E9}\", got \"e\u{301}\""]
            ),
        ]
    )
    func equals(row: Row) {
        #expect(Self.found(row) == row.differences)
    }

    @Test(
        "`contains` allows more members at every depth, and nothing else",
        arguments: [
            Row(
                mode: .contains,
                example: ["a": ["b": 1]],
                actual: ["x": 0, "a": ["y": 0, "b": 1]],
                differences: []
            ),
            Row(
                mode: .contains,
                example: [["a": 1], ["b": 2]],
                actual: [["a": 1, "z": 1], ["b": 3], ["c": 4]],
                differences: [
                    "$[1].b: expected 2, got 3", #"$[2]: expected nothing, got {"c":4}"#,
                ]
            ),
            Row(
                mode: .contains,
                example: ["status": "1"],
                actual: ["status": 1],
                differences: [#"$.status: expected "1", got 1"#]
            ),
            Row(mode: .contains, example: [:], actual: ["a": 1], differences: []),
            Row(
                mode: .contains,
                example: ["a": []],
                actual: ["a": [1]],
                differences: ["$.a[0]: expected nothing, got 1"]
            ),
            Row(
                mode: .contains,
                example: ["a": []],
                actual: [1],
                differences: [#"$: expected {"a":[]}, got [1]"#]
            ),
        ]
    )
    func contains(row: Row) {
        #expect(Self.found(row) == row.differences)
    }

    @Test(
        "`like` requires the same types and members, and one element like the first",
        arguments: [
            Row(
                mode: .like,
                example: ["id": "abc", "n": 1, "t": true, "z": nil],
                actual: ["id": "", "n": 2.5, "t": false, "z": nil, "more": 1],
                differences: []
            ),
            Row(
                mode: .like,
                example: ["id": "abc", "n": 1, "z": nil, "o": [:]],
                actual: ["n": "1", "z": 0, "o": []],
                differences: [
                    #"$.id: expected string like "abc", got nothing"#,
                    #"$.n: expected number like 1, got "1""#,
                    "$.z: expected null, got 0",
                    "$.o: expected object like {}, got []",
                ]
            ),
            Row(
                mode: .like,
                example: [["a": 1], "ignored"],
                actual: [["a": 2], ["b": 3], 4],
                differences: [
                    "$[1].a: expected number like 1, got nothing",
                    #"$[2]: expected object like {"a":1}, got 4"#,
                ]
            ),
            Row(
                mode: .like,
                example: ["x": [1]],
                actual: ["x": []],
                differences: ["$.x: expected at least one element like 1, got []"]
            ),
            Row(mode: .like, example: [], actual: [1, "2"], differences: []),
        ]
    )
    func like(row: Row) {
        #expect(Self.found(row) == row.differences)
    }

    @Test(
        "Without order, elements are paired so that the fewest differences remain",
        arguments: [
            Row(
                mode: .equals,
                arrays: .unordered,
                example: [1, 2, 2],
                actual: [2, 1, 2],
                differences: []
            ),
            Row(
                mode: .equals,
                arrays: .unordered,
                example: [1, 2, 2],
                actual: [1, 1, 2],
                differences: ["$[1]: expected 2, got 1"]
            ),
            // In order there would be six differences; the best pairing leaves one.
            Row(
                mode: .equals,
                arrays: .unordered,
                example: [["a": 1, "b": 1], ["a": 2, "b": 2], ["a": 3, "b": 3]],
                actual: [["a": 3, "b": 3], ["a": 1, "b": 1], ["a": 2, "b": 9]],
                differences: ["$[2].b: expected 2, got 9"]
            ),
            // Taking the best partner for the first element first would cost three, not two.
            Row(
                mode: .equals,
                arrays: .unordered,
                example: [["a": 1, "b": 1, "c": 1], ["a": 1, "b": 1, "c": 2]],
                actual: [["a": 1, "b": 1, "c": 3], ["a": 1, "b": 4, "c": 1]],
                differences: ["$[0].c: expected 2, got 3", "$[1].b: expected 1, got 4"]
            ),
            Row(
                mode: .equals,
                arrays: .unordered,
                example: ["x": [1, 2, 3]],
                actual: ["x": [3, 1]],
                differences: ["$.x[*]: expected 2, got nothing"]
            ),
            Row(
                mode: .equals,
                arrays: .unordered,
                example: [[1, 2], [3]],
                actual: [[3], [5], [2, 1]],
                differences: ["$[1]: expected nothing, got [5]"]
            ),
            Row(
                mode: .contains,
                arrays: .unordered,
                example: [["id": 1], ["id": 2]],
                actual: [["id": 2, "x": 0], ["id": 1, "x": 0]],
                differences: []
            ),
        ]
    )
    func unordered(row: Row) {
        #expect(Self.found(row) == row.differences)
    }

    @Test("Large reordered arrays are equal, and one changed element is one difference")
    func largeUnordered() {
        let example = JSONValue.array(
            (0..<5_000).map { ["id": .integer($0), "name": .string("n\($0)")] }
        )
        var elements = Array((example.arrayValue ?? []).reversed())
        let matcher = BodyMatcher(.equals, example, arrays: .unordered)
        #expect(matcher.differences(in: .array(elements)).isEmpty)
        elements[17] = ["id": 4_982, "name": "other"]
        #expect(
            Self.lines(matcher.differences(in: .array(elements))) == [
                #"$[17].name: expected "n4982", got "other""#
            ]
        )
    }

    @Test("Reordered lists within reordered elements are equal, however many")
    func largeNested() {
        let example = JSONValue.array((0..<20_000).map { ["id": .integer($0), "tags": [1, 2]] })
        var elements: [JSONValue] = (0..<20_000).reversed()
            .map { ["tags": [2, 1.0], "id": .integer($0)] }
        let matcher = BodyMatcher(.equals, example, arrays: .unordered)
        #expect(matcher.differences(in: .array(elements)).isEmpty)
        elements[17] = ["id": 19_982, "tags": [2, 3]]
        #expect(
            Self.lines(matcher.differences(in: .array(elements))) == [
                "$[17].tags[1]: expected 1, got 3"
            ]
        )
    }

    @Test(
        "Elements with additional members are found in any order, however many",
        .timeLimit(.minutes(5))
    )
    func containedInAnyOrder() throws {
        let example = JSONValue.array((0..<5_000).map { ["id": .integer($0), "kind": "a"] })
        var more: [JSONValue] = (0..<5_000).map {
            ["id": .integer($0), "kind": "a", "tags": ["x", "y"]]
        }
        more.reverse()
        let matcher = BodyMatcher(.contains, example, arrays: .unordered)
        #expect(matcher.differences(in: .array(more)).isEmpty)
        // No received element has that number, so it is missing in any order.
        more[17] = ["id": -1, "kind": "a"]
        let found = matcher.differences(in: .array(more))
        #expect(Self.lines(found) == ["$[17].id: expected 4982, got -1"])
    }

    @Test("An element that matches two examples is left to the one without another match")
    func augmented() {
        let example: JSONValue = [["a": 1], ["a": 1, "b": 2], ["a": 1, "b": 2, "c": 3]]
        let actual: JSONValue = [
            ["a": 1, "b": 2, "c": 3, "d": 0], ["a": 1, "b": 2, "d": 0], ["a": 1, "d": 0],
        ]
        let matcher = BodyMatcher(.contains, example, arrays: .unordered)
        #expect(matcher.differences(in: actual).isEmpty)
        let none: JSONValue = [["a": 1, "d": 0], ["a": 1, "d": 1], ["a": 1, "b": 2, "c": 3]]
        #expect(matcher.differences(in: none).total == 1)
    }

    @Test("If the search for an order exceeds its limit, no difference is reported")
    func undecided() throws {
        let example = JSONValue.array((0..<20_000).map { ["id": [.integer($0)]] })
        let more: [JSONValue] = (0..<20_000).map { ["id": [.integer($0)], "more": true] }
        let matcher = BodyMatcher(.contains, example, arrays: .unordered)
        #expect(matcher.differences(in: .array(more)).isEmpty)
        let found = matcher.differences(in: .array(more.reversed()))
        #expect(found.total == 1)
        let difference = try #require(found.kept.first)
        #expect(difference.standing == .unknown)
        #expect(
            difference.plainStatement
                == "$: cannot be checked: expected elements that contain these 20000, in any "
                + "order, got 20000, which are not paired within 4,000,000 steps"
        )
        // One is missing in any order.
        let fewer = matcher.differences(in: .array(more.dropLast()))
        #expect(Self.lines(fewer) == [#"$[*]: expected {"id":[19999]}, got nothing"#])
    }

    @Test("Only elements without an equal are compared, up to the limit of steps")
    func pairingWork() {
        let example: [JSONValue] = (0..<20_000).map { ["id": .integer($0)] }
        let changed = { (count: Int) -> [JSONValue] in
            (0..<20_000).map { ["id": .integer($0 < count ? -1 - $0 : $0)] }
        }
        let comparisons = { (count: Int) -> (Int, ElementPairing.Quality, Int) in
            var (compared, effort) = (0, BodyComparison.mostPairingEffort)
            let pairing = ElementPairing(
                example,
                changed(count).reversed(),
                arrays: .ordered,
                effort: &effort
            ) { _, _, effort in
                compared += 1
                effort -= 2
                return 1
            }
            #expect(pairing.pairs.count == 20_000)
            return (compared, pairing.quality, BodyComparison.mostPairingEffort - effort)
        }
        // Two values in each element, on both sides.
        #expect(comparisons(0) == (0, .cheapest, 80_000))
        #expect(comparisons(10) == (100, .cheapest, 80_000 + 10 + 1_000 / 4 + 200))
        #expect(comparisons(20_000) == (0, .fitting, 80_000 + 20_000))
    }

    @Test("The pairings of many lists share the step limit of one body")
    func pairingShared() {
        let list = { (first: Int) -> JSONValue in
            .array((first..<first + 150).map { .integer($0) })
        }
        let lists = { (first: Int) -> JSONValue in
            .array((0..<40).map { list(first + $0 * 150) })
        }
        let comparison = { (count: Int) -> Int in
            var comparison = BodyComparison(
                mode: .equals,
                arrays: .unordered,
                root: "$",
                found: Differences(limit: 0)
            )
            comparison.compare(lists(0), lists(count))
            return comparison.pairingEffort
        }
        #expect(comparison(0) == BodyComparison.mostPairingEffort - 2 * 6_040 - 2 * 6_000)
        #expect(comparison(6_000) > -BodyComparison.mostPairingEffort)
    }

    @Test("Every difference is counted, and only the first are stored")
    func limited() {
        let example = JSONValue.array((0..<250).map { .integer($0) })
        let actual = JSONValue.array((0..<250).map { .integer(-1 - $0) })
        let found = BodyMatcher(.equals, example).differences(in: actual, limit: 2)
        #expect(found.total == 250)
        #expect(found.omitted == 248)
        #expect(Self.lines(found) == ["$[0]: expected 0, got -1", "$[1]: expected 1, got -2"])
    }

    @Test("A difference carries the contract's line and basis")
    func carriesOrigin() {
        let line = Contract.SourceLocation(file: "a.yaml", line: 3, column: 7)
        let found = BodyMatcher(.like, "x")
            .differences(in: 1, at: "$.error", basis: .inferred, location: line)
        #expect(
            found.kept == [
                Difference(
                    path: "$.error",
                    expected: #"string like "x""#,
                    actual: "1",
                    location: line,
                    basis: .inferred
                )
            ]
        )
    }
}
