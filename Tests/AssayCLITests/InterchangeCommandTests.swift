import JSON
import TestSupport
import Testing

/// `assay import` and `assay export`, run as a user would.
struct InterchangeCommandTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    private func assay(_ words: String...) throws -> ChildProcess {
        try ChildProcess(builtProgram, words)
    }

    private func file(_ name: String, _ text: String) throws -> String {
        try folder.write(Array(text.utf8), to: name)
    }

    @Test(
        "A curl command becomes a contract that lints clean and is not overwritten unless requested"
    )
    func importing() throws {
        let commands = try file("a.sh", "curl -X DELETE https://h.example/push/12\n")
        let contract = folder.file("a.yaml")
        let first = try assay("import", "curl", commands, "-o", contract)
        #expect(first.ending == .exited(0))
        #expect(first.output.isEmpty)
        #expect(
            first.errors
                == "wrote \(contract): 1 operation, 0 error rows, 3 places marked FILL IN\n"
                + "for completion in editors: assay schema print contract > "
                + "\(folder.file("contract-1.schema.json"))\n"
        )
        _ = try file("contract-1.schema.json", assay("schema", "print", "contract").output)
        #expect(try assay("lint", contract).ending == .exited(0))
        let second = try assay("import", "curl", commands, "--output", contract)
        #expect(second.ending == .exited(2))
        #expect(
            second.errors
                == "assay import: cannot write \(contract): the file exists; --force replaces "
                + "it\n"
        )
        let third = try assay("import", "curl", commands, "-o", contract, "--force")
        #expect(third.ending == .exited(0))
        #expect(!third.errors.contains("schema"), "\(third.errors)")
    }

    @Test(
        "A file that requests send is named relative to the contract, if it exists below its folder"
    )
    func sentFiles() throws {
        _ = try file("up.txt", "hello")
        let requests =
            "POST http://h.example/a\nfile,up.txt;\n\nPOST http://h.example/b\nfile,no.txt;\n"
        let hurl = try file("a.hurl", requests)
        let contract = folder.file("a.yaml")
        let imported = try assay("import", "hurl", hurl, "-o", contract)
        let lost =
            "a.hurl:5: not carried over: the body of the file no.txt, which is not below the folder of the "
            + "contract\n"
        #expect(imported.errors.hasPrefix(lost), "\(imported.errors)")
        #expect(imported.errors.contains(", 1 thing not carried over\n"), "\(imported.errors)")
        let text = try ChildProcess("/bin/cat", [contract]).output
        #expect(text.contains("path: /a, file: up.txt"), "\(text)")
        #expect(try assay("lint", contract).ending == .exited(0))
    }

    @Test("A document is read as JSON or YAML, depending on its content")
    func forms() throws {
        let yaml = try file(
            "a.yaml",
            "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: { /a: { get: {}, x: &a 1 } }\n"
        )
        let json = try file(
            "a.json",
            #"{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{},"x":1}}}"#
        )
        let one = try assay("import", "openapi", yaml)
        #expect(one.errors.contains("a.yaml:3: not carried over: /paths/~1a/x: "), "\(one.errors)")
        let other = try assay("import", "openapi", json)
        #expect(one.ending == .exited(0), "\(one.errors)")
        #expect(one.output.contains("\n  getA:\n"))
        let lines = { (text: String) in text.split(separator: "\n").filter { !$0.contains("a.") } }
        #expect(lines(one.output) == lines(other.output))
    }

    @Test(
        "An unreadable input is rejected with its position and a hint",
        arguments: [
            ("openapi", "{\n\"a\":,}", ":2: not JSON: expected a value, found \",\"\n"),
            ("har", "x", ":1: not JSON: expected a value, found \"x\"\n"),
            ("openapi", "a: !b 1\n", "first, for example with `yq -o json FILE > api.json`\n"),
            (
                "openapi", "swagger: '2.0'\n",
                "#/paths: expected at least one path with an operation, got nothing\n"
            ),
            ("curl", "wget x\n", "expected at least one curl command, got only wget\n"),
        ]
    )
    func refused(format: String, text: String, ending: String) throws {
        let path = try file("input", text)
        let process = try assay("import", format, path)
        #expect(process.ending == .exited(2))
        #expect(process.output.isEmpty)
        let expected = ending.split(separator: "FILE", omittingEmptySubsequences: false)
            .joined(separator: path)
        #expect(process.errors.hasSuffix(expected), "\(process.errors)")
    }

    @Test("A secret number is a number on the wire")
    func secretNumber() async throws {
        let body = #"{"pin":493827,"card":{"pin":"s3cr3t"},"size":2}"#
        let commands = try file("a.sh", "curl --json '\(body)' https://h.example/open\n")
        let contract = folder.file("a.yaml")
        let imported = try assay("import", "curl", commands, "-o", contract)
        #expect(imported.ending == .exited(0), "\(imported.errors)")
        let server = try ScriptedServer(answering: Answer.box)
        let secrets = ["PIN=493827", "PIN_TEXT=s3cr3t"]
        let run = try await RunningProgram(
            ["verify", contract, "--target", server.origin],
            environment: secrets
        ).end()
        #expect(server.received.first?.text.hasSuffix("\r\n\r\n\(body)") == true, "\(run.errors)")
        #expect(!run.output.contains("493827") && !run.output.contains("s3cr3t"), "\(run.output)")
    }

    @Test("A folder of contracts is exported as one document")
    func exporting() throws {
        let common = try file(
            "common.yaml",
            """
            contract: "1"
            info: { title: T, version: "1" }
            targets: { api: { documented: "https://h.example" } }
            variables: { token: { env: T_TOKEN, secret: true } }
            securitySchemes: { b: { type: http, scheme: bearer, token: "{{token}}" } }
            operations: { a: { request: { path: /a, security: b } } }
            """
        )
        let cases =
            "contract: \"1\"\nuse: [common.yaml]\ncases: { a: { steps: [ { call: a } ] } }\n"
        _ = try file("cases.yaml", cases)
        let document = try assay("export", "openapi", folder.path)
        #expect(document.ending == .exited(0), "\(document.errors)")
        #expect(try JSONValue(parsing: document.output)["paths"]?["/a"]?["get"] != nil)
        let yaml = try assay("export", "openapi", common, "--yaml")
        #expect(yaml.output.hasPrefix("openapi: \"3.1.0\"\n"))
    }
}
