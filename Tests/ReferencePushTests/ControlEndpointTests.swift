import Contract
import HTTP
import JSON
import Synchronization
import TestSupport
import Testing

@testable import ReferencePush

/// A service with one state, which provides a variable.
private final class Stateful: ReferenceService {
    let name = "stateful"
    let limits = ServerLimits(requestLineBytes: 8_192, bodyBytes: 1_000)

    func handle(_ request: ServerRequest) -> ServerResponse { ServerResponse(status: 299) }

    func change(_ change: StateChange) throws(StateChangeError) -> JSONObject {
        guard change.state == "known" else {
            throw .unknownState(change.state, known: ["known"])
        }
        guard let count = change.params["count"]?.intValue else {
            throw change.fault("count", "an integer")
        }
        return JSONObject([.init(name: "did", value: .string("\(change.action) \(count)"))])
    }

    let stops = Atomic<Int>(0)

    func stop() { stops.add(1, ordering: .relaxed) }
}

struct ControlEndpointTests {
    @Test(
        "The control endpoint describes itself, changes states and explains errors",
        arguments: [
            (
                "GET /.well-known/assay", "", 200,
                #"{"reference":"stateful","stateChange":"/.well-known/assay/state"}"#
            ),
            (
                "POST /.well-known/assay/state",
                #"{"state":"known","params":{"count":2},"action":"setup"}"#, 200,
                #"{"did":"setup 2"}"#
            ),
            (
                "POST /.well-known/assay/state", #"{"state":"nosuch","action":"setup"}"#, 404,
                #"{"error":"unknown state \"nosuch\"; known are: known"}"#
            ),
            (
                "POST /.well-known/assay/state", #"{"state":"known","action":"teardown"}"#, 400,
                #"{"error":"state \"known\": params.count: expected an integer"}"#
            ),
            (
                "POST /.well-known/assay/state", #"{"state":"known","action":"begin"}"#, 400,
                #"{"error":"action: expected setup or teardown, got \"begin\""}"#
            ),
            (
                "POST /.well-known/assay/state", #"{"action":"setup"}"#, 400,
                #"{"error":"state: expected a string"}"#
            ),
            (
                "POST /.well-known/assay/state", #"{"state":"known","params":1,"action":"setup"}"#,
                400, #"{"error":"params: expected an object, got integer"}"#
            ),
            (
                "POST /.well-known/assay/state", "[1]", 400,
                #"{"error":"body: expected an object, got array"}"#
            ),
            (
                "PUT /.well-known/assay", "", 405,
                #"{"error":"method PUT is not offered at /.well-known/assay"}"#
            ),
            (
                "GET /.well-known/assay/deliveries", "", 404,
                #"{"error":"there is no /.well-known/assay/deliveries"}"#
            ),
        ]
    )
    func control(line: String, body: String, status: Int, expected: String) throws {
        let server = try ReferenceServer(service: Stateful())
        let client = try RawClient(port: server.port)
        let response = try client.exchange(
            "\(line) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        #expect(response.status == status)
        #expect(response.text == expected)
        #expect(response.headers["Content-Type"] == "application/json")
    }

    @Test(
        "A foreign web page can neither change a state nor read a response",
        arguments: [
            ("GET /.well-known/assay", "Host: evil.example", 403),
            ("GET /.well-known/assay/nosuch", "Host: evil.example", 403),
            ("GET /.well-known/assay", "Host: localhost\r\nOrigin: http://evil.example", 403),
            (
                "GET /.well-known/assay", "Host: 127.0.0.1:8080\r\nOrigin: http://127.0.0.1:8080",
                200
            ),
            ("POST /.well-known/assay/state", "Host: localhost\r\nContent-Type: text/plain", 415),
            ("POST /.well-known/assay/state", "Host: localhost", 415),
            (
                "POST /.well-known/assay/state",
                "Host: evil.example\r\nContent-Type: application/json", 403
            ),
            (
                "POST /.well-known/assay/state",
                "Host: localhost\r\nContent-Type: application/json\r\nOrigin: null", 403
            ),
            (
                "POST /.well-known/assay/state",
                "Host: LOCALHOST:8080\r\nContent-Type: Application/JSON; charset=utf-8", 200
            ),
        ]
    )
    func pages(line: String, fields: String, status: Int) throws {
        let server = try ReferenceServer(service: Stateful())
        let body = #"{"state":"known","params":{"count":2},"action":"setup"}"#
        let response = try RawClient(port: server.port).exchange(
            "\(line) HTTP/1.1\r\n\(fields)\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
        #expect(response.status == status)
        #expect(response.text.contains("\"error\"") == (status != 200))
    }

    @Test("Other paths, including similar ones, belong to the service")
    func others() throws {
        let server = try ReferenceServer(service: Stateful())
        let client = try RawClient(port: server.port)
        for path in ["/", "/.well-known/other", "/.well-known/assay2"] {
            #expect(try client.exchange("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n").status == 299)
        }
    }

    @Test("Stopping the server stops its service once")
    func stop() throws {
        let service = Stateful()
        let server = try ReferenceServer(service: service)
        server.stop()
        server.stop()
        #expect(service.stops.load(ordering: .relaxed) == 1)
    }
}
