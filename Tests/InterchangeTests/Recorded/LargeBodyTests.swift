import Base
import JSON
import Testing

@testable import Interchange

/// Bodies of requests that are too large for a contract.
struct LargeBodyTests {
    private func contract(
        _ type: String,
        _ body: [UInt8],
        in folder: String? = nil
    ) throws -> ImportedContract {
        let exchange = RecordedTraffic.exchange("POST /a", ["Content-Type: \(type)"], body: body)
        let contract = try #require(
            TrafficImport.contract(of: [exchange], title: "T", bodiesIn: folder)
        )
        let linted = LintedContract(contract.text)
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)\n\(contract.text.prefix(4_000))")
        return contract
    }

    private static let line = "2026-01-01 line of the log, nothing special; key=7\n"

    static let bodies: [(name: String, type: String, body: [UInt8])] = [
        ("text", "text/plain", Array(String(repeating: line, count: 20_000).utf8)),
        ("NUL", "application/octet-stream", [UInt8](repeating: 0, count: 1_000_000)),
        (
            "form", "application/x-www-form-urlencoded",
            Array(String(repeating: "a=1&", count: 250_000).utf8)
        ),
        (
            "JSON", "application/json",
            Array(("[" + String(repeating: #""abc","#, count: 160_000) + "1]").utf8)
        ),
    ]

    @Test("A body of 1 MB is left out with a comment, or sent from a file", arguments: bodies)
    func large(_ name: String, _ type: String, _ body: [UInt8]) throws {
        let alone = try contract(type, body)
        #expect(alone.text.utf8.count < 5_000)
        let comment = alone.text.split(separator: "\n").map { $0.trimmed }.joined(separator: " ")
            .replacing(" # ", with: " ")
        #expect(
            comment.contains("bytes, more than the 64 KiB of a text in a contract"),
            "\(alone.text)"
        )
        let filed = try contract(type, body, in: "r.files")
        #expect(filed.text.contains("file: r.files/1-body.txt"), "\(filed.text)")
        #expect(filed.text.contains("The body has more than 64 KiB"), "\(filed.text)")
        #expect(filed.files.map(\.bytes) == [body])
    }

    @Test("A text of 64 KiB is in the contract, as it was sent")
    func limit() throws {
        let body = [UInt8](repeating: 0, count: 65_536)
        let contract = try contract("text/plain", body, in: "r.files")
        #expect(contract.files.isEmpty)
        #expect(contract.text.contains(String(repeating: "\\x00", count: 65_536)))
    }

    @Test(
        "A large body with a secret is not kept, and the secret is written nowhere",
        arguments: [
            (
                "application/json",
                #"{"password":"hunter2","x":"\#(String(repeating: "x", count: 70_000))"}"#
            ),
            (
                "application/x-www-form-urlencoded",
                "x=\(String(repeating: "x", count: 70_000))&password=hunter2"
            ),
            ("text/plain", String(repeating: line, count: 2_000) + "password: hunter2\n"),
        ]
    )
    func secret(type: String, body: String) throws {
        let exchange = RecordedTraffic.exchange(
            "POST /a",
            ["Content-Type: \(type)"],
            body: Array(body.utf8),
            200,
            #"{"echo":"password hunter2"}"#
        )
        let contract = try #require(
            TrafficImport.contract(of: [exchange], title: "T", bodiesIn: "r.files")
        )
        #expect(contract.files.isEmpty)
        #expect(!contract.text.contains("hunter2"), "\(contract.text.prefix(4_000))")
    }

    @Test("A form with one field many times is a list")
    func repeated() {
        let fields = RequestDrafter.object([("a", "1"), ("b", "2"), ("a", "3"), ("a", "")])
        let wanted: JSONValue = ["a": ["1", "3", ""], "b": "2"]
        #expect(.object(fields) == wanted)
        #expect(fields.names == ["a", "b"])
    }

    @Test(
        "Names of secrets are recognized by their letters and their last word",
        arguments: [
            ("card_pin", true), ("cardPin", true), ("CARD-PIN", true), ("spin", false),
            ("totp", true), ("laptop", false), ("Client-Secret", true), ("secretary", false),
            ("pässword", false), ("café_password", true), ("otp2", false), ("", false),
        ]
    )
    func names(name: String, isSecret: Bool) {
        #expect(SecretNames.isSecretField(name) == isSecret)
    }
}
