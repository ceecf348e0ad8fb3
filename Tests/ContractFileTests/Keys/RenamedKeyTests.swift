import Contract
import Testing

@testable import ContractFile

struct RenamedKeyTests {
    private static let contract = """
        contract: "1"
        targets: { api: {} }
        operations:
          send:
            request: { method: POST, path: /send }
            responses: { "201": {} }
            promises:
              arrives: { summary: It arrives., waived: known, OTHER: OLD }
        cases:
          one: { steps: [ { call: send, STEP: OLD } ] }

        """

    @Test(
        "The former name of a key is an error that gives the new one",
        arguments: [
            ("provokes", "covers", "STEP", "10:33"),
            ("acceptance", "acceptedOnly", "OTHER", "8:55"),
            ("undefectable", "noDefect", "OTHER", "8:55"),
            ("unprovokable", "untestable", "OTHER", "8:55"),
        ]
    )
    func renamed(old: String, new: String, where mark: String, at place: String) {
        let text = Self.contract.replacing("\(mark): OLD", with: "\(old): [send/arrives]")
            .replacing(", STEP: OLD", with: "").replacing(", OTHER: OLD", with: "")
        let library = ContractLibrary(files: InMemoryFiles(files: ["a.yaml": Array(text.utf8)]))
        _ = library.contract(at: "a.yaml")
        let said = library.diagnostics.list.map { found in
            "\(found.location.line):\(found.location.column): \(found.severity): \(found.message)"
                + (found.hint.map { " (\($0))" } ?? "")
        }
        #expect(said == [#"\#(place): error: "\#(old)" was renamed to "\#(new)""#])
        #expect(RenamedKeys.table[old] == new)
    }

    @Test("The test above covers every former name")
    func complete() {
        #expect(RenamedKeys.table.count == 4)
    }

    @Test("Where the new name is not a key, the former one is an ordinary unknown key")
    func elsewhere() {
        let text = Self.contract.replacing(", STEP: OLD", with: "")
            .replacing("waived: known, OTHER: OLD", with: "provokes: a")
        let library = ContractLibrary(files: InMemoryFiles(files: ["a.yaml": Array(text.utf8)]))
        _ = library.contract(at: "a.yaml")
        #expect(
            library.diagnostics.list.contains { $0.message.hasPrefix("unknown key \"provokes\"") }
        )
    }
}
