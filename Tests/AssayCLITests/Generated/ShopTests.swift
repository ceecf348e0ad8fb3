import JSON
import TestSupport
import Testing

/// The shop of `Tests/Shop`, from its OpenAPI document alone.
struct ShopTests {
    private static let script =
        "/" + "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
        + "/Shop/shop.py"

    private static func python(_ words: String...) throws -> RunningProgram {
        try RunningProgram(
            ["python3", script] + words,
            program: "/usr/bin/env",
            environment: ["PATH=/usr/local/bin:/usr/bin:/bin"]
        )
    }

    /// The JSON report of a run against a separate shop.
    private static func report(_ defect: String?, _ options: [String]) async throws -> JSONValue {
        let folder = try TemporaryDirectory()
        let document = try await python("--document").end().output
        let path = try folder.write(Array(document.utf8), to: "shop.json")
        let server = try defect.map { try python("0", $0) } ?? python("0")
        let port = await server.lines(1)[0].split(separator: " ").last ?? ""
        let run = try await RunningProgram(
            [
                "verify", "--openapi", path, "--target", "http://127.0.0.1:\(port)",
                "--format", "json",
            ] + options
        ).end()
        withExtendedLifetime(server) {}
        return try JSONValue(parsing: run.output)
    }

    private static func names(of report: JSONValue) -> [String] {
        (report["contracts"]?.arrayValue ?? []).flatMap { $0["cases"]?.arrayValue ?? [] }
            .filter { $0["verdict"] == "failed" }.compactMap { $0["name"]?.stringValue }
    }

    @Test(
        "Every operation of a correct shop succeeds, after a login and on foreign objects; no findings"
    )
    func sound() async throws {
        let report = try await Self.report(nil, ["--generate=800", "--seed", "3"])
        #expect(Self.names(of: report) == [])
        let generation = report["contracts"]?.arrayValue?.first?["generation"]
        #expect(generation?["operations"] == 16, "\(generation?.text ?? "")")
    }

    @Test(
        "A planted defect is found from the document alone",
        arguments: [
            ("no-login-create", "generated-createItem-accepted"),
            ("html-error", "generated-getItem-undeclared"),
            ("no-location", "generated-createItem-undeclared"),
            ("no-allow", "generated-health-undeclared-method"),
            ("vanished", "generated-getOrder-vanished"),
            ("still-listed", "generated-listItems-undead"),
            ("put-loses", "generated-getItem-lost-update"),
            ("depth-fails", "generated-createItem-server-error"),
            ("invoice-fails", "generated-createOrder-server-error"),
            ("wrong-type-shown", "generated-getOrder-undeclared"),
        ]
    )
    func defect(name: String, finding: String) async throws {
        let report = try await Self.report(name, ["--generate=700", "--seed", "1"])
        let found = Self.names(of: report)
        #expect(found.contains { $0.hasPrefix(finding) }, "\(found)")
    }
}
