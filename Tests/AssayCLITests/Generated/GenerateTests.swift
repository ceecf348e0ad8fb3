import ContractFile
import JSON
import TestSupport
import Testing

/// `assay verify --generate`: behavior that no written case covers.
struct GenerateTests {
    /// The finding of a generated case, from a JSON report.
    private struct Found: Hashable {
        let kind: String
        let operation: String
        let places: [String]
        let alterations: [String]

        init(_ kind: String, _ operation: String, _ places: [String], _ alterations: String...) {
            self.kind = kind
            self.operation = operation
            self.places = places
            self.alterations = alterations
        }

        init(_ object: JSONValue) {
            kind = object["kind"]?.stringValue ?? ""
            operation = object["operation"]?.stringValue ?? ""
            places = (object["places"]?.arrayValue ?? []).compactMap(\.stringValue)
            alterations = (object["alterations"]?.arrayValue ?? []).compactMap(\.stringValue)
        }
    }

    private static func run(
        _ contract: String,
        against server: NoteServer,
        _ options: [String] = ["--generate=500", "--seed", "1", "--time", "60s"]
    ) async throws -> ProgramRun {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array(contract.utf8), to: "notes.yaml")
        let format = options.contains("--format") ? [] : ["--format", "json"]
        let words = ["verify", path, "--target", server.origin] + format
        return try await RunningProgram(words + options).end()
    }

    private static func findings(of run: ProgramRun) throws -> [JSONValue] {
        let document = try JSONValue(parsing: run.output)
        let cases = (document["contracts"]?.arrayValue ?? []).flatMap {
            $0["cases"]?.arrayValue ?? []
        }
        return cases.compactMap { $0["generated"] }
    }

    @Test("All of a dozen defects are found and minimized; the pasted cases fail again")
    func mistakes() async throws {
        let server = try NoteServer(Set(NoteServer.Mistake.allCases))
        let run = try await Self.run(NoteServer.contract + NoteServer.cases, against: server)
        #expect(run.ending == .exited(4), "\(run.errors)")
        let findings = try Self.findings(of: run)
        let found = Set(findings.map(Found.init))
        let longText = "/json/text: a text of 101 characters \"x\", maxLength 100"
        let wanted: [Found] = [
            Found("accepted", "createNote", ["/json/text"], longText),
            Found("server-error", "createNote", ["/json/tags"], "/json/tags: []"),
            Found("server-error", "createNote", ["/json/text"], "/json/text: null"),
            Found("lost-update", "getNote", [], "createNote → updateNote → getNote"),
            Found("undead", "getNote", [], "createNote → deleteNote → getNote"),
            Found("unstable", "getNote", [], "the same request twice"),
            Found("hang", "listNotes", ["/query/limit"], "/query/limit: \"0\", minimum 1"),
        ]
        for finding in wanted { #expect(found.contains(finding), "\(finding) in \(found)") }
        // The smallest form of these findings is one of several.
        for (kind, operation, place) in [
            ("undeclared", "createNote", "/json/color"), ("undeclared", "listNotes", "/method"),
            ("stack-trace", "createNote", "/json"), ("refused", "createNote", "/json/text"),
        ] {
            let isThere = found.contains {
                $0.kind == kind && $0.operation == operation && $0.places == [place]
            }
            #expect(isThere, "\(kind) of \(operation) at \(place) in \(found)")
        }
        let emoji = found.first { $0.kind == "refused" && $0.operation == "createNote" }
        #expect(emoji?.alterations == ["/json/text: a text of 51 characters \"😀\""])
        let isLetIn = found.contains { finding in
            finding.kind == "accepted" && finding.operation == "getNote"
                && ["/security", "/headers/X-Key"].contains(finding.places.first)
        }
        #expect(isLetIn, "\(found)")

        let texts = findings.compactMap { $0["case"]?.stringValue }
        #expect(texts.count == findings.count)
        let pasted = texts.joined().split(separator: "\n").map { "  \($0)\n" }.joined()
        let again = try await Self.run(
            NoteServer.contract + "cases:\n" + pasted,
            against: server,
            ["--seed", "2"]
        )
        #expect(again.errors.isEmpty, "\(again.errors)")
        let report = try again.report
        #expect(report.cases.count == findings.count)
        // A list shows only its first notes, and by now there are many.
        let others = report.cases.filter {
            $0.verdict != "failed" && $0.name != "generated-listNotes-undead"
        }
        #expect(others.isEmpty, "\(others.map(\.name))\n\(pasted)")
    }

    @Test(
        "A server without defects yields no findings",
        arguments: [NoteServer.cases, "cases: {}\n"]
    )
    func sound(cases: String) async throws {
        let server = try NoteServer()
        let run = try await Self.run(NoteServer.contract + cases, against: server)
        let findings = try Self.findings(of: run)
        #expect(findings.isEmpty, "\(findings.map(\.text))")
        #expect(run.ending == .exited(0), "\(run.errors)")
        let document = try JSONValue(parsing: run.output)
        let generation = document["contracts"]?.arrayValue?.first?["generation"]
        #expect(generation?["cases"]?.intValue == 500)
        #expect(generation?["inconclusive"]?.intValue == 0, "\(generation?.text ?? "")")
    }

    @Test("Generated cases are inconclusive for a server that cannot be reached")
    func unreachable() async throws {
        let folder = try TemporaryDirectory()
        let text = NoteServer.contract + "cases: {}\n"
        let contract = try folder.write(Array(text.utf8), to: "contract.yaml")
        let junit = folder.path + "/junit.xml"
        let run = try await RunningProgram([
            "verify", contract, "--generate=50", "--target", "http://127.0.0.1:1",
            "--report", "junit=\(junit)",
        ]).end()
        #expect(run.ending == .exited(3), "\(run.output)")
        #expect(run.output.contains("50 inconclusive"), "\(run.output)")
        let report = try String(decoding: DiskFiles().read(junit, atMost: 1 << 20), as: UTF8.self)
        #expect(report.contains("at least one case is checked"))
    }

    @Test("Waived or excluded findings are shown and fail nothing; JUnit contains the failures")
    func waived() async throws {
        let server = try NoteServer([.limit, .emptyList])
        let settings = """
            generate:
              cases: 150
              exclude: { updateNote: it is slow }
              waived: [ { kind: accepted, at: "/json/*", reason: one more does no harm } ]

            """
        let contract = NoteServer.contract + settings + NoteServer.cases
        let run = try await Self.run(contract, against: server, ["--generate", "--seed", "1"])
        #expect(run.ending == .exited(4))
        let report = try run.report
        let name = "generated-createNote-accepted-json-text"
        #expect(report[name]?.verdict == "waived")
        #expect(report[name]?.reason == "one more does no harm")
        #expect(report["generated-createNote-server-error-json-tags"]?.verdict == "failed")
        #expect(report.cases.allSatisfy { !$0.name.contains("updateNote") })
        let generation = report.document["contracts"]?.arrayValue?.first?["generation"]
        #expect(generation?["cases"] == 150)
        #expect(generation?["excluded"] == [["operation": "updateNote", "reason": "it is slow"]])
        let folder = try TemporaryDirectory()
        let file = folder.path + "/junit.xml"
        let options = [
            "--generate", "--seed", "1", "--format", "text", "--report", "junit=\(file)",
        ]
        let text = try await Self.run(contract, against: server, options)
        let junit = try String(decoding: DiskFiles().read(file, atMost: 1 << 24), as: UTF8.self)
        #expect(junit.contains("name=\"generated-createNote-server-error-json-tags\""))
        let shown = """
              generated [server-error]
                /json/tags: []
              as a case; add it below "cases:"
                generated-createNote-server-error-json-tags:
                  steps:
                    - { call: createNote, set: { /json/tags: [] }, timeout: 3s, \
            expect: { declared: success } }

            """
        #expect(text.output.contains(shown), "\(text.output)")
        let summary = "150 generated cases of 4 operations: 1 finding, 1 waived"
        #expect(text.output.contains(summary), "\(text.output)")
        #expect(text.output.contains("  updateNote: it is slow\n"))
    }

    @Test(
        "Invalid options are rejected before anything is sent",
        arguments: [
            (["--generate=0"], "option \"--generate\""), (["--generate=many"], "from 1 to 1000000"),
            (["--time", "5s"], "--time requires --generate"),
        ]
    )
    func refused(options: [String], message: String) async throws {
        let words = ["verify", "contracts", "--target", "http://127.0.0.1:1"]
        let run = try await RunningProgram(words + options).end()
        #expect(run.ending == .exited(1))
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test("Findings of an earlier run are waived, and a finding is reproduced by its name")
    func earlier() async throws {
        let contract = NoteServer.contract + NoteServer.cases
        let seeded = ["--generate=300", "--seed", "1", "--time", "60s"]
        let folder = try TemporaryDirectory()
        let first = try await Self.run(contract, against: try NoteServer([.emptyList]), seeded)
        #expect(first.ending == .exited(4), "\(first.errors)")
        let path = try folder.write(Array(first.output.utf8), to: "earlier.json")
        let known = try await Self.run(
            contract,
            against: try NoteServer([.emptyList]),
            seeded + ["--baseline", path]
        )
        #expect(known.ending == .exited(0), "\(known.errors)")
        #expect(known.output.contains("found earlier: "))
        let new = try await Self.run(
            contract,
            against: try NoteServer([.emptyList, .null]),
            seeded + ["--baseline", path]
        )
        #expect(new.ending == .exited(4))
        let name = "generated-createNote-server-error-json-tags"
        let again = try await Self.run(
            contract,
            against: try NoteServer([.emptyList, .null]),
            seeded + ["--replay", name]
        )
        #expect(again.ending == .exited(4))
        let found = try Self.findings(of: again)
        #expect(found.map { $0["operation"] } == ["createNote"])
        let alone = try await Self.run(contract, against: try NoteServer(), ["--baseline", path])
        #expect(alone.ending == .exited(1))
        #expect(alone.errors.contains("requires --generate"))
    }
}
