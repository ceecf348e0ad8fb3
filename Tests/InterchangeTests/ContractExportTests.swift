import Contract
import ContractFile
import JSON
import Testing

@testable import Interchange

struct ContractExportTests {
    private func parcels() throws -> ContractSet {
        let linted = LintedContract(try Fixture.text("parcels.contract.yaml"))
        #expect(linted.diagnosis.isEmpty)
        return try ContractSet([linted.contract])
    }

    /// Read once for all tests.
    private static let ncmb = Result {
        let library = ContractLibrary()
        let files = try ContractFinder.files(at: "\(Fixture.root)/contracts/ncmb")
        let contracts = files.map(library.contract)
        return (set: try ContractSet(contracts), messages: library.diagnostics.list.map(\.message))
    }

    private func ncmb() throws -> ContractSet {
        let ncmb = try Self.ncmb.get()
        #expect(ncmb.messages == [])
        return ncmb.set
    }

    @Test("A small contract is exported as the expected OpenAPI document, without secrets")
    func openAPI() throws {
        let result = try OpenAPIExport.document(of: try parcels(), seed: 1)
        #expect(result.remarks.isEmpty)
        try Fixture.expect(result.text(asYAML: true), toBe: "parcels.openapi.yaml")
        #expect(!result.text(asYAML: false).contains("key-very-secret"))
    }

    @Test("YAML and JSON are equivalent")
    func openAPIForms() throws {
        let result = try OpenAPIExport.document(of: try ncmb(), seed: 7)
        let yaml = Array(result.text(asYAML: true).utf8)
        #expect(try YAMLDocument.parse(yaml, file: "x.yaml").json == result.document)
        #expect(try JSONValue(parsing: result.text(asYAML: false)) == result.document)
    }

    @Test("The NCMB contracts, exported and imported again, have the same operations")
    func roundTrip() throws {
        let contracts = try ncmb()
        let result = try OpenAPIExport.document(of: contracts, seed: 1)
        #expect(result.remarks.isEmpty)
        let text = try OpenAPIImport.contract(from: result.document, file: "n.json").text
        let linted = LintedContract(text)
        #expect(linted.diagnosis.isEmpty)
        let operations = Dictionary(linted.contract.operations.map { ($0.id, $0) }) { $1 }
        #expect(Set(operations.keys) == Set(contracts.operations.map(\.id)))
        for operation in contracts.operations {
            let again = try #require(operations[operation.id])
            let (one, other) = (operation.variants[0].request, again.variants[0].request)
            #expect(one.constant("method") == other.constant("method"))
            #expect(one.constant("path") == other.constant("path"))
            #expect(again.responses.map(\.status) == operation.responses.map(\.status))
        }
        let statuses = Set(
            contracts.operations.flatMap(\.promises).flatMap { promise in
                contracts.errors.first { $0.id == promise.error?.id }?.statuses ?? []
            }
        )
        // The rejection of other methods by a path is inferred.
        #expect(Set(linted.contract.errors.flatMap(\.statuses)) == statuses.union([405]))
    }

    @Test("The second of two operations with the same method and path is omitted and reported")
    func collision() throws {
        let linted = LintedContract(
            """
            contract: "1"
            targets: { api: { documented: "https://h.example" } }
            operations:
              one: { request: { path: "/a/{id}", params: { id: 1 } } }
              two: { request: { path: "/a/{name}", params: { name: x } } }
              three: { request: { method: LINK, path: /b } }
            """
        )
        let result = try OpenAPIExport.document(of: try ContractSet([linted.contract]), seed: 1)
        #expect(
            result.remarks == [
                "two was left out: OpenAPI has room for one operation at GET /a/{id}.",
                "three was left out: OpenAPI 3.1 has no method LINK.",
            ]
        )
    }

    @Test("Contracts that define different operations with one name are rejected")
    func conflict() throws {
        let one = LintedContract("contract: \"1\"\noperations:\n  a: { request: { path: /a } }\n")
        var other = one.contract
        other.file = "other.yaml"
        #expect(try ContractSet([one.contract, other]).operations.count == 1)
        let moved = LintedContract(
            "contract: \"1\"\n\noperations:\n  a: { request: { path: /a } }\n"
        )
        let error = #expect(throws: InterchangeError.self) {
            try ContractSet([one.contract, moved.contract])
        }
        #expect(
            error?.description
                == "made.yaml:4: expected one operation of each name, got \"a\", which made.yaml "
                + "defines too; export one contract file at a time"
        )
    }

    @Test("An export of a folder has the title of the service, not of its first file")
    func title() throws {
        let document = try OpenAPIExport.document(of: try ncmb(), seed: 1).document
        #expect(document["info"]?["title"] == "NCMB")
    }

    @Test("A name that only cases define is in angle brackets")
    func openNames() throws {
        let linted = LintedContract(
            """
            contract: "1"
            targets: { api: { documented: "http://h.example" } }
            operations:
              get: { request: { path: "/a/{id}", params: { id: "{{id}}" }, query: { n: "{{user.name}}" } } }
            cases:
              one: { let: { id: 7, user: { name: Ann } }, steps: [ { call: get } ] }
            """
        )
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)")
        let contracts = try ContractSet([linted.contract])
        let document = try OpenAPIExport.document(of: contracts, seed: 1).document
        let parameters = document["paths"]?["/a/{id}"]?["get"]?["parameters"]?.arrayValue
        #expect(parameters?.map { $0["example"] } == ["<id>", "<user.name>"])
    }
}
