import Contract
import HTTP
import Replay
import TestSupport
import Testing

/// Bodies with unknown content codings, as push services send them.
struct ContentCodingTests {
    private static func contract(_ expect: String) -> String {
        """
        contract: "1"
        targets: { api: {} }
        failure: { when: { status: { gte: 400 } }, code: { jsonpath: "$.code" } }
        operations:
          get: { request: { path: /a }, responses: { "200": {} }, errors: [E1] }
        errors: { E1: { status: 400 } }
        cases: { one: { steps: [ { call: get, expect: \(expect) } ] } }

        """
    }

    private static func replay(
        _ expect: String,
        status: Int = 200,
        _ body: String = "secret"
    ) throws -> Replaying {
        let headers = HTTPFields([.init(name: "Content-Encoding", value: "aes128gcm")])
        let response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
        return try Replaying(contract(expect)) { _, _ in .success(response) }
    }

    @Test(
        "An undecodable body leaves the case inconclusive with the reason",
        arguments: [
            "{ asserts: { body: { contains: secret } } }",
            "{ asserts: { jsonpath: \"$.a\", exists: false } }",
            "{ asserts: [{ bytes: 6 }, { body: { not: secret } }] }",
            "{ schema: { type: object } }", "{ contains: { a: 1 } }", "{ like: { a: 1 } }",
        ]
    )
    func inconclusive(expect: String) async throws {
        let replay = try Self.replay(expect)
        let result = try await replay.result()
        #expect(result.verdict == .inconclusive)
        #expect(
            result.reason
                == "body: cannot be checked: expected a content coding that is known here (gzip, "
                + "deflate), or encoded: true in the contract, got \"aes128gcm\""
        )
        #expect(try await replay.promises()["get"]?.status == .inconclusive)
    }

    @Test(
        "The bytes, their digest and everything but the body are still checked",
        arguments: [
            ("{ asserts: [{ bytes: 6 }, { header: Content-Encoding, equals: aes128gcm }] }", true),
            ("{ asserts: { sha256: { startsWith: 2bb80d5 } } }", true),
            ("{ asserts: { bytes: 7 } }", false),
            ("{ asserts: [{ body: secret }, { bytes: 7 }] }", false),
            ("{ encoded: true, asserts: { body: secret } }", true),
            ("{ encoded: true, asserts: { body: open } }", false),
        ]
    )
    func judged(expect: String, holds: Bool) async throws {
        let result = try await Self.replay(expect).result()
        #expect(result.verdict == (holds ? .passed : .failed))
    }

    @Test("With encoded: true every part of the expectation reads the encoded body")
    func encoded() async throws {
        let expect = """
            { encoded: true, schema: { required: [a] }, contains: { a: 1 }, asserts: \
            { jsonpath: "$.a", equals: 1 } }
            """
        let replay = try Self.replay(expect, #"{"a":1}"#)
        #expect(try await replay.result().verdict == .passed)
    }

    @Test("Without its code a response cannot be matched to the expected error")
    func code() async throws {
        let result = try await Self.replay("{ error: E1 }", status: 400).result()
        #expect(result.verdict == .inconclusive)
        #expect(
            result.reason
                == "error code: cannot be checked: expected E1, got an unreadable body"
        )
        let failure = try await Self.replay("{}", status: 400).result()
        #expect(failure.verdict == .failed)
        #expect(
            failure.steps[0].headline
                == "wanted success, got an unreadable failure (400)"
        )
    }
}
