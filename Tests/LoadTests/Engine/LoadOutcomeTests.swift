import Compression
import Load
import LoadModel
import Measure
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LoadOutcomeTests {
    private static func answer(_ status: Int, _ body: String) -> String {
        "HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test("Outcomes carry the code that the contract reads from the body")
    func codes() async throws {
        let planned = try PlannedProfile("[{ call: push }]")
        let responses = [
            Self.answer(201, ""), Self.answer(403, #"{"code":"E403002","error":"a"}"#),
            Self.answer(403, #"{"error":"b","code":"E403002"}"#),
            Self.answer(429, #"{"code":"E429000"}"#), Self.answer(502, "<html>"),
        ]
        let server = try ScriptedServer([
            .forever(responses.flatMap { [.receiveRequest, .send($0)] as [ScriptedServer.Action] })
        ])
        let stage = LoadShape.Stage(rate: 1000, duration: 10 * LoadFixture.millisecond)
        let plan = LoadPlan(
            LoadShape(.open([stage], .constant), connections: 1),
            sends: planned.requests.sends
        )
        let result = try await LoadFixture.run(plan, against: server.origin)
        #expect(
            LoadFixture.outcomes(result) == ["201": 2, "E403002": 4, "E429000": 2, "502": 2]
        )
        #expect(result.recording.goodCount == 2)
    }

    @Test("Codes are found in encoded bodies; unreadable bodies have no verdict")
    func codings() async throws {
        let planned = try PlannedProfile("[{ call: push }]")
        func coded(_ status: Int, _ coding: String, _ body: [UInt8]) -> ScriptedServer.Action {
            let head =
                "HTTP/1.1 \(status) X\r\nContent-Encoding: \(coding)\r\n"
                + "Content-Length: \(body.count)\r\n\r\n"
            return .send(Array(head.utf8) + body)
        }
        let code = Array(#"{"code":"E403002"}"#.utf8)
        let responses = [
            coded(403, "gzip", ContentCoding.gzip.encoded(code)),
            coded(403, "deflate", ContentCoding.deflate.encoded(code)),
            coded(403, "br", code), coded(201, "br", []),
        ]
        let server = try ScriptedServer([
            .forever(responses.flatMap { [.receiveRequest, $0] as [ScriptedServer.Action] })
        ])
        let stage = LoadShape.Stage(rate: 1000, duration: 8 * LoadFixture.millisecond)
        let plan = LoadPlan(
            LoadShape(.open([stage], .constant), connections: 1),
            sends: planned.requests.sends
        )
        let result = try await LoadFixture.run(plan, against: server.origin)
        // The status shows that it failed, but the code is unknown.
        #expect(
            LoadFixture.outcomes(result) == ["201": 2, "E403002": 4, "403 not decodable": 2]
        )
        #expect(result.recording.unjudgedCount == 0)
    }
}
