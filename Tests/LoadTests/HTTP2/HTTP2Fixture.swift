import HTTP
import Load
import LoadModel
import TestSupport
import Transport

/// Small runs over HTTP/2.
enum HTTP2Fixture {
    /// A POST whose path is the number of the arrival, and whose body is that number followed by `body`.
    static func send(body: String = "") -> LoadPlan.Send {
        let layout = RequestLayout(
            method: "POST",
            target: [.text("/push/"), .index],
            fields: [("Host", [.text("127.0.0.1")]), ("apns-id", [.text("id-"), .index])],
            body: [.index, .text(body)]
        )
        return LoadPlan.Send("push", layout: layout, goodStatuses: [201])
    }

    /// `count` arrivals at 1,000/s.
    static func plan(
        _ count: Int64,
        connections: Int = 2,
        streams: Int = 10,
        timeout: Int64 = 60_000,
        sends: [LoadPlan.Send] = [send()]
    ) -> LoadPlan {
        var plan = LoadFixture.open(count, connections: connections, sends: sends)
        plan.shape.streams = streams
        plan.shape.timeout = timeout * LoadFixture.millisecond
        return plan
    }

    static func options(_ identity: TLSIdentity? = nil) -> TransportOptions {
        var options = TransportOptions()
        options.httpVersion = .http2PriorKnowledge
        options.cacert = identity?.certificate
        return options
    }

    static func run(_ plan: LoadPlan, _ server: HTTP2Server) async throws -> LoadResult {
        try await LoadFixture.run(plan, against: server.origin, options: options())
    }

    /// The reason why a run could not begin; `nil` if it could.
    static func failure(
        _ plan: LoadPlan,
        against origin: String,
        options: TransportOptions = options()
    ) async throws -> String? {
        let opener = try ConnectionOpener(to: origin, options: options)
        switch try await LoadRun(plan, opener: opener).run() {
        case .success: return nil
        case .failure(let failure): return failure.description
        }
    }

    /// A server that responds 201 with a few bytes, optionally after a delay, and counts identities.
    static func created(
        after delay: Duration = .zero,
        _ change: (inout HTTP2Server.Behaviour) -> Void = { _ in }
    ) -> HTTP2Server.Behaviour {
        var behaviour = HTTP2Server.Behaviour(
            HTTP2Server.Response(201, body: "created", delay: delay)
        )
        behaviour.identityField = "apns-id"
        change(&behaviour)
        return behaviour
    }
}
