import ContractFile
import Testing

struct InventoryFaultTests {
    @Test(
        "A statement that its twin decides differently is found, by its own name or another",
        arguments: [
            ("  a: { lines: 1, says: S, promises: [createPush/kept] }", []),
            (
                "  a: { lines: 1, says: S, console: there }",
                [
                    "4:3: \"a\" is console here, and \"a\" of the twin is promised "
                        + "(old/guide.trace.yaml:4) [both documents contain it: treat both alike, "
                        + "or rename one]"
                ]
            ),
            (
                "  x: { lines: 1, sameAs: b, says: S, local: here }",
                [
                    "4:3: \"x\" is local here, and \"b\" of the twin is console "
                        + "(old/guide.trace.yaml:5) [both documents contain it: treat both alike, "
                        + "or rename one]"
                ]
            ),
            ("  x: { lines: 1, sameAs: c, says: S, promises: [createPush/kept] }", []),
            ("  x: { lines: 1, says: S, console: there }", []),
            (
                "  x: { lines: 1, sameAs: bb, says: S, console: there }",
                ["4:26: the twin has no statement \"bb\""]
            ),
        ]
    )
    func twins(statement: String, findings: [String]) {
        let text = """
            trace: "1"
            document: { doc: guide, twin: ../old/guide.trace.yaml }
            statements:
            \(statement)
            """
        #expect(LoadedInventory(text).findings == findings)
    }

    @Test("A missing twin is not compared, and sameAs requires a twin")
    func noTwin() {
        let statement = "  x: { lines: 1, sameAs: b, says: S, console: there }"
        let lost = LoadedInventory(
            """
            trace: "1"
            document: { doc: guide, twin: ../older/guide.trace.yaml }
            statements:
            \(statement)
            """
        )
        #expect(lost.findings.count == 1)
        #expect(lost.findings[0].hasPrefix("2:31: the twin is not compared: "))
        let alone = LoadedInventory(
            """
            trace: "1"
            document: { doc: guide }
            statements:
            \(statement)
            """
        )
        #expect(
            alone.findings == [
                "4:18: the document has no twin [name the other inventory in twin: of document:]"
            ]
        )
    }

    @Test(
        "Errors in lines are reported with their position",
        arguments: [
            (
                "lines: 303-301",
                "3:27: the last line comes before the first in 303-301 [write 301-303]"
            ),
            ("lines: 0", "3:27: lines count from 1, got 0"),
            ("lines: 0-3", "3:27: lines count from 1, got 0-3"),
            (
                "lines: [4-6, 6]",
                "3:33: lines 6 follow 4-6; expected ascending, distinct lines"
            ),
            (
                "lines: [4, 2]",
                "3:31: lines 2 follow 4; expected ascending, distinct lines"
            ),
            ("lines: 19-21", "3:27: lines 19-21 go beyond the document, which has 20 lines"),
            ("lines: three", "3:27: \(expectedLines), got string \"three\""),
            ("lines: 1-2-3", "3:27: \(expectedLines), got string \"1-2-3\""),
            ("lines: -4", "3:27: \(expectedLines), got integer -4"),
            ("lines: 1.5", "3:27: \(expectedLines), got number 1.5"),
            ("lines: 10000000000", "3:27: \(expectedLines), got integer 10000000000"),
            ("lines: []", "3:27: \(expectedLines), got sequence"),
            ("lines: [[1]]", "3:28: \(expectedLines), got sequence"),
            ("lines: { 1: 2 }", "3:27: \(expectedLines), got mapping"),
            ("digest: 5f1c09ab", "3:18: missing key \"lines\" in statement \"a\""),
        ]
    )
    func lines(key: String, finding: String) {
        let text = LoadedInventory.text(statement: "\(key), says: So., open: nobody")
        #expect(LoadedInventory(text).findings == [finding])
    }

    private static let expectedLines =
        "expected a line such as 77, lines such as 301-303, or a list of these such as [12, 40-44]"

    @Test(
        "A malformed digest is rejected",
        arguments: [
            ("5f1c09a", "string \"5f1c09a\""), ("5F1C09AB", "string \"5F1C09AB\""),
            ("123456789", "integer 123456789"), ("5f1c09ag", "string \"5f1c09ag\""),
            ("null", "null"),
        ]
    )
    func digest(digest: String, found: String) {
        let text = LoadedInventory.text(
            statement: "lines: 1, digest: \(digest), says: So., open: nobody"
        )
        #expect(
            LoadedInventory(text).findings == [
                "3:38: expected a digest of 8 hexadecimal digits in lower case, got \(found) "
                    + "[remove the key; \"assay trace --update\" writes it]"
            ]
        )
    }

    @Test(
        "A statement has exactly one outcome",
        arguments: [
            (
                "x-note: 1",
                "3:18: expected one of promises, local, console, open and contradicted in "
                    + "statement \"a\""
            ),
            (
                "local: here, open: nobody",
                "3:54: expected only one of promises, local, console, open and contradicted in "
                    + "statement \"a\", got local and open \(oneOfEach)"
            ),
            (
                "promises: [createPush/kept], open: nobody",
                "3:70: expected only one of promises, local, console, open and contradicted in "
                    + "statement \"a\", got open and promises \(oneOfEach)"
            ),
            ("open: \"\"", "3:47: expected a reason, got string \"\""),
            ("local: 5", "3:48: expected a reason, got integer 5"),
            (
                "contradicted: because",
                "3:55: expected a mapping, got string \"because\""
            ),
            (
                "contradicted: { by: notes }",
                "3:55: missing key \"because\" in a contradiction"
            ),
            (
                "contradicted: { by: \"nots#1\", because: x }",
                "3:61: no contract of this folder has the document \"nots\" in docs: "
                    + "[did you mean \"notes\"?]"
            ),
        ]
    )
    func fate(keys: String, finding: String) {
        let text = LoadedInventory.text(statement: "lines: 1, says: So., \(keys)")
        #expect(LoadedInventory(text).findings == [finding])
    }

    private static let oneOfEach =
        "[split it into statements; only contradicted can be combined with promises]"

    @Test(
        "A promise that no contract of the folder makes is reported, with the nearest name",
        arguments: [
            (
                "[createPush/kepd]",
                "3:52: unknown promise \"createPush/kepd\" [did you mean \"createPush/kept\"?]"
            ),
            ("[E400]", "3:52: unknown promise \"E400\" [did you mean \"errors/E400\"?]"),
            ("[kept]", "3:52: unknown promise \"kept\" [did you mean \"createPush/kept\"?]"),
            (
                "[nothing-like-it]",
                "3:52: unknown promise \"nothing-like-it\" [\"assay coverage --verbose\" lists "
                    + "what the contracts of the folder promise]"
            ),
            (
                "[createPush]",
                "3:52: several files of the folder have \"createPush\" "
                    + "[write tables.yaml#createPush or client.yaml#createPush]"
            ),
            (
                "[\"push.yaml#createPush/kept\"]",
                "3:52: unknown promise \"push.yaml#createPush/kept\" "
                    + "[did you mean \"createPush/kept\"?]"
            ),
            (
                "[createPush/kept, createPush/kept]",
                "3:69: duplicate promise \"createPush/kept\""
            ),
            (
                "[5]",
                "3:52: expected the name of a promise such as createPush/both-times, got integer 5"
            ),
            ("[]", "3:51: expected a list of promises, at least one, got sequence"),
            (
                "createPush/kept",
                "3:51: expected a list of promises, at least one, got string \"createPush/kept\""
            ),
        ]
    )
    func promises(promises: String, finding: String) {
        let text = LoadedInventory.text(statement: "lines: 1, says: So., promises: \(promises)")
        #expect(LoadedInventory(text).findings == [finding])
    }

    @Test("Without contracts every promise is unknown")
    func noContracts() {
        let text = LoadedInventory.text(statement: "lines: 1, says: So., promises: [a]")
        #expect(
            LoadedInventory(text, beside: []).findings
                == ["3:52: unknown promise \"a\" [there is no contract in the folder]"]
        )
    }

    @Test(
        "A line set aside cannot be in a statement too; statements may share lines",
        arguments: [
            ("1-4", "2-3", "[{ lines: 6, because: x }]", []),
            (
                "1-4", "8", "[{ lines: 4-6, because: x }]",
                ["4:18: lines 4 stand aside and belong to statement \"a\" too"]
            ),
            (
                "1-20", "8", "[{ lines: [5-6], because: x }]",
                ["4:18: lines 5-6 stand aside and belong to statement \"a\" too"]
            ),
            (
                "7", "9", "[{ lines: 6-12, because: x }]",
                [
                    "4:18: lines 7 stand aside and belong to statement \"a\" too",
                    "4:18: lines 9 stand aside and belong to statement \"b\" too",
                ]
            ),
            (
                "1", "2", "[{ lines: 4-9, because: x }, { lines: 5, because: y }]",
                ["4:46: lines 5 stand aside and stand aside in line 4 too"]
            ),
        ]
    )
    func overlaps(first: String, second: String, aside: String, findings: [String]) {
        let text = LoadedInventory.text(
            statements: "{ a: { lines: \(first), says: So., open: nobody }, "
                + "b: { lines: \(second), says: So., open: nobody } }",
            aside: aside
        )
        let hint = " [a line can be in \"aside\" once, and only if no statement has it]"
        #expect(LoadedInventory(text).findings == findings.map { $0 + hint })
    }

    @Test(
        "Errors in the inventory as a whole are reported",
        arguments: [
            ("statements: {}", "1:1: missing key \"trace\" in an inventory"),
            (
                "contract: \"1\"",
                "1:1: this is a contract; expected an inventory of a document "
                    + "[an inventory begins with trace: \"1\"]"
            ),
            (
                "contract: a.yaml\nprofile: \"1\"",
                "1:1: this is a contract; expected an inventory of a document "
                    + "[an inventory begins with trace: \"1\"]"
            ),
            (
                "trace: \"2\"\n\(document)statements: {}",
                "1:8: expected version \"1\" of the format, got string \"2\" [write trace: \"1\"]"
            ),
            (
                "trace: \"1\"\nstatements: {}",
                "1:1: missing key \"document\" in an inventory"
            ),
            (
                "trace: \"1\"\n\(document)statments: {}",
                "3:1: unknown key \"statments\" in an inventory [did you mean \"statements\"?]"
            ),
            (
                "trace: \"1\"\ndocument: { doc: gide }\nstatements: {}",
                "2:18: no contract of this folder has the document \"gide\" in docs: "
                    + "[did you mean \"guide\"?]"
            ),
            (
                "trace: \"1\"\ndocument: { doc: guide, lines: many }\nstatements: {}",
                "2:32: expected an integer, got string \"many\""
            ),
            (
                "trace: \"1\"\ndocument: { doc: guide, sha256: abc }\nstatements: {}",
                "2:33: expected the SHA-256 of the file of 64 hexadecimal digits in lower case, got "
                    + "string \"abc\" [remove the key; \"assay trace --update\" writes it]"
            ),
            (
                "trace: \"1\"\n\(document)statements: { a/b: { lines: 1, says: So., open: no } }",
                "3:15: \"a/b\" cannot name a statement: no brackets, \"/\", \"*\" or spaces"
            ),
            (
                "trace: \"1\"\n\(document)statements: { a: { lines: 1, says: So., open: no },\n"
                    + "  a: { lines: 2, says: So., open: no } }",
                "4:3: duplicate key \"a\"; the first is in line 3 "
                    + "[remove one of the two, or rename it]"
            ),
            (
                "trace: \"1\"\n\(document)statements: {}\naside: [{ lines: 1 }]",
                "4:9: missing key \"because\" in lines aside"
            ),
        ]
    )
    func file(text: String, finding: String) throws {
        #expect(try #require(LoadedInventory(text).findings.first) == finding)
    }

    private static let document = "document: { doc: guide }\n"

    @Test("An edition that differs from that of the contracts is a warning")
    func edition() {
        let other = String(repeating: "f", count: 64)
        let loaded = LoadedInventory(
            "trace: \"1\"\ndocument: { doc: guide, sha256: \(other) }\nstatements: {}\n"
        )
        #expect(loaded.inventory != nil)
        #expect(
            loaded.findings == [
                "2:33: the contracts name another edition of \"guide\": sha256 "
                    + "\(LoadedInventory.sha256) [let docs: and the inventory name the same file]"
            ]
        )
    }

    @Test("All of several errors are reported")
    func several() {
        let text = LoadedInventory.text(
            statements: "{ a: { lines: 3-2, says: 5 }, b: 7 }",
            aside: "[{ lines: 9 }]"
        )
        #expect(LoadedInventory(text).findings.count == 5)
    }
}
