import AssayCLI
import CommandLineTool
import Testing

/// Swift Testing has a type of this name too.
private typealias Status = CommandLineTool.ExitStatus

struct ExitStatusTests {
    @Test(
        "The most severe of several statuses wins, regardless of order",
        arguments: [
            ([], 0), ([0, 0], 0), ([5, 0], 5), ([9, 0], 9), ([9, 5], 5), ([5, 3], 3),
            ([3, 4], 4), ([5, 4, 3], 4), ([4, 1], 1), ([1, 2], 2), ([2, 130], 130),
            ([130, 70], 70), ([6, 7], 7), ([7, 8], 8),
            ([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 70, 130], 70),
        ] as [([Int32], Int32)]
    )
    func precedence(numbers: [Int32], expected: Int32) throws {
        let statuses = try numbers.map { try #require(Status(rawValue: $0)) }
        #expect(Status.gravest(of: statuses).rawValue == expected)
        #expect(Status.gravest(of: statuses.reversed()).rawValue == expected)
    }

    @Test("Every status overrides success and has a meaning", arguments: Status.allCases)
    func each(status: CommandLineTool.ExitStatus) {
        #expect(Status.gravest(of: [.success, status]) == status)
        #expect(!status.meaning.isEmpty)
    }
}
