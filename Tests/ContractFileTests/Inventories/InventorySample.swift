import Contract
import ContractFile
import Trace

/// An inventory that was read from memory, and its diagnostics.
struct LoadedInventory {
    let file: InventoryFile?
    /// `line:column: message` for each error and warning, with its hint in brackets.
    let findings: [String]

    var inventory: Inventory? { file?.inventory }

    /// The contracts next to it: `push.yaml` uses `tables.yaml`, `client.yaml` is independent.
    private static let contracts = [
        "svc/tables.yaml": """
        contract: "1"
        docs: { guide: { title: Push guide, sha256: "\(sha256)" }, notes: { title: Notes } }
        failure: { when: { jsonpath: $.ok, equals: false }, code: { jsonpath: $.code } }
        errors: { E400: { status: 400 } }
        operations:
          createPush:
            request: { method: POST, path: /push }
            promises: { both-times: { error: E400 }, kept: {} }
        """,
        "svc/push.yaml": """
        contract: "1"
        use: tables.yaml
        cases: { a: { covers: createPush/kept, steps: [{ call: createPush }] } }
        """,
        "svc/client.yaml": """
        contract: "1"
        operations: { createPush: { request: { path: /other } } }
        """,
        "old/guide.trace.yaml": """
        trace: "1"
        document: { doc: guide }
        statements:
          a: { lines: 1, says: So., promises: [createPush/kept] }
          b: { lines: 2, says: Thus., console: there }
          c: { lines: 3, says: No., contradicted: { by: notes, because: it changed } }
        """,
    ]

    /// The SHA-256 that the contracts give for the document.
    static let sha256 = String(repeating: "0123456789abcdef", count: 4)

    /// Reads `svc/guide.trace.yaml`.
    ///
    /// - Parameters:
    ///   - text: What is in it.
    ///   - contracts: The files beside it that are read too.
    init(
        _ text: String,
        beside contracts: [String] = ["svc/tables.yaml", "svc/push.yaml", "svc/client.yaml"]
    ) {
        self.init(Array(text.utf8), beside: contracts)
    }

    init(_ bytes: [UInt8], beside contracts: [String] = []) {
        var files = Self.contracts.mapValues { Array($0.utf8) }
        files["svc/guide.trace.yaml"] = bytes
        files["svc/broken.yaml"] = Array("contract: \"1\"\noperations: 5\n".utf8)
        let library = ContractLibrary(files: InMemoryFiles(files: files))
        let read = contracts.map { library.contract(at: $0) }
        let known = library.diagnostics.list.count
        file = library.inventory(at: "svc/guide.trace.yaml", beside: read)
        findings = library.diagnostics.list[known...].map { diagnostic in
            let place = diagnostic.location
            let hint = diagnostic.hint.map { " [\($0)]" } ?? ""
            return "\(place.line):\(place.column): \(diagnostic.message)\(hint)"
        }
    }

    /// An inventory with the given `statements` and `aside`, each on one line: 3 and 4.
    static func text(statements: String = "{}", aside: String = "[]", lines: Int = 20) -> String {
        """
        trace: "1"
        document: { doc: guide, lines: \(lines) }
        statements: \(statements)
        aside: \(aside)

        """
    }

    /// An inventory of one statement with these keys: it begins in line 3, column 18.
    static func text(statement: String) -> String { text(statements: "{ a: { \(statement) } }") }
}
