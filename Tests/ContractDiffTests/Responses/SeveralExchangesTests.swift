import Contract
import HTTP
import Testing

@testable import ContractDiff

/// Steps that sent several requests, on two servers.
struct SeveralExchangesTests {
    private static func step(_ statuses: [Int]) -> StepResult {
        var step = ScriptedResults.step()
        let request = HTTPRequest(method: "GET", origin: "http://h", path: "/")
        step.exchanges = statuses.map { status in
            ExchangeRecord(request: request, result: .success(HTTPResponse(status: status)))
        }
        return step
    }

    private static func paths(_ first: [Int], _ second: [Int]) -> [String] {
        let comparison = ResponseComparison(
            [ScriptedResults.result("case", .passed, step(first))],
            with: [ScriptedResults.result("case", .passed, step(second))]
        )
        return comparison.cases.flatMap(\.steps).flatMap(\.differences).map(\.path)
    }

    @Test("Responses are compared one by one, and a difference names its request")
    func numbered() {
        #expect(Self.paths([200, 200], [200, 200]) == [])
        #expect(Self.paths([200, 200], [200, 404]) == ["request 2 status"])
        #expect(Self.paths([200], [404]) == ["status"])
    }

    @Test("An additional or missing request is one difference")
    func counts() {
        #expect(Self.paths([200, 200], [200]) == ["response"])
        #expect(Self.paths([], [200]) == ["response"])
    }
}
