import Base
import Contract
import HTTP
import Testing

@testable import Replay

struct ListenerLogTests {
    private static func log(_ responses: ListenerResponse...) -> ListenerLog {
        let place = SourceLocation(file: "a.yaml", line: 1, column: 1)
        let clock = ManualClock()
        return ListenerLog(
            Listener(name: "apns", responses: responses, location: place),
            attachments: [:],
            clock: clock,
            evaluator: Evaluator(now: clock.now, random: RandomSource(seed: 0, name: ""))
        )
    }

    private static func answer(_ status: Int) -> ListenerResponse {
        let place = SourceLocation(file: "a.yaml", line: 1, column: 1)
        return ListenerResponse(
            status: status,
            content: RequestTemplate(sections: [], location: place),
            location: place
        )
    }

    @Test("All of very many requests get a response, and the first ones are stored")
    func many() {
        let log = Self.log(Self.answer(503), Self.answer(200))
        let statuses = (0..<10_002).map { number in
            log.answer(ServerRequest(method: "GET", target: "/\(number)")).status
        }
        #expect(statuses[0] == 503)
        #expect(statuses.dropFirst().allSatisfy { $0 == 200 })
        #expect(log.entries.count == 10_000)
        #expect(log.entries.last?.exchange.request.path == "/9999")
        #expect(log.unkeptCount == 2)
    }

    @Test("Requests taken by a step make room for later ones")
    func room() {
        let log = Self.log(Self.answer(200))
        let large = [UInt8](repeating: 0, count: 16 << 20)
        for round in 0..<2 {
            for number in 0..<5 {
                let target = "/\(round)/\(number)"
                _ = log.answer(ServerRequest(method: "POST", target: target, body: large))
            }
            // The first four of five fit.
            #expect(log.unkeptCount == round + 1)
            #expect(
                log.entries.map(\.exchange.request.path) == (0..<4).map { "/\(round)/\($0)" }
            )
            log.take(log.entries)
        }
        for number in 0..<10_000 {
            _ = log.answer(ServerRequest(method: "GET", target: "/\(number)"))
        }
        #expect(log.entries.count == 10_000)
        #expect(log.unkeptCount == 2)
    }

    @Test(
        "An invalid request is rejected but still stored",
        arguments: [
            (ServerRequest.Problem.targetTooLong, 414), (.bodyTooLarge, 413),
            (.malformed("a reason"), 400),
        ]
    )
    func problem(problem: ServerRequest.Problem, status: Int) {
        let log = Self.log(Self.answer(200))
        let request = ServerRequest(method: "GET", target: "/", problem: problem)
        #expect(log.answer(request).status == status)
        #expect(log.entries.map(\.exchange.response?.status) == [status])
    }
}
