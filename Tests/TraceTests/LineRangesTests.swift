import Testing
import Trace

struct LineRangesTests {
    @Test(
        "Ranges are valid if they ascend without sharing a line",
        arguments: [
            ([1...1], true), ([1...3, 4...4], true), ([12...12, 40...44], true), ([], false),
            ([0...3], false), ([1...3, 3...4], false), ([40...44, 12...12], false),
        ] as [([ClosedRange<Int>], Bool)]
    )
    func ranges(ranges: [ClosedRange<Int>], isKept: Bool) {
        #expect((LineRanges(ranges) != nil) == isKept)
    }

    @Test(
        "Line ranges are written in inventory notation",
        arguments: [
            ([77...77], "77"), ([301...303], "301-303"), ([12...12, 40...44], "[12, 40-44]"),
        ]
    )
    func yaml(ranges: [ClosedRange<Int>], text: String) throws {
        #expect(try #require(LineRanges(ranges)).yaml == text)
    }

    @Test("Single lines are joined only across blank ones")
    func joining() {
        let blank: Set<Int> = [3, 6]
        let joined = LineRanges(joining: [1, 2, 4, 7, 9]) { blank.contains($0) }
        #expect(joined?.description == "1-4, 7, 9")
        #expect(LineRanges(joining: []) { _ in true } == nil)
    }
}
