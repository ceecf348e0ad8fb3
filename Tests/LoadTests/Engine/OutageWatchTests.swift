import LoadModel
import Measure
import Testing

@testable import Load

struct OutageWatchTests {
    private static let second: Int64 = 1_000_000_000

    /// An event of a request, or of a connection attempt, at a time in tenths of a second.
    enum Event: Sendable {
        case response(Int64)
        case failure(MissingResponse, sent: Int64, at: Int64)
        case refusal(Int64)
    }

    private static func outages(_ events: [Event], at end: Int64) -> [RunOutage] {
        var watch = OutageWatch()
        let unit = second / 10
        for event in events {
            switch event {
            case .response(let moment): watch.noteResponse(at: moment * unit)
            case .failure(let outcome, let sent, let moment):
                watch.note(outcome, sent: sent * unit, at: moment * unit)
            case .refusal(let moment): watch.noteRefusal(at: moment * unit)
            }
        }
        return watch.outages(at: end * unit)
    }

    private static func outage(_ from: Int64, _ until: Int64?, _ failed: UInt64) -> RunOutage {
        let unit = second / 10
        return RunOutage(from: from * unit, until: until.map { $0 * unit }, failed: failed)
    }

    @Test(
        "An outage begins with the first failure and ends with the next response",
        arguments: [
            // Gone, and back.
            (
                [
                    .response(29), .failure(.reset, sent: 29, at: 30), .refusal(31),
                    .failure(.unreachable, sent: 32, at: 32), .refusal(40), .response(91),
                ], [outage(30, 91, 2)]
            ),
            // A server that stops responding counts as gone from the time of the request.
            (
                [.response(10), .failure(.timeout, sent: 12, at: 62), .response(70)],
                [outage(12, 70, 1)]
            ),
            // Other requests got responses in the meantime.
            ([.response(60), .failure(.timeout, sent: 12, at: 62), .response(63)], []),
            // One connection ended, and no connection was refused.
            (
                [.response(10), .failure(.closedBeforeResponse, sent: 11, at: 11), .response(19)],
                []
            ),
            // However short, if every connection attempt failed.
            ([.response(10), .refusal(11), .response(12)], [outage(11, 12, 0)]),
            // A response between two refusals is not a return.
            ([.refusal(10), .response(20), .refusal(22), .response(30)], [outage(10, 30, 0)]),
            // Not back at the end.
            ([.response(10), .refusal(20)], [outage(20, nil, 0)]),
            // A local shortage is not evidence about the server.
            ([.response(10), .failure(.noPort, sent: 20, at: 20), .response(50)], []),
        ] as [([Event], [RunOutage])]
    )
    func course(events: [Event], expected: [RunOutage]) {
        #expect(Self.outages(events, at: 100) == expected)
    }

    @Test("An outage noticed by several workers is one outage, as long as any of them noticed it")
    func merged() {
        let all = [Self.outage(31, 90, 3), Self.outage(30, 88, 2), Self.outage(200, nil, 1)]
        #expect(RunOutage.merged(all) == [Self.outage(30, 90, 5), Self.outage(200, nil, 1)])
    }
}
