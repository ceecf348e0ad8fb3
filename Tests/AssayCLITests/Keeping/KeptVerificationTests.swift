import AssayCLI
import CommandLineTool
import History
import TestSupport
import Testing

/// `assay verify --history`.
struct KeptVerificationTests {
    @Test("A run is stored under the titles of its contracts, not of their shared tables")
    func title() async throws {
        let contract = try SampleContract(tables: "use: [tables.yaml]")
        let tables = """
            contract: "1"
            info: { title: Shared tables }
            errors: { E2: { status: 410 } }
            """
        try contract.folder.write(Array(tables.utf8), to: "tables.yaml")
        let server = try ScriptedServer(answering: Answer.box)
        let path = contract.folder.file("runs.db")
        let words = ["verify", contract.folder.path, "--target", server.origin, "--history", path]
        let run = await CommandRun(words, in: contract.folder)
        #expect(run.status == .success, "\(run.errors)")
        let record = try #require(try HistoryStore(path: path, access: .existing).run(1)).record
        #expect(record.title == "Sample")
    }
}
