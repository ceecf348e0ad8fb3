import Glibc
import TestSupport
import Testing

/// Amazon's signature under load against curl's own.
@Suite(.timeLimit(.minutes(5)))
struct SignatureVersion4Tests {
    private static let curl = "/usr/bin/curl"
    private static let tables = #"""
        variables: { key: { default: wJalrXUtnFEMI/K7MDENG } }
        securitySchemes:
          aws:
            type: hmac
            key: ["AWS4{{key}}", "{{now '%Y%m%d'}}", us-east-1, sns, aws4_request]
            encode: hex
            headers: { X-Amz-Date: "{{now '%Y%m%dT%H%M%SZ'}}" }
            signedHeaders: [content-type, host, x-amz-date]
            canonicalRequest: "{{request.method}}\n{{request.path}}\n{{request.sortedQuery}}\n{{canonicalHeaders}}\n{{signedHeaders}}\n{{request.bodySha256}}"
            stringToSign: "AWS4-HMAC-SHA256\n{{request.headers.x-amz-date}}\n{{now '%Y%m%d'}}/us-east-1/sns/aws4_request\n{{canonicalRequest.sha256}}"
            into: { header: Authorization, value: "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/{{now '%Y%m%d'}}/us-east-1/sns/aws4_request, SignedHeaders={{signedHeaders}}, Signature={{signature}}" }
        """#

    /// Whether the installed curl can sign and accepts a given time for a request.
    private static var isSupported: Bool {
        get async throws {
            guard access(curl, X_OK) == 0 else { return false }
            let run = try await RunningProgram(["--version"], program: curl).end()
            let numbers =
                run.output.split(separator: " ").dropFirst().first?
                .split(separator: ".").compactMap { Int($0) } ?? []
            return numbers.count == 3 && (numbers[0], numbers[1]) >= (7, 87)
        }
    }

    private static func field(_ name: String, _ request: ScriptedServer.Received) throws -> String {
        let start = "\(name.lowercased()): "
        let line = request.headLines.first { $0.lowercased().hasPrefix(start) }
        return String(try #require(line).dropFirst(start.count))
    }

    /// The query is already sorted: curl 7.88 signs it unchanged, other versions sort it first, as Assay does.
    @Test("Requests of a run are signed as curl signs them")
    func curl() async throws {
        guard try await Self.isSupported else { return }
        let profile = try SampleProfile(
            load: "stages: [{ rate: 20/s, for: 1s }], connections: 2",
            sends: """
                [{ call: getThing, method: POST, security: aws, query: { a: 1, b: "{{digits 4}}" }, headers: { Content-Type: application/json }, json: { id: "{{uuid}}", text: "{{hex 40}}" } }]
                """,
            tables: Self.tables
        )
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run(on: server)
        #expect(run.ending == .exited(0), "\(run.errors)")
        let requests = server.received
        #expect(requests.count == 20)
        let other = try ScriptedServer(answering: Answer.box)
        for request in requests.prefix(5) {
            let target = try #require(request.headLines.first).split(separator: " ")[1]
            let bodyStart = try #require(request.text.firstRange(of: "\r\n\r\n")).upperBound
            let words = [
                "--silent", "--aws-sigv4", "aws:amz:us-east-1:sns",
                "--user", "AKIDEXAMPLE:wJalrXUtnFEMI/K7MDENG",
                "--header", "X-Amz-Date: \(try Self.field("X-Amz-Date", request))",
                "--header", "Host: \(try Self.field("Host", request))",
                "--header", "Content-Type: application/json",
                "--data-binary", String(request.text[bodyStart...]), other.origin + target,
            ]
            let signed = try await RunningProgram(words, program: Self.curl).end()
            #expect(signed.ending == .exited(0), "\(signed.errors)")
            let theirs = try #require(other.received.last)
            #expect(
                try Self.field("Authorization", request) == Self.field("Authorization", theirs)
            )
        }
        #expect(Set(try requests.map { try Self.field("Authorization", $0) }).count == 20)
    }
}
