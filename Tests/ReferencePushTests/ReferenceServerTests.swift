import Contract
import Glibc
import JSON
import ReferencePush
import Testing

/// Answers with what it was asked, so that tests see what arrived.
private struct Echo: ReferenceService {
    let name = "echo"
    let limits = ServiceLimits(requestLineBytes: 8_192, bodyBytes: 1_000_000)

    func handle(_ request: ServiceRequest) -> ServiceResponse {
        if let problem = request.problem {
            return ServiceResponse(status: 418, body: Array("\(problem)".utf8))
        }
        var headers = HTTPFields()
        headers.append("X-Path", request.path)
        headers.append("X-Query", request.query ?? "-")
        headers.append("X-Host", request.hostname)
        return ServiceResponse(
            status: 200,
            headers: headers,
            body: Array("\(request.method) \(request.body.count)".utf8)
        )
    }

    func change(
        state: String,
        params: JSONObject,
        action: StateAction
    ) throws(StateChangeError) -> JSONObject {
        guard state == "known" else { throw .unknownState(state, known: ["known"]) }
        return JSONObject([.init(name: "did", value: .string(action.rawValue))])
    }

    func stop() {}
}

struct ReferenceServerTests {
    @Test("The target reaches the service as it was sent, undecoded")
    func rawTarget() throws {
        let server = try ReferenceServer(service: Echo())
        let client = try RawClient(port: server.port)
        let answer = try client.exchange(
            "GET /a%2Fb/?w=%7b+%27&z=1:,$'&a= HTTP/1.1\r\nHost: EXAMPLE.org:1\r\n\r\n"
        )
        #expect(answer.headers["X-Path"] == "/a%2Fb/")
        #expect(answer.headers["X-Query"] == "w=%7b+%27&z=1:,$'&a=")
        #expect(answer.headers["X-Host"] == "example.org")
        #expect(answer.headers["Content-Length"] == "5")
        #expect(answer.headers["Date"]?.hasSuffix(" GMT") == true)
    }

    @Test("A connection carries one request after another")
    func keepAlive() throws {
        let server = try ReferenceServer(service: Echo())
        let client = try RawClient(port: server.port)
        for length in [0, 1, 70_000, 3] {
            let body = String(repeating: "x", count: length)
            let answer = try client.exchange(
                "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\n\r\n\(body)"
            )
            #expect(answer.text == "POST \(length)")
        }
        #expect(server.openConnections == 1)
    }

    @Test("Requests sent without waiting are answered in order")
    func pipelining() throws {
        let server = try ReferenceServer(service: Echo())
        let client = try RawClient(port: server.port)
        let head = "HTTP/1.1\r\nHost: h\r\n"
        try client.send("GET /1 \(head)\r\n")
        try client.send("PUT /2 \(head)Content-Length: 2\r\n\r\nabFOO /3 \(head)\r\n")
        #expect(try client.receive().headers["X-Path"] == "/1")
        #expect(try client.receive().text == "PUT 2")
        #expect(try client.receive().text == "FOO 0")
    }

    @Test("HEAD is answered with the length of the body and without the body")
    func head() throws {
        let server = try ReferenceServer(service: Echo())
        let client = try RawClient(port: server.port)
        let answer = try client.exchange("HEAD /x HTTP/1.1\r\nHost: h\r\n\r\n")
        #expect(answer.headers["Content-Length"] == "6")
        #expect(try client.exchange("GET /x HTTP/1.1\r\nHost: h\r\n\r\n").text == "GET 0")
    }

    @Test("A chunked body arrives whole")
    func chunked() throws {
        let server = try ReferenceServer(service: Echo())
        let client = try RawClient(port: server.port)
        try client.send("POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n")
        try client.send("5\r\nhello\r\n3;x=y\r\nabc\r\n0\r\n\r\n")
        #expect(try client.receive().text == "POST 8")
    }
}
