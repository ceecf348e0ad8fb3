import Contract
import ContractFile
import Testing
import Trace

struct InventoryUpdateTests {
    // `printf 'one' | sha256sum | cut -c1-8`, and so on.
    private static let (one, two, three) = ("7692c3ad", "3fc4ccfe", "8b5b9db0")
    private static let (oneTwo, twoThree, oneThree) = ("8ab63e29", "1ab23de9", "193ff986")
    private static let end = "361e48d0"
    private static let text = "one\ntwo\n\nthree\n"
    private static let sha256 =
        "0000000000000000000000000000000000000000000000000000000000000000"

    /// An inventory after an update against a text.
    private static func updated(_ inventory: String, _ text: String = text) throws -> String {
        let file = try #require(LoadedInventory(inventory, beside: []).file)
        let holding = DocumentHolding(file.inventory, try DocumentText(Array(text.utf8)))
        return String(decoding: try InventoryUpdate.bytes(of: file, holding), as: UTF8.self)
    }

    private static func hash(_ text: String) throws -> String {
        try DocumentText(Array(text.utf8)).sha256
    }

    @Test("Missing parts are filled in, and every other byte stays")
    func filled() throws {
        let before = """
            # A remark.
            trace: "1"
            document:
              doc: guide   # its name
              title: 'Guide'

            statements:
              a:
                lines: 1   # one
                says: >-
                  Folded
                  text.
                open: nobody

              b: { says: "So.", lines: [ 2, 4 ], open: nobody } # flow
              c:
                lines:
                  - 1-2
                says: So.
                open: nobody
            aside:
              - lines: 3
                because: blank
            """
        let after = try Self.updated(before)
        #expect(
            after == """
                # A remark.
                trace: "1"
                document:
                  doc: guide   # its name
                  title: 'Guide'
                  lines: 4
                  sha256: \(try Self.hash(Self.text))

                statements:
                  a:
                    lines: 1   # one
                    digest: \(Self.one)
                    says: >-
                      Folded
                      text.
                    open: nobody

                  b: { says: "So.", lines: [ 2, 4 ], digest: \(Self.twoThree), open: nobody } # flow
                  c:
                    lines:
                      - 1-2
                    digest: \(Self.oneTwo)
                    says: So.
                    open: nobody
                aside:
                  - lines: 3
                    digest: e3b0c442
                    because: blank
                """
        )
        #expect(try Self.updated(after) == after)
    }

    @Test("Wrong digests are rewritten if the text is the inventory's edition")
    func corrected() throws {
        let hash = try Self.hash(Self.text)
        let after = try Self.updated(
            """
            trace: "1"
            document: { sha256: \(hash), doc: guide, lines: 7 }
            statements: { a: { digest: \(Self.two), lines: 1, says: So., open: no } }
            """
        )
        #expect(
            after == """
                trace: "1"
                document: { sha256: \(hash), doc: guide, lines: 4 }
                statements: { a: { digest: \(Self.one), lines: 1, says: So., open: no } }
                """
        )
    }

    @Test("Lines follow a changed text; changed statements keep their digest")
    func followed() throws {
        let new = "zero\none\n2\n2\n\n\nthree\nend"
        let after = try Self.updated(
            """
            trace: "1"\r
            document: { doc: guide, lines: 4, sha256: "\(Self.sha256)" }\r
            statements:\r
              a: { lines: 1, digest: \(Self.one), says: So., open: no }\r
              b:\r
                lines:\r
                  - "2"\r
                digest: \(Self.two)\r
                says: So.\r
                open: no\r
              c: { lines: [1, 4], digest: \(Self.oneThree), says: So., open: no }\r
            aside: [{ lines: 5-5, digest: \(Self.end), because: x }]\r\n
            """,
            new
        )
        #expect(
            after == """
                trace: "1"\r
                document: { doc: guide, lines: 8, sha256: \(try Self.hash(new)) }\r
                statements:\r
                  a: { lines: 2, digest: \(Self.one), says: So., open: no }\r
                  b:\r
                    lines:\r
                      - 3-4\r
                    digest: \(Self.two)\r
                    says: So.\r
                    open: no\r
                  c: { lines: [2, 7], digest: \(Self.oneThree), says: So., open: no }\r
                aside: [{ lines: 8, digest: \(Self.end), because: x }]\r\n
                """
        )
        // Once the user has reviewed it and runs it again, the digest is updated.
        #expect(
            try Self.updated(after, new).contains("      - 3-4\r\n    digest: \"04412575\"\r\n")
        )
    }

    @Test("Digests that look like a number are quoted")
    func quoted() throws {
        for (word, digest) in Self.numbers {
            let after = try Self.updated(
                """
                trace: "1"
                document: { doc: guide }
                statements: { a: { lines: 1, says: So., open: no } }
                """,
                word
            )
            #expect(after.contains("lines: 1, digest: \"\(digest)\", says"), "\(after)")
            #expect(LoadedInventory(after, beside: []).inventory?.statements[0].digest == digest)
        }
    }

    /// Words and their digests.
    private static let numbers = [
        ("w15", "64892945"), ("w135", "6e711911"), ("w234", "987e8087"),
    ]

    @Test("A list of lines whose length changed is written as a list")
    func relisted() throws {
        let after = try Self.updated(
            """
            trace: "1"
            document: { doc: guide, sha256: "\(Self.sha256)" }
            statements:
              a: { lines: [1, # first
                  2 ], digest: ffffffff, says: So., open: no }
              b:
                lines:
                - 4
                - 5
                digest: eeeeeeee
                says: So.
                open: no
            aside: [{ lines: 3, digest: \(Self.three), because: x }]
            """,
            "1\n2\n3\nthree\n4\n5\n6"
        )
        #expect(after.contains("  a: { lines: [1-3], digest: ffffffff, says: So., open: no }\n"))
        #expect(after.contains("    lines:\n      [5-7]\n    digest: eeeeeeee\n"))
    }

    @Test("A vanished statement must first be removed by hand")
    func vanished() throws {
        let inventory = """
            trace: "1"
            document: { doc: guide, sha256: "\(Self.sha256)" }
            statements:
              a: { lines: 1, digest: \(Self.one), says: So., open: no }
              b: { lines: 2, digest: \(Self.two), says: So., open: no }
            """
        let file = try #require(LoadedInventory(inventory, beside: []).file)
        let holding = DocumentHolding(file.inventory, try DocumentText(Array("one\n".utf8)))
        let obstacle = #expect(throws: InventoryUpdate.Obstacle.self) {
            try InventoryUpdate.bytes(of: file, holding)
        }
        let diagnostic = try #require(obstacle?.diagnostics.first)
        #expect(diagnostic.location.description == "svc/guide.trace.yaml:5:15")
        #expect(diagnostic.message == "statement \"b\" has vanished from the document")
        #expect(diagnostic.hint == "remove it, then run \"assay trace --update\" again")
    }
}
