import JSON
import Testing

@testable import HTTP

struct FaultReadingTests {
    @Test(
        "The command-line form and the contract form are equivalent and read back unchanged",
        arguments: [
            ("hang", #"{"hang":true}"#), ("refuse", #"{"refuse":true}"#),
            ("status=503,request=2", #"{"status":503,"request":2}"#),
            ("latency=500ms", #"{"latency":"500ms"}"#), ("slow=10", #"{"slow":10}"#),
            ("drop-after=100", #"{"drop-after":100}"#),
            ("drop-after=100,of=request", #"{"drop-after":100,"of":"request"}"#),
            ("garbage=7", #"{"garbage":7}"#), ("truncate=0", #"{"truncate":0}"#),
            ("malformed-chunk", #"{"malformed-chunk":true}"#),
        ]
    )
    func forms(text: String, json: String) throws {
        let fault = try Fault(text: text)
        #expect(try Fault(JSONValue(parsing: Array(json.utf8))) == fault)
        #expect(fault.description == text)
        #expect(fault.json.text == json)
    }

    @Test("Garbage without an amount is 64 bytes")
    func garbage() throws {
        #expect(try Fault(text: "garbage").action == .garbage(bytes: 64))
    }

    @Test(
        "An invalid fault is reported, with the valid ones",
        arguments: [
            ("hangs", "unknown fault \"hangs\": did you mean \"hang\"?"),
            ("foo", "unknown fault \"foo\": \(names)"),
            ("request=2", "expected exactly one of \(names), got none"),
            ("hang,reset", "expected exactly one of \(names), got hang and reset"),
            ("hang=5s", "hang: expected true, got \"5s\""),
            ("hang,hang", "\"hang\" is given twice"),
            ("latency=5", "latency: expected a time such as 500ms, got 5"),
            ("status=99", "status: expected an integer from 200 to 599, got 99"),
            ("slow=fast", "slow: expected an integer from 1 to 1000000000, got \"fast\""),
            ("reset,request=0", "request: expected an integer from 1 to 1000000, got 0"),
            ("reset,of=response", "of: goes with drop-after only"),
            ("drop-after=1,of=all", "of: expected response or request, got \"all\""),
        ]
    )
    func refused(text: String, problem: String) {
        let error = #expect(throws: FaultError.self) { try Fault(text: text) }
        #expect(error?.description == problem)
    }

    private static let names = Fault.Action.Name.allCases.map(\.rawValue).joined(separator: ", ")

    @Test(
        "A port is the given one, or the default of the scheme",
        arguments: [
            ("http://a:8080", 8080), ("http://a", 80), ("https://a", 443), ("https://[::1]", 443),
            ("http://[::1]:81", 81),
        ] as [(String, UInt16)]
    )
    func port(origin: String, port: UInt16) {
        #expect(HTTPRequest(method: "GET", origin: origin, path: "/").port == port)
    }
}
