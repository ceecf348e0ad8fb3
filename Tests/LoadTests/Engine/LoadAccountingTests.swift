import Load
import LoadModel
import Measure
import TestSupport
import Testing

/// The report of a run, checked against the requests that the server saw: every arrival is sent at most once, and
/// every outcome is one that the server caused.
///
/// `make attack` does the same with many more requests.
@Suite(.timeLimit(.minutes(5)))
struct LoadAccountingTests {
    typealias Action = ScriptedServer.Action

    /// The way a server ends a connection: its handling of the last request.
    struct Ending: Sendable {
        let actions: [Action]
        let outcome: String
    }

    private static let lastly = LoadFixture.created.replacing(
        "\r\n\r\n",
        with: "\r\nConnection: close\r\n\r\n"
    )
    private static let half = "HTTP/1.1 201 Created\r\nContent-Length: 99\r\n\r\nhalf"
    private static let failure =
        "HTTP/1.1 500 Oh\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    private static let endings: [Ending] = [
        Ending(actions: [.send(lastly)], outcome: "201"),
        Ending(actions: [.send(failure)], outcome: "500"),
        Ending(actions: [.close], outcome: "closed-before-response"),
        Ending(actions: [.send(half), .close], outcome: "truncated"),
        Ending(actions: [.send("no answer\r\n\r\n"), .hang], outcome: "malformed"),
        Ending(actions: [.reset], outcome: "reset"),
    ]

    /// The script of a connection: some good responses, the last request, and the end.
    private static func script(_ count: Int, _ ending: Ending) -> [Action] {
        let answered: [Action] = [.receiveRequest, .send(LoadFixture.created)]
        return Array(repeating: answered, count: count).flatMap(\.self) + [.receiveRequest]
            + ending.actions
    }

    @Test("The outcomes match the server's actions, however it treats its connections")
    func mixed() async throws {
        let count = 300
        // Connections in the order in which they are opened; more than needed.
        let plans = (0...count).map { number in
            (responses: number * 7 % 5, ending: Self.endings[number % Self.endings.count])
        }
        let server = try ScriptedServer(scripts: plans.map { Self.script($0.responses, $0.ending) })
        let result = try await LoadFixture.run(
            LoadFixture.open(Int64(count), rate: 3000, connections: 3),
            against: server.origin
        )
        #expect(server.arrivalNumbers == Array(0..<count))
        var expected: [String: UInt64] = [:]
        for (connection, requests) in Dictionary(grouping: server.received, by: \.connection) {
            let plan = plans[connection]
            for number in requests.indices {
                expected[number < plan.responses ? "201" : plan.ending.outcome, default: 0] += 1
            }
        }
        #expect(LoadFixture.outcomes(result) == expected)
        #expect(expected.count == Set(Self.endings.map(\.outcome)).count)
    }

    @Test("A server that closes after each response without notice receives no request twice")
    func unannounced() async throws {
        let count = 200
        let server = try ScriptedServer([.receiveRequest, .send(LoadFixture.created)])
        let result = try await LoadFixture.run(
            LoadFixture.open(Int64(count), rate: 2000, connections: 3),
            against: server.origin
        )
        // A request that overlaps with the end of its connection is lost without a response.
        let outcomes = LoadFixture.outcomes(result)
        let numbers = server.arrivalNumbers
        #expect(Set(numbers).count == numbers.count)
        #expect(outcomes["201"] == UInt64(numbers.count))
        #expect(outcomes.values.reduce(0, +) == UInt64(count))
        #expect(Set(outcomes.keys).isSubset(of: ["201", "closed-before-response", "reset"]))
    }

    @Test("Late responses are counted once, and nothing is resent meanwhile")
    func late() async throws {
        let gate = try Gate()
        let server = try ScriptedServer([
            .receiveRequest, .wait(at: gate), .send(LoadFixture.created),
            .forever([.receiveRequest, .send(LoadFixture.created)]),
        ])
        let plan = LoadFixture.open(100, connections: 4)
        async let outcome = LoadFixture.run(plan, against: server.origin)
        await server.waitForReceived(4)
        gate.open()
        let result = try await outcome
        #expect(LoadFixture.outcomes(result) == ["201": 100])
        #expect(server.arrivalNumbers == Array(0..<100))
        #expect(server.connectionCount == 4)
    }
}
