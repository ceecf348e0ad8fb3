import Testing

@testable import Measure

struct RunFailedResponseTests {
    private func answer(_ send: String, _ outcome: String, _ arrival: UInt64) -> RunFailedResponse {
        RunFailedResponse(
            send: send,
            outcome: outcome,
            arrival: arrival,
            status: 404,
            head: ["HTTP/1.1 404 Not Found"],
            body: "{}"
        )
    }

    @Test("The first arrival of each send and outcome is stored, across all workers")
    func firsts() {
        let kept = RunFailedResponse.firsts([
            answer("b", "404", 9), answer("a", "404", 7), answer("a", "500", 8),
            answer("a", "404", 3), answer("b", "404", 2),
        ])
        #expect(kept == [answer("b", "404", 2), answer("a", "404", 3), answer("a", "500", 8)])
    }

    @Test("A server that invents codes does not fill the result")
    func many() {
        let responses = (0..<100).map { answer("a", "E\($0)", UInt64(99 - $0)) }
        let kept = RunFailedResponse.firsts(responses)
        #expect(kept.map(\.arrival) == Array(0..<20))
    }

    @Test("A result file has failed responses, and one of an older version has none")
    func file() throws {
        var result = SampleRun.full
        let text = result.fileText
        #expect(!text.contains("failedResponses"))
        result.failedResponses = [answer("createPush", "404", 3)]
        let read = try RunResult(parsing: Array(result.fileText.utf8), file: "run.json")
        #expect(read == result)
    }
}
