import Contract
import Dispatch
import HTTP
import JSON
import TestSupport
import Testing

@testable import ReferencePush

/// Notifies the test of a delivery.
private final class SignallingSink: DeliverySink {
    let delivered = DispatchSemaphore(value: 0)

    func deliver(_ batch: NotificationBatch) -> [Int: DeliveryFailure] {
        delivered.signal()
        return [:]
    }
}

/// The service over sockets.
struct NCMBWireTests {
    /// The bytes of a signed request; `extra` is added as header lines.
    private static func bytes(
        _ harness: NCMBHarness,
        _ line: String,
        _ body: String = "",
        extra: String = ""
    ) -> String {
        let request = harness.signed(line, Array(body.utf8))
        var text = "\(request.method) \(request.path)"
        if let query = request.query { text += "?\(query)" }
        text += " HTTP/1.1\r\n\(extra)"
        for field in request.headers.fields { text += "\(field.name): \(field.value)\r\n" }
        return text + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    @Test("A device is registered, found, changed and removed over one connection")
    func installation() throws {
        let harness = NCMBHarness()
        let server = try ReferenceServer(service: harness.service)
        let client = try RawClient(port: server.port)
        func exchange(_ line: String, _ body: String = "") throws -> RawClient.Answer {
            try client.exchange(Self.bytes(harness, line, body))
        }
        let body = #"{"deviceToken":"t","deviceType":"ios"}"#
        let created = try exchange("POST /installations", body)
        #expect(created.status == 201)
        let json = try JSONValue(parsing: created.body, duplicates: .refused)
        let id = try #require(json["objectId"]?.stringValue)
        #expect(try exchange("POST /installations", body).status == 409)
        let filter = NCMBHarness.encoded(#"{"deviceToken":"t"}"#)
        let found = try exchange("GET /installations?where=\(filter)&limit=1&count=1")
        #expect(found.text.hasSuffix(#"],"count":1}"#))
        #expect(try exchange("PUT /installations/\(id)", "{}").status == 200)
        let deleted = try exchange("DELETE /installations/\(id)")
        #expect(deleted.status == 200)
        #expect(deleted.headers["Content-Length"] == "0")
        #expect(deleted.headers["X-NCMB-Response-Signature"]?.utf8.count == 44)
        #expect(try exchange("GET /installations/\(id)").status == 404)
        #expect(server.openConnections == 1)
    }

    @Test("A query is signed as sent, in the encodings of the clients in use")
    func encodings() throws {
        let harness = NCMBHarness()
        let server = try ReferenceServer(service: harness.service)
        let client = try RawClient(port: server.port)
        for query in [
            "where=%7B%22a%22%3A%22x%20!()*~%27%22%7D&limit=1",
            "where=%7B%22a%22:%22x%20,$'%22%7D", "where=%7B%22a%22%3A%22x+y%22%7D&count=1",
            "where=%7B%22a%22:%22x,$&order=-b",
        ] {
            let response = try client.exchange(Self.bytes(harness, "GET /installations?\(query)"))
            #expect(response.status == 200 || response.text.contains("E400001"), "\(response.text)")
        }
    }

    @Test("A request line or body above the limit gets the documented error, signed")
    func limits() throws {
        let harness = NCMBHarness()
        let server = try ReferenceServer(service: harness.service)
        let client = try RawClient(port: server.port)
        let long = String(repeating: "a", count: 9_000)
        let tooLong = try client.exchange(Self.bytes(harness, "GET /push?where=\(long)"))
        #expect(tooLong.status == 414)
        #expect(tooLong.text == #"{"code":"E414000","error":"Request-URI Too Large."}"#)
        #expect(tooLong.headers["X-NCMB-Response-Signature"] != nil)
        let size = (16 << 20) + 1
        let head = Self.bytes(harness, "POST /push")
            .replacing("Content-Length: 0", with: "Content-Length: \(size)")
        try client.send(head)
        try client.send([UInt8](repeating: 0x20, count: size))
        let tooLarge = try client.receive()
        #expect(tooLarge.status == 413)
        #expect(tooLarge.text == #"{"code":"E413002","error":"Request entity too large."}"#)
        #expect(try client.exchange(Self.bytes(harness, "GET /push")).status == 200)
    }

    @Test("HEAD is an unsupported method, and its response has no body")
    func head() throws {
        let harness = NCMBHarness()
        let server = try ReferenceServer(service: harness.service)
        let client = try RawClient(port: server.port)
        let response = try client.exchange(Self.bytes(harness, "HEAD /push"))
        #expect(response.status == 405)
        #expect(response.headers["Content-Length"] == "48")
        #expect(try client.exchange(Self.bytes(harness, "GET /push")).status == 200)
    }

    @Test("The older generation accepts signatures for its own host")
    func nifty() throws {
        let harness = NCMBHarness { $0.generation = .nifty }
        let server = try ReferenceServer(service: harness.service)
        let client = try RawClient(port: server.port)
        let key = NCMBCredentials.demo.applicationKey
        let parameters =
            "SignatureMethod=HmacSHA256&SignatureVersion=2&X-NCMB-Application-Key=\(key)"
            + "&X-NCMB-Timestamp=2013-12-02T02:44:35.452Z"
        for (host, status) in [("mb.api.cloud.nifty.com", 200), ("mbaas.api.nifcloud.com", 403)] {
            let text = "GET\n\(host)\n/2013-09-01/push\n\(parameters)"
            let response = try client.exchange(
                "GET /2013-09-01/push HTTP/1.1\r\nHost: 127.0.0.1:1\r\n"
                    + "X-NCMB-Application-Key: \(key)\r\n"
                    + "X-NCMB-Timestamp: 2013-12-02T02:44:35.452Z\r\n"
                    + "X-NCMB-Signature: \(NCMBHarness.mac(text))\r\n\r\n"
            )
            #expect(response.status == status)
        }
        let control = try client.exchange(
            "GET /.well-known/assay HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )
        #expect(control.text.hasPrefix(#"{"reference":"nifty","#))
    }

    @Test("A state set up over the control endpoint applies until its teardown")
    func states() throws {
        let harness = NCMBHarness()
        let server = try ReferenceServer(service: harness.service)
        let client = try RawClient(port: server.port)
        func change(_ action: String) throws -> RawClient.Answer {
            let body = #"{"state":"maintenance","action":"\#(action)"}"#
            return try client.exchange(
                "POST /.well-known/assay/state HTTP/1.1\r\nHost: localhost\r\n"
                    + "Content-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            )
        }
        #expect(try change("setup").text == "{}")
        #expect(try client.exchange(Self.bytes(harness, "GET /push")).status == 503)
        #expect(try change("teardown").status == 200)
        #expect(try client.exchange(Self.bytes(harness, "GET /push")).status == 200)
    }

    @Test("Without a manual clock, a timer delivers", .timeLimit(.minutes(5)))
    func timer() throws {
        let sink = SignallingSink()
        let harness = NCMBHarness { options in
            options.common.now = { Instant.now() }
            options.common.deliversInBackground = true
            options.common.deliveryDelay = .milliseconds(1)
            options.deliveryTime = .milliseconds(1)
            options.sink = sink
        }
        harness.register("a")
        for _ in 0..<3 {
            #expect(harness.call("POST /push", ["immediateDeliveryFlag": true]).status == 201)
            sink.delivered.wait()
        }
        harness.service.stop()
    }
}
