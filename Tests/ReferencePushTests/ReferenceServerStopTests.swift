import Contract
import Dispatch
import JSON
import ReferencePush
import Synchronization
import Testing

/// Answers only once the test says so.
private final class Gate: ReferenceService {
    let name = "gate"
    let limits = ServiceLimits(requestLineBytes: 8_192, bodyBytes: 1_000)
    let entered = DispatchSemaphore(value: 0)
    let mayLeave = DispatchSemaphore(value: 0)
    let stops = Atomic<Int>(0)

    func handle(_ request: ServiceRequest) -> ServiceResponse {
        if request.path == "/wait" {
            entered.signal()
            mayLeave.wait()
        }
        return ServiceResponse(status: 200, body: Array("done".utf8))
    }

    func change(
        state: String,
        params: JSONObject,
        action: StateAction
    ) throws(StateChangeError) -> JSONObject { JSONObject() }

    func stop() { stops.add(1, ordering: .relaxed) }
}

struct ReferenceServerStopTests {
    @Test("Stopping answers what is under way, closes idle connections, and frees the port")
    func drains() async throws {
        let gate = Gate()
        let server = try ReferenceServer(service: gate)
        let idle = try (0..<50).map { _ in try RawClient(port: server.port) }
        let busy = try RawClient(port: server.port)
        try busy.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
        gate.entered.wait()
        let stopped = Task { server.stop() }
        gate.mayLeave.signal()
        #expect(try busy.receive().text == "done")
        await stopped.value
        for client in idle { #expect(try client.receiveToEnd().isEmpty) }
        #expect(throws: RawClient.Ended.self) { try RawClient(port: server.port) }
        server.stop()
        #expect(gate.stops.load(ordering: .relaxed) == 1)
    }

    @Test("Stopping does not wait longer than the drain timeout for a client that never finishes")
    func gives() throws {
        var options = ReferenceServerOptions()
        options.drainTimeout = .milliseconds(50)
        let server = try ReferenceServer(service: Gate(), options: options)
        let client = try RawClient(port: server.port)
        try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc")
        server.stop()
        #expect(try client.receiveToEnd().isEmpty)
    }

    @Test("A port that is taken is named in the error")
    func portTaken() throws {
        let first = try ReferenceServer(service: Gate())
        let error = #expect(throws: ReferenceServerError.self) {
            try ReferenceServer(service: Gate(), port: first.port)
        }
        #expect(error?.kind == .bind)
        #expect(
            error?.description == "cannot listen on 127.0.0.1:\(first.port): "
                + "Address already in use; choose another port, or 0 for any"
        )
    }
}
