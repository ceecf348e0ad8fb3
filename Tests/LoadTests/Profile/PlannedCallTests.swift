import LoadModel
import Profile
import Testing

@testable import Load

/// Runs that send one request to each recipient.
struct PlannedCallTests {
    private static let second: Int64 = 1_000_000_000
    private static let load = LoadShape(
        .closed(duration: second, think: 0),
        connections: 16,
        timeout: 2 * second,
        requestsPerConnection: 7
    )

    /// The plan of a preparation with further keys in flow style.
    private static func plan(
        _ more: String,
        upTo end: UInt64 = 5,
        shard: Shard = .whole
    ) throws -> LoadPlan {
        let call =
            "{ call: push, for: audience, security: none, json: { id: \"{{recipient}}\" }, \(more) }"
        let audience = "audience: { count: 5, perSend: 2, recipient: \"a{{hex 8}}\" }"
        let planned = try PlannedProfile(
            "[{ call: push, json: { to: \"{{recipients}}\" } }]",
            more: "\(audience)\nprepare: [\(call)]"
        )
        return LoadPlan(
            planned.requests.prepare[0],
            upTo: end,
            in: load,
            seed: 7,
            number: 0,
            shard: shard
        )
    }

    @Test(
        "Without a rate the call runs at full speed over its connections, up to the last recipient"
    )
    func fast() throws {
        let plan = try Self.plan("within: 3s")
        #expect(plan.shape.model == .closed(duration: 3 * Self.second, think: 0))
        #expect(plan.arrivalLimit == 5)
        #expect(plan.shape.connections == 16)
        #expect(plan.shape.drain == 2 * Self.second)
        #expect(plan.shape.requestsPerConnection == 7)
        #expect(plan.workers == 1)
        #expect(try Self.plan("connections: 3").shape.connections == 3)
    }

    @Test("With a rate the requests are due at that rate, and waiting ones share the total time")
    func rated() throws {
        let plan = try Self.plan("rate: 10/s, within: 3s")
        let schedule = try #require(plan.schedule)
        #expect(schedule.count(from: 0, to: .max) == 5)
        #expect(schedule.span == Self.second / 2)
        #expect(plan.shape.drain == 5 * Self.second - Self.second / 2)
        let shard = try Self.plan("rate: 10/s", shard: Shard(2, of: 3))
        #expect(shard.shard == Shard(2, of: 3))
    }

    @Test("A rate too low for its time reaches only the first recipients")
    func late() throws {
        let plan = try Self.plan("rate: 2/s, within: 1s")
        let schedule = try #require(plan.schedule)
        #expect(schedule.count(from: 0, to: .max) == 2)
    }

    @Test("The recipients are those of the run, one per request; everything else is drawn anew")
    func drawn() throws {
        let plan = try Self.plan("query: { mark: \"{{hex 8}}\" }")
        let audience = try #require(plan.audience)
        #expect(audience.perSend == 1 && audience.count == 5 && audience.seed == 7)
        #expect(plan.seed != 7)
        #expect(audience.recipientCount(ofArrival: 4) == 1)
    }

    @Test("An outcome has its status before its code")
    func outcome() throws {
        let plan = try Self.plan("name: join")
        let rule = plan.sends[0].rule
        #expect(plan.sends[0].name == "join")
        #expect(rule.outcome(status: 201, body: []).name == "201")
        let code = Array(#"{"code":"E7"}"#.utf8)
        #expect(rule.outcome(status: 404, body: code).name == "404 E7")
    }

    @Test(
        "The first arrivals of a shard end behind the last of them",
        arguments: [(0, 0), (1, 2), (2, 5), (3, 8)] as [(UInt64, UInt64)]
    )
    func ends(count: UInt64, end: UInt64) {
        let shard = Shard(2, of: 3)
        #expect(shard.end(ofFirst: count) == end)
        #expect(shard.count(below: end) == count)
    }
}
