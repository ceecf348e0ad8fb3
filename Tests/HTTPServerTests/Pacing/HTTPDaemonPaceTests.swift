import Base
import Dispatch
import HTTP
import HTTPServer
import TestSupport
import Testing

private let millisecond: Int64 = 1_000_000
private let hour: Int64 = 3_600_000 * millisecond

private func paced(
    _ pace: ServicePace,
    drain: Duration = .seconds(5),
    entered: DispatchSemaphore? = nil
) throws -> HTTPDaemon {
    var options = ServerOptions(drainTimeout: drain)
    options.pace = pace
    let limits = ServerLimits(requestLineBytes: 8_192, bodyBytes: 1_000)
    return try HTTPDaemon(limits: limits, options: options) { request in
        entered?.signal()
        return ServerResponse(status: 200, body: Array(request.path.utf8))
    }
}

private func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n" }

struct HTTPDaemonPaceTests {
    @Test("Every request gets its own response, even when many wait at once")
    func all() throws {
        let pace = ServicePace(serviceTime: .exponential(mean: millisecond), servers: 4)
        let server = try paced(pace)
        let clients = try (0..<16).map { _ in try RawClient(port: server.port) }
        for round in 0..<10 {
            for (index, client) in clients.enumerated() {
                try client.send(get("/\(round)/\(index)"))
            }
            for (index, client) in clients.enumerated() {
                #expect(try client.receive().text == "/\(round)/\(index)")
            }
        }
    }

    @Test("Responses leave in the order of their requests, one service time apart")
    func order() throws {
        let entered = DispatchSemaphore(value: 0)
        // The period is so long that its phase shows when a response left.
        let stalls = StallCycle(every: hour, for: 1)
        let service = 5 * millisecond
        let pace = ServicePace(serviceTime: .constant(service), stalls: stalls)
        let server = try paced(pace, entered: entered)
        let clients = try (0..<8).map { _ in try RawClient(port: server.port) }
        for client in clients {
            try client.send(get("/"))
            entered.wait()
        }
        var last = Int64.min / 2
        for client in clients {
            let header = try #require(try client.receive().headers["Assay-Stall"])
            let text = try #require(header.split(separator: "phase=").last)
            let moment = try #require(TimeSpan.nanoseconds(String(text)))
            // The header has a resolution of microseconds.
            #expect(moment - last >= service - 1_000)
            last = moment
        }
    }

    @Test("Without a service time and outside a pause, a response announces the next pause")
    func stallHeader() throws {
        let server = try paced(ServicePace(stalls: StallCycle(every: hour, for: hour / 2)))
        let header = try RawClient(port: server.port).exchange(get("/")).headers["Assay-Stall"]
        #expect(try #require(header).hasPrefix("every=1h, for=30m, phase="))
    }

    @Test("Errors replace responses and change nothing else")
    func errors() throws {
        let server = try paced(ServicePace(errorRate: 0.5, seed: 4))
        let client = try RawClient(port: server.port)
        let statuses = try (0..<40).map { _ in try client.exchange(get("/")).status }
        #expect(Set(statuses) == [200, 503])
    }

    @Test("The server's own endpoint responds at once, and a stop releases held responses")
    func stop() throws {
        let entered = DispatchSemaphore(value: 0)
        let pace = ServicePace(serviceTime: .constant(hour))
        let server = try paced(pace, drain: .milliseconds(10), entered: entered)
        let waiting = try (0..<3).map { _ in try RawClient(port: server.port) }
        for client in waiting {
            try client.send(get("/slow"))
            entered.wait()
        }
        let other = try RawClient(port: server.port)
        #expect(try other.exchange(get("/.well-known/assay/state")).status == 200)
        #expect(server.stop())
        // Whether the last bytes are still sent depends on the library; the clients do not wait forever.
        for client in waiting { _ = try? client.receiveToEnd() }
    }

    @Test("A client that disconnects while its response is held does not affect others")
    func abandoned() throws {
        let entered = DispatchSemaphore(value: 0)
        let pace = ServicePace(serviceTime: .constant(20 * millisecond))
        let server = try paced(pace, entered: entered)
        for _ in 0..<3 {
            let client = try RawClient(port: server.port)
            try client.send(get("/left"))
            entered.wait()
        }
        #expect(try RawClient(port: server.port).exchange(get("/next")).text == "/next")
    }
}
