import TestSupport
import Testing

/// `--var` and the environment variables of contracts.
struct VariableTests {
    private static let tables = """
        variables:
          mark: { env: SAMPLE_MARK }
          size: { default: 5 }
        """
    private static let cases =
        #"  first: { steps: [ { call: getThing, query: { m: "{{mark}}", s: "{{size}}" } } ] }"#

    @Test(
        "The command line overrides the environment, which overrides the default",
        arguments: [
            ([], ["SAMPLE_MARK=env"], "m=env&s=5"),
            (["--var", "mark=own"], ["SAMPLE_MARK=env"], "m=own&s=5"),
            (["--var", "mark=", "--var", "size=6=7"], [], "m=&s=6%3D7"),
            (["--var", "mark=a", "--var", "mark=b"], [], "m=b&s=5"),
            (["--variables-file", "lines.env"], ["SAMPLE_MARK=env"], "m=a%20b&s=9"),
            (["--variables-file", "tree.yaml", "--var", "mark=own"], [], "m=own&s=007"),
            (["--variables-file", "lines.env", "--variables-file", "env.json"], [], "m=pm&s=9"),
        ] as [([String], [String], String)]
    )
    func order(options: [String], environment: [String], query: String) async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let server = try ScriptedServer(answering: Answer.box)
        let folder = try TemporaryDirectory()
        for (name, text) in Self.files { _ = try folder.write(Array(text.utf8), to: name) }
        let places = options.map { Self.files[$0] == nil ? $0 : folder.file($0) }
        let words = ["verify", contract.path, "--target", server.origin] + places
        let run = try await RunningProgram(words, environment: environment).end()
        #expect(run.ending == .exited(0), "\(run.errors)")
        #expect(server.received.first?.headLines.first == "GET /thing?\(query) HTTP/1.1")
    }

    private static let files = [
        "lines.env": "# of a shell\nexport mark=\"a b\" # so\n\nsize = 9\n",
        "tree.yaml": "mark: x\nsize: 007\n",
        "env.json":
            #"{"values":[{"key":"mark","value":"pm"},{"key":"size","value":"1","enabled":false}]}"#,
        "wrong.env": "mark=1\nsize\n",
        "wrong.yaml": "mark: { a: b }\n",
        "open.env": "mark='a\n",
        "other.env": "makr=1\nmark=2\n",
    ]

    @Test(
        "An invalid entry or an unknown variable in a variables file is reported with its position",
        arguments: [
            ("wrong.env", 2, "2:1: expected NAME=value, got \"size\""),
            ("open.env", 2, "1:1: expected the value to end with the quote that it begins with"),
            ("wrong.yaml", 2, "1:7: error: expected a text, a number or a boolean, got mapping"),
            ("none.env", 2, "No such file or directory"),
            ("other.env", 0, "1:1: no contract has a variable \"makr\"; did you mean \"mark\"?"),
        ]
    )
    func files(name: String, status: Int32, words: String) async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let server = try ScriptedServer(answering: Answer.box)
        let folder = try TemporaryDirectory()
        for (name, text) in Self.files { _ = try folder.write(Array(text.utf8), to: name) }
        let run = try await contract.verify(
            at: server.origin,
            "--variables-file",
            folder.file(name)
        )
        #expect(run.ending == .exited(status), "\(run.errors)")
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test("A secret comes from a file next to the contract, and is shown nowhere")
    func secretFile() async throws {
        let contract = try SampleContract(
            cases:
                #"  first: { steps: [ { call: getThing, query: { m: "{{mark}}" }, expect: { status: 299 } } ] }"#,
            tables: "variables: { mark: { file: mark.key } }"
        )
        let server = try ScriptedServer(answering: Answer.box)
        let missing = try await contract.verify(at: server.origin)
        #expect(missing.ending == .exited(2))
        #expect(missing.errors.contains("variable \"mark\" has no value"))
        #expect(missing.errors.contains("mark.key, which does not exist"), "\(missing.errors)")
        _ = try contract.folder.write(Array("s3cr3t-value\n".utf8), to: "mark.key")
        let run = try await contract.verify(at: server.origin)
        #expect(run.ending == .exited(4))
        #expect(server.received.first?.headLines.first == "GET /thing?m=s3cr3t-value HTTP/1.1")
        #expect(!run.output.contains("s3cr3t"))
        #expect(run.output.contains("m=[redacted]"))
    }

    @Test(
        "A variable that a case captures from a response needs no value",
        arguments: [true, false]
    )
    func captured(isTaken: Bool) async throws {
        let taking = isTaken ? ", captures: { session: { jsonpath: $.name } }" : ""
        let contract = try SampleContract(
            cases:
                #"  first: { steps: [ { call: getThing\#(taking) }, { call: getThing, query: { m: "{{session}}" } } ] }"#,
            tables: "variables: { session: { env: SAMPLE_SESSION } }"
        )
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await contract.verify(at: server.origin)
        #expect(run.ending == .exited(isTaken ? 0 : 2), "\(run.errors)")
        let lines = server.received.compactMap(\.headLines.first)
        #expect(lines.contains("GET /thing?m=box HTTP/1.1") == isTaken)
        if isTaken {
            let stub = try RunningProgram(["serve", contract.path])
            let first = await stub.lines(1).first ?? ""
            #expect(first.hasPrefix("serving a stub of "), "\(first)")
        }
    }

    @Test("A variable without a value is reported with its position, and nothing is sent")
    func missing() async throws {
        let tables = Self.tables + "\nstates: { full: { summary: \"\" } }"
        let contract = try SampleContract(
            cases: Self.cases + "\n  second: { given: [full], steps: [ { call: getThing } ] }",
            tables: tables
        )
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await contract.verify(at: server.origin)
        #expect(run.ending == .exited(2))
        #expect(
            run.errors == """
                assay verify: \(contract.path):12:3: variable "mark" has no value; give --var \
                mark=VALUE, name it in a --variables-file or set SAMPLE_MARK in the environment

                """
        )
        #expect(server.connectionCount == 0)
    }

    @Test("A variable that no contract has is a command-line error, with the nearest name")
    func unknown() async throws {
        let contract = try SampleContract(cases: Self.cases, tables: Self.tables)
        let run = try await assay("verify", contract.path, "--var", "makr=1")
        #expect(run.ending == .exited(1))
        #expect(
            run.errors == """
                assay verify: option "--var": expected a variable of the contracts (mark or size), \
                got "makr"; did you mean "mark"?
                see "assay help verify"

                """
        )
        let none = try SampleContract()
        let other = try await assay("verify", none.path, "--var", "mark=1")
        #expect(other.ending == .exited(1))
        #expect(other.errors.contains("expected a variable of the contracts, which have none"))
    }

    @Test("A secret too short to be masked is rejected")
    func shortSecret() async throws {
        let contract = try SampleContract(
            tables: "variables: { key: { secret: true, default: long-enough } }"
        )
        let run = try await assay("verify", contract.path, "--var", "key=abc")
        #expect(run.ending == .exited(2))
        #expect(
            run.errors == """
                assay verify: \(contract.path):11:14: variable "key" is secret: expected at least \
                4 characters, got 3; a shorter value cannot be redacted reliably

                """
        )
    }

    @Test("A text is rejected for a variable of type number")
    func noNumber() async throws {
        let contract = try SampleContract(
            tables: "variables: { size: { type: number }, pin: { type: number, secret: true } }"
        )
        let given = ["--var", "size=six", "--var", "pin=0123"]
        let size = try await RunningProgram(["verify", contract.path] + given).end()
        #expect(size.ending == .exited(2))
        #expect(
            size.errors == """
                assay verify: \(contract.path):11:14: variable "size": expected a number, got "six"

                """
        )
        let pin = try await RunningProgram(
            ["verify", contract.path] + given + ["--var", "size=6"]
        )
        .end()
        #expect(
            pin.errors == """
                assay verify: \(contract.path):11:38: variable "pin": expected a number, got \
                another text

                """
        )
    }
}
