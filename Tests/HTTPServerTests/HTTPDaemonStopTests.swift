import Dispatch
import HTTP
import HTTPServer
import TestSupport
import Testing

/// Responds only when the test permits it.
private final class Gate: Sendable {
    let entered = DispatchSemaphore(value: 0)
    let mayLeave = DispatchSemaphore(value: 0)

    func server(port: Int = 0, options: ServerOptions = ServerOptions()) throws -> HTTPDaemon {
        let limits = ServerLimits(requestLineBytes: 8_192, bodyBytes: 1_000)
        return try HTTPDaemon(port: port, limits: limits, options: options) { request in
            if request.path == "/wait" {
                self.entered.signal()
                self.mayLeave.wait()
            }
            return ServerResponse(status: 200, body: Array("done".utf8))
        }
    }
}

struct HTTPDaemonStopTests {
    @Test("Stopping completes requests in flight, closes idle connections, and frees the port")
    func drains() async throws {
        let gate = Gate()
        let server = try gate.server()
        let idle = try (0..<50).map { _ in try RawClient(port: server.port) }
        let busy = try RawClient(port: server.port)
        try busy.send("GET /wait HTTP/1.1\r\nHost: h\r\n\r\n")
        gate.entered.wait()
        let stopped = Task { server.stop() }
        gate.mayLeave.signal()
        #expect(try busy.receive().text == "done")
        #expect(await stopped.value)
        for client in idle { #expect(try client.receiveToEnd().isEmpty) }
        #expect(throws: RawClient.Ended.self) { try RawClient(port: server.port) }
        #expect(!server.stop())
    }

    @Test("Stopping waits at most the drain timeout for a client that never finishes")
    func gives() throws {
        var options = ServerOptions()
        options.drainTimeout = .milliseconds(50)
        let server = try Gate().server(options: options)
        let client = try RawClient(port: server.port)
        try client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\nabc")
        server.stop()
        #expect(try client.receiveToEnd().isEmpty)
    }

    @Test("The error names a port in use")
    func portTaken() throws {
        let first = try Gate().server()
        let error = #expect(throws: ServerError.self) {
            try Gate().server(port: first.port)
        }
        #expect(error?.kind == .bind)
        #expect(
            error?.description == "cannot listen on 127.0.0.1:\(first.port): "
                + "Address already in use; choose another port, or 0 for any"
        )
    }

    @Test("Stopping does not wait for a response that is due much later")
    func delayed() throws {
        let limits = ServerLimits(requestLineBytes: 8_192, bodyBytes: 1_000)
        let options = ServerOptions(drainTimeout: .milliseconds(50))
        let asked = DispatchSemaphore(value: 0)
        let server = try HTTPDaemon(limits: limits, options: options) { _ in
            asked.signal()
            return ServerResponse(status: 200, delay: .seconds(3_600))
        }
        let client = try RawClient(port: server.port)
        try client.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n")
        asked.wait()
        server.stop()
        _ = try client.receiveToEnd()
    }
}
