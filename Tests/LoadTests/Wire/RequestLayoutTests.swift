import Base
import Contract
import Testing

@testable import Load

struct RequestLayoutTests {
    private static func text(_ layout: RequestLayout, arrival: UInt64, seed: UInt64 = 1) -> String {
        // Small enough that the buffer must grow.
        var output = ByteBuffer(capacity: 1)
        var writer = RequestWriter(layout)
        let moment = Timestamp(nanosecondsSince1970: 0)
        writer.write(.init(index: arrival, seed: seed, moment: moment), to: &output)
        return String(decoding: output.bytes, as: UTF8.self)
    }

    @Test("A request without a body ends with its header fields")
    func constant() {
        let layout = RequestLayout(
            method: "GET",
            target: [.text("/push")],
            fields: [("Host", [.text("127.0.0.1")])],
            body: nil
        )
        #expect(layout.isConstant)
        #expect(Self.text(layout, arrival: 0) == "GET /push HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    }

    @Test("The length is that of each arrival's body")
    func length() {
        let layout = RequestLayout(
            method: "POST",
            target: [.text("/push/"), .index],
            fields: [("Host", [.text("a")]), ("X-Number", [.text("n"), .index])],
            body: [.text("{\"n\":"), .index, .text("}")]
        )
        #expect(!layout.isConstant)
        #expect(
            Self.text(layout, arrival: 9)
                == "POST /push/9 HTTP/1.1\r\nHost: a\r\nX-Number: n9\r\nContent-Length: 7\r\n\r\n{\"n\":9}"
        )
        #expect(
            Self.text(layout, arrival: 1_000_000).hasSuffix(
                "Content-Length: 13\r\n\r\n{\"n\":1000000}"
            )
        )
    }

    @Test("An empty body has length zero")
    func empty() {
        let layout = RequestLayout(method: "POST", target: [.text("/")], fields: [], body: [])
        #expect(Self.text(layout, arrival: 0) == "POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("Values are drawn for each slot and arrival, and the same seed gives the same values")
    func values() throws {
        let layout = RequestLayout(
            method: "POST",
            target: [.text("/"), .slot(RequestSlot(.hex(33), number: 0))],
            fields: [("A", [.slot(RequestSlot(.digits(8), number: 1))])],
            body: [
                .slot(RequestSlot(.uuid, number: 2)), .text(" "),
                .slot(RequestSlot(.hex(33), number: 3)),
            ]
        )
        let first = Self.text(layout, arrival: 7)
        #expect(first == Self.text(layout, arrival: 7))
        #expect(first != Self.text(layout, arrival: 8))
        #expect(first != Self.text(layout, arrival: 7, seed: 2))
        let shape =
            /POST \/([0-9a-f]{33}) HTTP\/1.1\r\nA: [0-9]{8}\r\nContent-Length: 70\r\n\r\n(.*)/
        let match = try #require(try shape.wholeMatch(in: first))
        let body =
            /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12} ([0-9a-f]{33})/
        let drawn = try #require(try body.wholeMatch(in: match.2))
        #expect(drawn.1 != match.1)
    }
}
