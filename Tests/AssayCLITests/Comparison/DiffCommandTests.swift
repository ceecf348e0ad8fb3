import AssayCLI
import CommandLineTool
import JSON
import TestSupport
import Testing

struct DiffCommandTests {
    /// A small shop whose contract uses a little of everything.
    private static let shop = """
        contract: "1"
        info: { title: Shop }
        targets: { api: { documented: "https://shop.test", basePath: /v1 } }
        securitySchemes:
          key: { type: apiKey, headers: { X-Key: secret } }
        failure:
          when: { status: { gte: 400 } }
          code: { jsonpath: "$.code" }
        schemas:
          Order:
            type: object
            required: [id, state]
            properties:
              id: { type: string }
              state: { enum: [open, paid] }
        operations:
          order:
            request: { method: POST, path: /orders, json: { item: book, count: 1 } }
            responses: { "201": { schema: { $ref: "#/schemas/Order" } } }
            promises:
              unknown-item: { error: E1, summary: Only what is in the shop can be ordered }
              express: { summary: Express orders come first }
              rumour: { summary: It is quick, basis: inferred }
          look:
            request: { method: GET, path: "/orders/{id}", params: { id: "1" } }
            responses: { "200": { schema: { $ref: "#/schemas/Order" } } }
            errors: [E2]
        errors:
          E1: { status: 400, message: No such item. }
          E2: { status: 404, message: No such order. }

        """

    /// Output and exit status of a run.
    private struct Run {
        var status: CommandLineTool.ExitStatus
        var output: String
        var errors: String
    }

    private func diff(_ old: String, _ new: String, _ options: String...) async throws -> Run {
        let folder = try TemporaryDirectory()
        let paths = [
            try folder.write(Array(old.utf8), to: "old.yaml"),
            try folder.write(Array(new.utf8), to: "new.yaml"),
        ]
        var run = await assay(["diff"] + paths + options)
        run.output = run.output.split(
            separator: folder.path + "/",
            omittingEmptySubsequences: false
        )
        .joined()
        run.errors = run.errors.split(
            separator: folder.path + "/",
            omittingEmptySubsequences: false
        )
        .joined()
        return run
    }

    private func assay(_ words: [String]) async -> Run {
        let (output, errors) = (MemorySink(), MemorySink())
        let console = Console(output: output, errors: errors, terminal: .none)
        let status = await AssayCommand.run(words, console: console)
        return Run(status: status, output: output.text, errors: errors.text)
    }

    /// The shop with one text replaced by another.
    private func edited(_ text: String, _ replacement: String) throws -> String {
        let range = try #require(Self.shop.firstRange(of: text))
        return Self.shop.replacingCharacters(in: range, with: replacement)
    }

    @Test("A contract compared with itself has no changes")
    func same() async throws {
        let run = try await diff(Self.shop, Self.shop)
        #expect(run.status == .success)
        #expect(run.output == "old.yaml → new.yaml\n\nno change that affects clients\n")
        #expect(run.errors.isEmpty)
    }

    @Test(
        "Every kind of change has its line, and only breaking changes yield status 4",
        arguments: [
            (
                "https://shop.test", "https://store.test", 4,
                """
                every call
                  BREAKING    the documented host was https://shop.test and is https://store.test  \
                old.yaml:3:31 → new.yaml:3:31
                """
            ),
            (
                "basePath: /v1", "basePath: /v2", 4,
                """
                every call
                  BREAKING    the base path was /v1 and is /v2  old.yaml:3:62 → new.yaml:3:62
                """
            ),
            (
                "gte: 400", "gte: 500", 4,
                """
                every call
                  BREAKING    the condition of a failure was status at least 400 and is \
                status at least 500  old.yaml:7:9 → new.yaml:7:9
                """
            ),
            (
                "code: { jsonpath: \"$.code\" }",
                "code: { jsonpath: \"$.code\", filters: [trim] }", 4,
                """
                every call
                  BREAKING    the place of a failure's code was $.code and is $.code | trim  \
                old.yaml:7:9 → new.yaml:7:9
                """
            ),
            (
                "status: 400", "status: [400, 422]", 4,
                """
                error codes
                  BREAKING    E1 the status was 400 and is 400 or 422  old.yaml:29:3 → new.yaml:29:3
                """
            ),
            (
                "POST", "PUT", 4,
                """
                order
                  BREAKING    the method was POST and is PUT  old.yaml:18:14 → new.yaml:18:14
                """
            ),
            (
                "path: /orders,", "path: /order,", 4,
                """
                order
                  BREAKING    the path was /orders and is /order  old.yaml:18:14 → new.yaml:18:14
                """
            ),
            (
                "count: 1", "count: one, note: hi", 0,
                """
                order
                  note        the request example changed: /json/note is new, /json/count was \
                integer and is string  old.yaml:18:14 → new.yaml:18:14
                """
            ),
            (
                "json: { item: book, count: 1 }", "form: { item: book }", 4,
                """
                order
                  BREAKING    the body of the request was JSON and is a form  \
                old.yaml:18:14 → new.yaml:18:14
                """
            ),
            (
                "\"201\"", "\"200\"", 4,
                """
                order
                  BREAKING    now responds with 200, before: 201  old.yaml:19:25 → new.yaml:19:25
                """
            ),
            (
                "required: [id, state]", "required: [id]", 4,
                """
                order
                  BREAKING    response 201: $.state is no longer required  \
                old.yaml:19:35 → new.yaml:19:35

                look
                  BREAKING    response 200: $.state is no longer required  \
                old.yaml:26:35 → new.yaml:26:35
                """
            ),
            (
                "[open, paid]", "[open]", 0,
                """
                order
                  compatible  response 201: $.state is no longer "paid"  \
                old.yaml:19:35 → new.yaml:19:35

                look
                  compatible  response 200: $.state is no longer "paid"  \
                old.yaml:26:35 → new.yaml:26:35
                """
            ),
            (
                "express: { summary: Express orders come first }\n      ", "", 4,
                """
                order
                  BREAKING    no longer promises express (Express orders come first)  \
                old.yaml:22:7
                """
            ),
            (
                "summary: Express orders come first", "summary: Express is quick", 0,
                """
                order
                  note        express: says «Express is quick», it said «Express orders come first»  \
                old.yaml:22:7 → new.yaml:22:7
                """
            ),
            (
                "rumour: { summary: It is quick, basis: inferred }", "another: { error: E2 }", 4,
                """
                order
                  BREAKING    can now respond with E2: another  new.yaml:23:7
                  note        no longer promises rumour (It is quick) [inferred]  \
                old.yaml:23:7
                """
            ),
            (
                "express: { summary: Express orders come first }",
                "express: { summary: Express orders come first, basis: observed }", 0,
                """
                order
                  note        express: was documented and is observed only [observed]  \
                old.yaml:22:7 → new.yaml:22:7
                """
            ),
            (
                "express: { summary", "express: { error: E1, summary", 4,
                """
                order
                  BREAKING    express: is rejected with E1 now  old.yaml:22:7 → new.yaml:22:7
                """
            ),
            (
                "error: E1, summary", "error: E2, summary", 4,
                """
                order
                  BREAKING    unknown-item: is rejected with E2 now, before: E1  \
                old.yaml:21:7 → new.yaml:21:7
                """
            ),
            (
                "    errors: [E2]\n", "", 0,
                """
                look
                  compatible  no longer responds with E2: E2 (No such order.)  old.yaml:27:14
                """
            ),
            (
                "status: 404", "status: 410", 4,
                """
                error codes
                  BREAKING    E2 the status was 404 and is 410  old.yaml:30:3 → new.yaml:30:3
                """
            ),
            (
                "No such item.", "Not here.", 0,
                """
                error codes
                  compatible  E1 the message was «No such item.» and is «Not here.»  \
                old.yaml:29:3 → new.yaml:29:3
                """
            ),
            (
                "  order:\n", "  buy:\n", 0,
                """
                buy
                  note        was called order in the old contract  old.yaml:17:3 → new.yaml:17:3
                """
            ),
            (
                "path: /orders,", "path: /orders, security: key,", 4,
                """
                order
                  BREAKING    needs security key now  old.yaml:17:3 → new.yaml:17:3
                """
            ),
            (
                "\"/orders/{id}\", params: { id: \"1\" }",
                "\"/orders/{no}\", params: { no: \"1\" }",
                0, nil
            ),
        ] as [(String, String, Int32, String?)]
    )
    func change(text: String, replacement: String, status: Int32, expected: String?) async throws {
        let run = try await diff(Self.shop, edited(text, replacement))
        #expect(run.errors.isEmpty)
        #expect(run.status.rawValue == status)
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        let body = lines.dropFirst(2).dropLast(2).joined(separator: "\n")
        #expect(body == (expected.map { $0 + "\n" } ?? ""))
    }

    @Test("A removed call is breaking, an added call is not")
    func calls() async throws {
        let look = try #require(Self.shop.firstRange(of: "  look:"))
        let errors = try #require(Self.shop.firstRange(of: "errors:\n"))
        let less = Self.shop.replacingCharacters(
            in: look.lowerBound..<errors.lowerBound,
            with: ""
        )
        let gone = try await diff(Self.shop, less)
        #expect(gone.status == .contractBroken)
        #expect(
            gone.output == """
                old.yaml → new.yaml

                look
                  BREAKING    is gone: GET /orders/{id}  old.yaml:24:3

                1 breaking, 0 compatible, 0 notes (basis documented)

                """
        )
        let new = try await diff(less, Self.shop)
        #expect(new.status == .success)
        #expect(
            new.output == """
                old.yaml → new.yaml

                look
                  compatible  is new: GET /orders/{id}  new.yaml:24:3

                0 breaking, 1 compatible, 0 notes (basis documented)

                """
        )
    }

    @Test("A new field is required if a case shows that a request without it is rejected")
    func requiredField() async throws {
        let new =
            try edited("count: 1", "count: 1, token: t") + """
                cases:
                  without-token:
                    steps: [ { call: order, unset: [/json/token], covers: order/unknown-item } ]

                """
        let run = try await diff(Self.shop, new)
        #expect(run.status == .contractBroken)
        #expect(
            run.output.contains(
                "  BREAKING    request field /json/token is required now: without it unknown-item "
                    + "refuses with E1  old.yaml:18:14 → new.yaml:21:7\n"
            )
        )
        let uncertain = try await diff(Self.shop, edited("count: 1", "count: 1, token: t"))
        #expect(uncertain.status == .success)
        let words = try await diff(
            Self.shop,
            edited("count: 1", "count: 1, token: t").replacing(
                "Only what is in the shop can be ordered",
                with: "The token is required"
            )
        )
        #expect(words.output.contains("BREAKING    request field /json/token is required now"))
    }

    @Test("The basis of a promise decides whether its removal counts")
    func basis() async throws {
        let new = try edited("rumour: { summary: It is quick, basis: inferred }", "x: {}")
        #expect(try await diff(Self.shop, new).status == .success)
        #expect(try await diff(Self.shop, new, "--basis", "observed").status == .success)
        let all = try await diff(Self.shop, new, "--basis", "all")
        #expect(all.status == .contractBroken)
        #expect(
            all.output == """
                old.yaml → new.yaml

                order
                  BREAKING    no longer promises rumour (It is quick) [inferred]  \
                old.yaml:23:7
                  compatible  promises x now  new.yaml:23:7

                1 breaking, 1 compatible, 0 notes (basis recommended)

                """
        )
    }

    @Test("JSON has severity, kind, subject and both positions")
    func json() async throws {
        let run = try await diff(Self.shop, edited("POST", "PUT"), "--format", "json")
        #expect(run.status == .contractBroken)
        let report = try JSONValue(parsing: run.output)
        #expect(
            report == [
                "assayDiff": 1,
                "tool": ["name": "assay", "version": .string(Version.number)],
                "old": "old.yaml", "new": "new.yaml", "basis": "documented",
                "summary": ["breaking": 1, "compatible": 0, "notes": 0],
                "changes": [
                    [
                        "severity": "breaking", "kind": "method", "operation": "order",
                        "what": "the method was POST and is PUT", "basis": "documented",
                        "old": ["file": "old.yaml", "line": 18, "column": 14],
                        "new": ["file": "new.yaml", "line": 18, "column": 14],
                    ]
                ],
            ]
        )
    }

    @Test("Markdown output escapes all contract text")
    func markdown() async throws {
        let new = try edited("Express orders come first", "\"<b>@all</b> *first* #1\"")
        let run = try await diff(Self.shop, new, "--format", "markdown")
        #expect(run.status == .success)
        #expect(
            run.output == """
                ## ✅ no breaking change from `old.yaml` to `new.yaml`

                0 compatible changes, 1 note.

                ### order

                - note: express: says «&lt;b>&#64;all&lt;/b> \\*first\\* &#35;1», it said «Express \
                orders come first» (`old.yaml:22:7 → new.yaml:22:7`)

                """
        )
    }

    @Test("An unusable file on either side yields status 2")
    func unusable() async throws {
        let broken = "contract: \"1\"\noperations: 7\n"
        let run = try await diff(Self.shop, broken)
        #expect(run.status == .unusableFile)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("new.yaml:2:13"))
        #expect(try await diff(broken, Self.shop).status == .unusableFile)
        let missing = await assay(["diff", "/nowhere/a.yaml", "/nowhere/b.yaml"])
        #expect(missing.status == .unusableFile)
        #expect(missing.errors.contains("/nowhere/a.yaml"))
        #expect(missing.errors.contains("/nowhere/b.yaml"))
    }

    @Test("diff takes two paths")
    func onePath() async {
        let run = await assay(["diff", "a"])
        #expect(run.status == .commandLine)
        #expect(
            run.errors == "assay diff: missing argument NEW\nsee \"assay help diff\"\n"
        )
    }
}

extension String {
    /// The text with the characters of a range replaced.
    fileprivate func replacingCharacters(
        in range: Range<String.Index>,
        with replacement: String
    ) -> String {
        var text = self
        text.replaceSubrange(range, with: replacement)
        return text
    }
}
