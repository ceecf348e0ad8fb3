import Glibc
import TestSupport
import Testing

/// Unusable contracts: the error shows the place, and no request is sent.
struct BadContractTests {
    /// A contract with a defect, and the error that it causes.
    struct Defect: CustomTestStringConvertible, Sendable {
        let name: String
        let text: String
        /// Line and column, starting at 1.
        let place: String
        /// Text in the message or below it.
        let words: String

        var testDescription: String { name }
    }

    private static let head = """
        contract: "1"
        targets: { api: {} }
        operations:
          getThing: { request: { method: GET, path: /thing }, responses: { "200": {} } }
        cases:

        """

    static let defects = [
        Defect(name: "wrong YAML", text: head + "  a: [\n", place: "6:6", words: "never closed"),
        Defect(
            name: "unknown key",
            text: head + "  a: { stpes: [] }\n",
            place: "6:8",
            words: "\"steps\""
        ),
        Defect(
            name: "undefined variable",
            text: head + "  a: { steps: [ { call: getThing, headers: { X: \"{{nobody}}\" } } ] }\n",
            place: "6:",
            words: "nobody"
        ),
        Defect(
            name: "dangling operation",
            text: head + "  a: { steps: [ { call: getThign } ] }\n",
            place: "6:25",
            words: "\"getThing\""
        ),
        Defect(
            name: "dangling reference",
            text: head
                + "  a:\n    steps:\n      - call: getThing\n"
                + "        expect: { schema: { $ref: \"#/schemas/No\" } }\n",
            place: "9:",
            words: "#/schemas/No"
        ),
        Defect(
            name: "mistyped error of a promise",
            text: "contract: \"1\"\ntargets: { api: {} }\nerrors: { E1: {} }\noperations:\n"
                + "  a: { request: { path: / }, promises: { p: { eror: E1 } } }\ncases:\n"
                + "  c: { covers: a/p, steps: [ { call: a } ] }\n",
            place: "5:47",
            words: "\"error\""
        ),
        Defect(name: "wrong type", text: head + "  a: 5\n", place: "6:6", words: "5"),
        Defect(name: "nothing in it", text: "", place: "1:1", words: "empty"),
        Defect(name: "no version", text: "cases: {}\n", place: "1:1", words: "contract"),
    ]

    @Test(
        "An error is reported with its position and reason, and nothing is sent",
        arguments: defects
    )
    func defect(_ defect: Defect) async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array(defect.text.utf8), to: "bad.yaml")
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await assay("verify", path, "--target", server.origin)
        #expect(run.ending == .exited(2))
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("\(path):\(defect.place)"), "\(run.errors)")
        #expect(run.errors.contains(defect.words), "\(run.errors)")
        #expect(server.connectionCount == 0)
        let lint = try await assay("lint", path)
        #expect(lint.ending == .exited(2))
        #expect(lint.errors == run.errors)
    }

    @Test("All errors of all files are reported in one run")
    func all() async throws {
        let folder = try TemporaryDirectory()
        let one = try folder.write(Array("contract: \"1\"\nfoo: 1\nbar: 2\n".utf8), to: "one.yaml")
        let two = try folder.write(Array("contract: \"2\"\n".utf8), to: "two.yml")
        let run = try await assay("verify", folder.path, "--target", "http://127.0.0.1:1")
        #expect(run.ending == .exited(2))
        for place in ["\(one):2:1", "\(one):3:1", "\(two):1:11"] {
            #expect(run.errors.contains(place), "\(run.errors)")
        }
    }

    @Test("A file of 100 MB is rejected without being read")
    func huge() async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array("contract: \"1\"\n".utf8), to: "huge.yaml")
        try #require(truncate(path, 100 << 20) == 0)
        for argument in [path, folder.path] {
            let run = try await assay("verify", argument, "--target", "http://127.0.0.1:1")
            #expect(run.ending == .exited(2))
            #expect(run.errors.contains("it has 104857600 bytes; at most "), "\(run.errors)")
        }
    }

    @Test("A path without a contract is reported")
    func nothing() async throws {
        let folder = try TemporaryDirectory()
        try folder.write(Array("a: 1\n".utf8), to: "other.yaml")
        let reasons = [
            folder.path: "no contract below this folder: no .yaml or .yml file with a "
                + "\"contract:\" key",
            folder.file("missing.yaml"): "No such file or directory",
        ]
        for (path, reason) in reasons {
            let run = try await assay("verify", path, "--target", "http://127.0.0.1:1")
            #expect(run.ending == .exited(2))
            #expect(run.errors.contains(path) && run.errors.contains(reason), "\(run.errors)")
        }
    }

    @Test("Contracts without cases cannot be run")
    func noCases() async throws {
        let folder = try TemporaryDirectory()
        for (name, text) in [("tables.yaml", ""), ("empty.yaml", "cases: {}\n")] {
            let path = try folder.write(Array("contract: \"1\"\n\(text)".utf8), to: name)
            let run = try await assay("verify", path, "--target", "http://127.0.0.1:1")
            #expect(run.ending == .exited(2))
            #expect(run.errors.contains("no cases"), "\(run.errors)")
        }
    }

    @Test("A contract reached by two paths runs once")
    func once() async throws {
        let contract = try SampleContract()
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await assay(
            "verify",
            contract.path,
            contract.folder.path,
            "\(contract.folder.path)/./sample.yaml",
            "--target",
            server.origin
        )
        #expect(run.ending == .exited(0))
        #expect(server.received.count == 1)
    }
}
