import CommandLineTool
import Glibc
import JSON
import Platform
import TestSupport
import Testing

/// `assay trace` with small documents.
struct TraceCommandTests {
    private static let guide = "One thing.\nTwo things.\n\nThe end.\n"
    private static let inventory = """
        trace: "1"
        document: { doc: guide, title: Guide }
        statements:
          one: { lines: 1, says: One., promises: [getThing] }
          two: { lines: 2, says: Two., open: nobody looked }
        aside:
          - { lines: 4, because: the end }

        """
    private static let contract = """
        contract: "1"
        docs: { guide: { title: The guide, file: guide.txt } }
        operations: { getThing: { request: { path: /thing } } }

        """

    /// A folder with an inventory, its contract and the text.
    private static func folder(_ inventory: String = inventory) throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        try folder.write(Array(contract.utf8), to: "push.yaml")
        try folder.write(Array(inventory.utf8), to: "guide.trace.yaml")
        try folder.write(Array(guide.utf8), to: "guide.txt")
        return folder
    }

    private static func run(_ words: String..., in folder: TemporaryDirectory) async -> CommandRun {
        await CommandRun(["trace"] + words, in: folder)
    }

    private static func text(of name: String, in folder: TemporaryDirectory) throws -> String {
        String(
            decoding: try FileContent.bytes(of: folder.file(name), atMost: 1 << 20),
            as: UTF8.self
        )
    }

    @Test("Without a text everything except the text is checked, and open statements are shown")
    func withoutText() async throws {
        let folder = try Self.folder()
        let run = await Self.run(folder.path, in: folder)
        #expect(run.status == .success)
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                Documents
                         statements  promised  local  console  open  contradicted  promises linked
                  Guide           2         1      0        0     1             0                1

                Guide  guide.trace.yaml
                  the text was not checked: --document guide=FILE names it
                  open
                    two (line 2): nobody looked

                """
        )
    }

    @Test("A text with every line covered passes, by name or by the folder of documents")
    func whole() async throws {
        let folder = try Self.folder()
        let named = await Self.run(
            folder.path,
            "--document",
            "guide=\(folder.file("guide.txt"))",
            in: folder
        )
        #expect(named.status == .success)
        #expect(
            named.output.contains(
                """
                  guide.txt, 4 lines: every line belongs to a statement or an aside
                  3 entries have no digest; --update writes them
                """
            ),
            "\(named.output)"
        )
        let found = await Self.run(folder.path, "--documents", folder.path, in: folder)
        #expect(found.output == named.output)
    }

    @Test("Unaccounted lines are listed with their number, and the status is 4")
    func unaccounted() async throws {
        let folder = try Self.folder()
        try folder.write(
            Array("One thing.\nTwo things.\nMore.\nThe end.\n\tAnd\u{1B}[1m".utf8),
            to: "guide.txt"
        )
        let run = await Self.run(folder.path, "--documents", folder.path, in: folder)
        #expect(run.status == .contractBroken)
        #expect(
            run.output.contains(
                """
                  guide.txt, 5 lines: some lines belong neither to a statement nor to an aside
                  3 entries have no digest; --update writes them
                  neither in a statement nor in an aside: 2 lines
                    3 | More.
                    5 | \\tAnd\\x1b[1m
                """
            ),
            "\(run.output)"
        )
    }

    @Test("A later change of the text is found from the data that --update writes")
    func update() async throws {
        let folder = try Self.folder()
        let first = await Self.run(
            folder.path,
            "--documents",
            folder.path,
            "--update",
            in: folder
        )
        #expect(first.status == .success)
        #expect(first.output.contains("  the inventory was updated to this text\n"))
        let written = try Self.text(of: "guide.trace.yaml", in: folder)
        #expect(
            written.contains("one: { lines: 1, digest: 0ed03b16, says: One., promises"),
            "\(written)"
        )
        // The second time there is nothing to write.
        let again = await Self.run(folder.path, "--documents", folder.path, "--update", in: folder)
        #expect(!again.output.contains("brought up"))
        #expect(try Self.text(of: "guide.trace.yaml", in: folder) == written)

        try folder.write(
            Array("New.\nOne thing.\nThree things.\n\nThe end.\n".utf8),
            to: "guide.txt"
        )
        let changed = await Self.run(folder.path, "--documents", folder.path, in: folder)
        #expect(changed.status == .contractBroken)
        #expect(
            changed.output.contains(
                """
                  guide.txt, 5 lines: this is not the text that the inventory was written for
                  the document changed: 2 moved, 1 changed, 0 vanished, 0 where they were; 1 new line
                  moved
                    one: 1 → 2
                    aside (the end): 4 → 5
                  changed
                    two: was 2, now look at 3
                  neither in a statement nor in an aside: 2 lines
                    1 | New.
                    3 | Three things.
                """
            ),
            "\(changed.output)"
        )
        #expect(try Self.text(of: "guide.trace.yaml", in: folder) == written)

        let followed = await Self.run(
            folder.path,
            "--documents",
            folder.path,
            "--update",
            in: folder
        )
        #expect(followed.status == .contractBroken)
        #expect(followed.output.contains("    one: 1 → 2\n"))
        #expect(
            followed.output.contains(
                "  digests do not match their lines: review them, then run --update\n"
            )
        )
        let accepted = await Self.run(
            folder.path,
            "--documents",
            folder.path,
            "--update",
            in: folder
        )
        #expect(!accepted.output.contains("digests do not match"))
        #expect(accepted.output.contains("    1 | New.\n"))
        #expect(try Self.text(of: "guide.trace.yaml", in: folder).contains("two: { lines: 3, "))
    }

    @Test("A vanished statement must be removed by hand, and until then nothing is written")
    func vanished() async throws {
        let folder = try Self.folder()
        _ = await Self.run(folder.path, "--documents", folder.path, "--update", in: folder)
        let written = try Self.text(of: "guide.trace.yaml", in: folder)
        try folder.write(Array("One thing.\n\nThe end.\n".utf8), to: "guide.txt")
        let run = await Self.run(folder.path, "--documents", folder.path, "--update", in: folder)
        #expect(run.status == .contractBroken)
        #expect(
            run.errors.contains("statement \"two\" has vanished from the document"),
            "\(run.errors)"
        )
        #expect(try Self.text(of: "guide.trace.yaml", in: folder) == written)
    }

    @Test("Lines beyond the text are an error with their position")
    func beyond() async throws {
        let folder = try Self.folder()
        try folder.write(Array("One thing.\n".utf8), to: "guide.txt")
        let run = await Self.run(folder.path, "--documents", folder.path, in: folder)
        #expect(run.status == .unusableFile)
        #expect(
            run.errors.contains(
                "guide.trace.yaml:5:17: error: lines 2 are beyond the end of the document, which has 1 line\n"
            ),
            "\(run.errors)"
        )
    }

    @Test(
        "A file that is not readable text is rejected",
        arguments: [
            ([0x61, 0x0A, 0x00], "guide.txt:2:1: error: expected a text in UTF-8, got a NUL byte"),
            (
                [0xE9],
                "guide.txt:1:1: error: expected a text in UTF-8, got bytes that are not UTF-8"
            ),
        ] as [([UInt8], String)]
    )
    func binary(bytes: [UInt8], message: String) async throws {
        let folder = try Self.folder()
        try folder.write(bytes, to: "guide.txt")
        let run = await Self.run(folder.path, "--documents", folder.path, in: folder)
        #expect(run.status == .unusableFile)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test("A document of 100 MB is rejected unread, and a missing one is reported")
    func huge() async throws {
        let folder = try Self.folder()
        try #require(truncate(folder.file("guide.txt"), 100 << 20) == 0)
        let large = await Self.run(folder.path, "--documents", folder.path, in: folder)
        #expect(large.status == .unusableFile)
        #expect(
            large.errors.contains(
                "guide.txt: error: cannot read the document: it has 104857600 bytes; at most "
                    + "8388608 are read"
            ),
            "\(large.errors)"
        )
        let missing = await Self.run(folder.path, "--document", "guide=/nowhere", in: folder)
        #expect(missing.status == .unusableFile)
        #expect(missing.errors.contains("/nowhere: error: cannot read the document: No such file"))
    }

    @Test(
        "A name that no inventory has is a command-line error, with the nearest name",
        arguments: [
            (
                "gide=x",
                "expected NAME=FILE, NAME one of guide, got \"gide=x\"; did you mean \"guide\"?"
            ),
            ("guide", "expected NAME=VALUE, got \"guide\""),
        ]
    )
    func unknownName(value: String, message: String) async throws {
        let folder = try Self.folder()
        let run = await Self.run(folder.path, "--document", value, in: folder)
        #expect(run.status == .commandLine)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test("lint checks inventories too")
    func lint() async throws {
        let folder = try Self.folder(Self.inventory.replacing("[getThing]", with: "[getThin]"))
        let run = await CommandRun(["lint", folder.path], in: folder)
        #expect(run.status == .unusableFile)
        #expect(run.errors.contains("unknown promise \"getThin\""), "\(run.errors)")
        #expect(run.errors.contains("did you mean \"getThing\"?"))
        let good = try Self.folder()
        let held = await CommandRun(["lint", good.path], in: good)
        #expect(held.output == "1 contract file, 0 cases, 1 inventory: no errors\n")
    }

    @Test("JSON and Markdown contain the same data")
    func formats() async throws {
        let folder = try Self.folder()
        try folder.write(Array("One thing.\nTwo things.\nMore.\nThe end.\n".utf8), to: "guide.txt")
        let file = folder.file("trace.json")
        let run = await Self.run(
            folder.path,
            "--documents",
            folder.path,
            "--format",
            "markdown",
            "--report",
            "json=\(file)",
            in: folder
        )
        #expect(
            run.output == """
                | document | statements | promised | local | console | open | contradicted | promises linked |
                | :-- | --: | --: | --: | --: | --: | --: | --: |
                | `Guide` | 2 | 1 | 0 | 0 | 1 | 0 | 1 |

                ### Guide

                - open: `two` (2): nobody looked

                Neither in a statement nor in an aside: 1 line:

                - 3: `More.`

                """
        )
        let document = try JSONValue(
            parsing: Array(try Self.text(of: "trace.json", in: folder).utf8)
        )
        let guide = document["documents"]?.arrayValue?.first
        #expect(guide?["text"]?["unaccounted"] == [["line": 3, "text": "More."]])
        #expect(guide?["text"]?["isWhole"] == false)
        #expect(guide?["summary"]?["promised"] == 1)
    }

    @Test("An inventory given to verify is reported as an inventory")
    func verify() async throws {
        let folder = try Self.folder()
        let run = await CommandRun(["verify", folder.file("guide.trace.yaml")], in: folder)
        #expect(run.status == .unusableFile)
        #expect(run.errors.contains("this is an inventory of a document; expected a contract"))
        let gate = try SampleContract()
        let missing = try await assay(
            "verify",
            gate.path,
            "--target",
            "http://127.0.0.1:1",
            "--require-documents",
            "all=50%"
        )
        #expect(missing.ending == .exited(2))
        #expect(missing.errors.contains("--require-documents requires an inventory"))
    }
}
