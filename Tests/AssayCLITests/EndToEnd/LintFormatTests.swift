import AssayCLI
import CommandLineTool
import JSON
import TestSupport
import Testing

/// `assay lint --format`.
struct LintFormatTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
        let text = """
            contract: "1"
            operations: { a: { request: { paht: /a } }, b: { request: { path: /b } } }
            cases: { c: { steps: [ { call: b, json: { x: { base64: y } } } ] } }

            """
        _ = try folder.write(Array(text.utf8), to: "a.yaml")
    }

    private func lint(_ words: String...) async -> CommandRun {
        await CommandRun(["lint", folder.path] + words, in: folder)
    }

    @Test("With --format github every finding is an annotation of its file, with a hint")
    func gitHub() async {
        let run = await lint("--format", "github")
        #expect(run.status == .unusableFile)
        #expect(run.errors.isEmpty)
        #expect(
            run.output == """
                ::error file=a.yaml,line=2,col=31,endColumn=35,title=assay lint::unknown key "paht" \
                in a request%0Adid you mean "path"?
                ::warning file=a.yaml,line=3,col=46,endColumn=59,title=assay lint::{ base64: … } is \
                literal data here%0Ato compute it, bind it in "let", and write \
                "{{…}}" with its name here

                """
        )
    }

    @Test("With --format json every finding has its position, and the totals are included")
    func json() async throws {
        let run = await lint("--format", "json")
        #expect(run.status == .unusableFile)
        let document = try JSONValue(parsing: run.output)
        #expect(document["assayLint"] == 1)
        #expect(document["errors"] == 1)
        #expect(document["warnings"] == 1)
        #expect(document["contracts"] == 1)
        #expect(
            document["diagnostics"]?.arrayValue?.first == [
                "severity": "error", "file": "a.yaml", "line": 2, "column": 31, "length": 4,
                "message": "unknown key \"paht\" in a request",
                "hint": "did you mean \"path\"?",
            ]
        )
    }
}
