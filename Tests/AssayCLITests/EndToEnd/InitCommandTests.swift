import ContractFile
import TestSupport
import Testing

/// `assay init`: from a URL or a document to a contract that runs.
struct InitCommandTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func begin(_ source: String, _ options: String...) async throws -> ProgramRun {
        try await RunningProgram(["init", source, "--folder", folder.path] + options).end()
    }

    @Test("A URL becomes a valid contract and profile, and the suggested commands run")
    func url() async throws {
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await begin("\(server.origin)/v1/notes?limit=3")
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(server.connectionCount == 0)
        let lines = run.output.replacing(folder.path + "/", with: "").split(separator: "\n")
        #expect(
            lines == [
                "wrote contract.yaml: 1 operation, 0 error rows, 3 places marked FILL IN",
                "wrote load.yaml: getNotes, 20 times a second for a minute", "next:",
                "  assay lint contract.yaml load.yaml",
                "  assay verify contract.yaml --target \(server.origin)",
                "  assay load load.yaml --target \(server.origin)",
                "  assay serve contract.yaml",
            ]
        )
        let paths = ["contract.yaml", "load.yaml"].map(folder.file)
        let lint = try await RunningProgram(["lint"] + paths).end()
        #expect(lint.output == "1 contract file, 1 case, 1 load profile: no errors\n")
        #expect(lint.errors.isEmpty)
        let verify = try await assay("verify", paths[0], "--target", server.origin)
        #expect(verify.ending == .exited(0), "\(verify.output)")
        #expect(
            server.received.first?.headLines.first == "GET /v1/notes?limit=3 HTTP/1.1"
        )
    }

    @Test(
        "A document becomes a contract; the profile sends only safe calls; required keys are named"
    )
    func document() async throws {
        let text = """
            openapi: 3.1.0
            info: { title: Notes, version: "1" }
            servers: [ { url: "https://api.notes.example.com/v1" } ]
            components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
            security: [ { key: [] } ]
            paths:
              /notes:
                post: { operationId: createNote, responses: { "201": { description: made } } }
              /notes/{id}:
                get:
                  operationId: getNote
                  parameters: [ { name: id, in: path, required: true, schema: { type: string } } ]
                  responses: { "200": { description: one } }
            """
        let path = try folder.write(Array(text.utf8), to: "api.yaml")
        let run = try await begin(path)
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(run.output.contains("load.yaml: getNote, 20 times a second for a minute\n"))
        #expect(run.output.contains("set KEY in the environment; then run\nnext:\n"))
        #expect(run.output.contains(" --target https://api.notes.example.com\n"))
        let paths = ["contract.yaml", "load.yaml"].map(folder.file)
        #expect(try await RunningProgram(["lint"] + paths).end().ending == .exited(0))
    }

    @Test("The files name their schemas, which are written next to them unless they exist")
    func schemas() async throws {
        _ = try folder.write(Array("{}".utf8), to: "contract-1.schema.json")
        #expect(try await begin("http://127.0.0.1:1/notes").ending == .exited(0))
        for (name, kind) in [("contract.yaml", "contract"), ("load.yaml", "profile")] {
            let line = "# yaml-language-server: $schema=\(kind)-1.schema.json\n"
            #expect(try content(name).hasPrefix(line))
        }
        #expect(try content("contract-1.schema.json") == "{}")
        let profile = try content("profile-1.schema.json")
        #expect(profile == Format.profile.editorSchema + "\n")
        #expect(profile.contains("\"contract-1.schema.json#/$defs/") && !profile.contains("../"))
        #expect(try await begin("http://127.0.0.1:1/notes", "--force").ending == .exited(0))
        #expect(try content("contract-1.schema.json") == Format.contract.editorSchema + "\n")
    }

    private func content(_ name: String) throws -> String {
        String(decoding: try DiskFiles().read(folder.file(name), atMost: 1 << 20), as: UTF8.self)
    }

    @Test("Nothing is written if one of the files exists, unless replacement is requested")
    func taken() async throws {
        let path = try folder.write([], to: "load.yaml")
        let run = try await begin("http://127.0.0.1:1/notes")
        #expect(run.ending == .exited(2))
        #expect(
            run.errors
                == "assay init: cannot write \(path): the file exists; --force replaces it\n"
        )
        #expect(try await assay("lint", folder.file("contract.yaml")).ending == .exited(2))
        #expect(try await begin("http://127.0.0.1:1/notes", "--force").ending == .exited(0))
    }

    @Test(
        "A source that is neither a URL nor a document is rejected",
        arguments: [
            ("ftp://h/a", 1), ("nowhere.yaml", 2), ("http://u:p@h/", 1),
            ("http://u:p@h/a?token=s3cr3t", 1),
        ]
    )
    func refused(source: String, status: Int32) async throws {
        let run = try await begin(source)
        #expect(run.ending == .exited(status))
        #expect(run.output.isEmpty)
        #expect(!run.errors.contains("s3cr3t"))
    }
}
