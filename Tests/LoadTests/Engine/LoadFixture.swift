import Load
import LoadModel
import Measure
import Testing
import TestSupport
import Transport

/// Small runs against a scripted server.
enum LoadFixture {
    static let millisecond: Int64 = 1_000_000

    static let created =
        "HTTP/1.1 201 Created\r\nContent-Length: 17\r\n\r\n{\"objectId\":\"abc\"}".replacing(
            "17",
            with: "18"
        )

    /// A POST with the number of the arrival as its body.
    static let layout = RequestLayout(
        method: "POST",
        target: [.text("/push")],
        fields: [("Host", [.text("127.0.0.1")])],
        body: [.text("<"), .index, .text(">")]
    )

    static func send(_ name: String = "createPush", weight: UInt64 = 1) -> LoadPlan.Send {
        LoadPlan.Send(name, weight: weight, layout: layout, goodStatuses: [201])
    }

    /// `count` arrivals at `rate`/s, whose responses may take a minute on a busy machine.
    static func open(
        _ count: Int64,
        rate: Int64 = 1000,
        connections: Int = 4,
        sends: [LoadPlan.Send] = [send()]
    ) -> LoadPlan {
        let stage = LoadShape.Stage(rate: Double(rate), duration: count * 1000 / rate * millisecond)
        let shape = LoadShape(
            .open([stage], .constant),
            connections: connections,
            timeout: 60_000 * millisecond,
            drain: 60_000 * millisecond
        )
        return LoadPlan(shape, sends: sends)
    }

    static func run(
        _ plan: LoadPlan,
        against origin: String,
        options: TransportOptions = TransportOptions()
    ) async throws -> LoadResult {
        let opener = try ConnectionOpener(to: origin, options: options)
        return try await LoadRun(plan, opener: opener).run().get()
    }

    /// The number of counted arrivals by outcome.
    static func outcomes(_ result: LoadResult) -> [String: UInt64] {
        Dictionary(
            result.recording.cells.map { ($0.key.outcome, $0.count) },
            uniquingKeysWith: +
        )
    }
}

extension RequestPiece {
    /// The number of the arrival.
    static let index = RequestPiece.slot(RequestSlot(.index, number: 0))
}

extension ScriptedServer {
    /// The numbers of the arrivals whose requests were received, in ascending order.
    var arrivalNumbers: [Int] {
        received.compactMap { item in
            guard let start = item.text.firstIndex(of: "<"),
                let end = item.text.lastIndex(of: ">")
            else { return nil }
            return Int(item.text[item.text.index(after: start)..<end])
        }.sorted()
    }
}
