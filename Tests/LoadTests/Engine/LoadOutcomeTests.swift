import Load
import Measure
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LoadOutcomeTests {
    private static func answer(_ status: Int, _ body: String) -> String {
        "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test("Outcomes carry the code that the contract finds in the body")
    func codes() async throws {
        let planned = try PlannedProfile("[{ call: push }]")
        let answers = [
            Self.answer(201, ""), Self.answer(403, #"{"code":"E403002","error":"a"}"#),
            Self.answer(403, #"{"error":"b","code":"E403002"}"#),
            Self.answer(429, #"{"code":"E429000"}"#), Self.answer(502, "<html>"),
        ]
        let server = try ScriptedServer([
            .forever(answers.flatMap { [.receiveRequest, .send($0)] as [ScriptedServer.Action] })
        ])
        let stage = RateSegment(rate: 1000, duration: 10 * LoadFixture.millisecond)
        let plan = LoadPlan(
            .open(Schedule([stage])),
            sends: planned.requests.sends,
            connections: 1
        )
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(
            LoadFixture.outcomes(result) == ["201": 2, "E403002": 4, "E429000": 2, "502": 2]
        )
        #expect(result.recording.goodCount == 2)
    }
}
