import TestSupport
import Testing

/// Unusable load profiles: the error shows the place, and no request is sent.
@Suite(.timeLimit(.minutes(5)))
struct BadProfileTests {
    /// A profile with a defect, and the error that it causes.
    struct Defect: CustomTestStringConvertible, Sendable {
        let name: String
        var load = "stages: [{ rate: 200/s, for: 1s }]"
        var sends = "[{ call: getThing }]"
        var more = ""
        /// File, with line and column.
        let place: String
        let words: String

        var testDescription: String { name }
    }

    static let defects = [
        Defect(
            name: "unknown operation",
            sends: "[{ call: getThign }]",
            place: "profile.yaml:5:17",
            words: "unknown operation \"getThign\""
        ),
        Defect(
            name: "rate of zero",
            load: "stages: [{ rate: 0/s, for: 1s }]",
            place: "profile.yaml:6:17",
            words: "at a rate of zero nothing is sent"
        ),
        Defect(
            name: "empty audience",
            more: "audience: { count: 0, recipient: \"{{index}}\" }",
            place: "profile.yaml:8:20",
            words: "expected an integer from 1 to 1000000000, got 0"
        ),
        Defect(
            name: "preparation without recipients",
            more: """
                audience: { count: 3, recipient: "{{index}}" }
                prepare: [{ call: getThing, for: audience }]
                """,
            place: "profile.yaml:9:11",
            words: "getThing names no recipient, so all would be sent the same"
        ),
        Defect(
            name: "preparation of which more may fail than there are",
            more: """
                audience: { count: 3, recipient: "{{index}}" }
                prepare: [{ call: getThing, for: audience, failures: 4, query: { id: "{{recipient}}" } }]
                """,
            place: "profile.yaml:9:54",
            words: "expected at most 3, as many as there are recipients, got integer 4"
        ),
        Defect(
            name: "empty CSV file",
            more: "audience: { csv: empty.csv }",
            place: "profile.yaml:8:18",
            words: "empty.csv has no rows, so there are no recipients"
        ),
        Defect(
            name: "ragged row",
            more: "audience: { csv: ragged.csv }",
            place: "ragged.csv:3:1",
            words: "expected 2 fields as in the first line, got 1"
        ),
        Defect(
            name: "CSV file that is not there",
            more: "audience: { csv: none.csv }",
            place: "profile.yaml:8:18",
            words: "No such file or directory"
        ),
    ]

    @Test(
        "An error is reported with its position and reason, and nothing is sent",
        arguments: defects
    )
    func defect(_ defect: Defect) async throws {
        let profile = try SampleProfile(load: defect.load, sends: defect.sends, more: defect.more)
        let folder = profile.contract.folder
        try folder.write(Array("token,os\n".utf8), to: "empty.csv")
        try folder.write(Array("token,os\na,ios\nb\n".utf8), to: "ragged.csv")
        let server = try ScriptedServer(answering: Answer.box)
        let run = try await profile.run(on: server)
        #expect(run.ending == .exited(2))
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("\(folder.path)/\(defect.place): error: "), "\(run.errors)")
        #expect(run.errors.contains(defect.words), "\(run.errors)")
        #expect(server.connectionCount == 0)
        let lint = try await assay("lint", profile.path)
        #expect(lint.ending == .exited(2))
        #expect(lint.errors == run.errors)
    }

    @Test("Lint counts contracts and profiles of a folder")
    func lint() async throws {
        let profile = try SampleProfile()
        let both = try await assay("lint", profile.contract.folder.path)
        #expect(both.ending == .exited(0), "\(both.errors)")
        #expect(both.output == "1 contract file, 1 case, 1 load profile: no errors\n")
        let alone = try await assay("lint", profile.path)
        #expect(alone.output == "1 load profile: no errors\n")
    }
}
