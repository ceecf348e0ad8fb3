import Contract
import HTTP
import JSON
import Replay
import TestSupport
import Testing

struct AssertWaiverTests {
    /// The second assert is waived, until `day` if given.
    private static func contract(until day: String? = nil) -> String {
        let waiver = day.map { "{ reason: known, until: \"\($0)\" }" } ?? "known"
        return """
            contract: "1"
            targets: { api: {} }
            operations:
              ping:
                request: { path: /ping }
                responses:
                  "200":
                    asserts:
                      - { jsonpath: "$.a", exists: true }
                      - { jsonpath: "$.b", exists: true, waived: \(waiver) }
            cases: { one: { steps: [ { call: ping } ] } }

            """
    }

    @Test(
        "A waived assert is shown without effect until the day after its waiver ends",
        arguments: [
            (nil, true), ("2026-01-31", true), ("2026-02-01", true), ("2026-01-30", false),
        ]
    )
    func waived(until: String?, isWaived: Bool) async throws {
        let replay = try Replaying(Self.contract(until: until)) { _, _ in answer(200, ["a": 1]) }
        let result = try await replay.result()
        #expect(result.verdict == (isWaived ? .passed : .failed))
        let step = result.steps[0]
        #expect(step.outcome == (isWaived ? .passed : .failed))
        #expect(step.differences.map(\.path) == ["$.b"])
        let reason = until.map { "known (until \($0))" } ?? "known"
        #expect(step.differences[0].standing == (isWaived ? .waived(reason) : .contradiction))
        #expect((step.headline == nil) == isWaived)
        let rows = try await replay.promises()
        #expect(rows["ping"]?.status == (isWaived ? .passed : .failed))
    }

    @Test("Asserts next to a waived one are checked and take precedence")
    func others() async throws {
        let replay = try Replaying(Self.contract(), responses: [answer(200)])
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(
            result.steps[0].headline == "$.a: expected something, got nothing (and 1 more)"
        )
        #expect(result.steps[0].differences.map(\.isWaived) == [false, true])
    }

    @Test("A body that is not JSON fails the asserts next to a waived one")
    func noJSON() async throws {
        let replay = try Replaying(Self.contract(), responses: [.success(.init(status: 200))])
        let result = try await replay.result()
        #expect(result.verdict == .failed)
        #expect(result.steps[0].differences.map(\.isWaived) == [false, true])
    }
}
