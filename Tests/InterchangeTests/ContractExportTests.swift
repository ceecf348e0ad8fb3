import Base
import Contract
import ContractFile
import Glibc
import JSON
import TestSupport
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

    // MARK: OpenAPI

    @Test("A small contract becomes this OpenAPI document, without secrets")
    func openAPI() throws {
        let result = try OpenAPIExport.document(of: try parcels(), seed: 1)
        #expect(result.remarks.isEmpty)
        try Fixture.expect(result.text(asYAML: true), toBe: "parcels.openapi.yaml")
        #expect(!result.text(asYAML: false).contains("key-very-secret"))
    }

    @Test("YAML and JSON say the same")
    func openAPIForms() throws {
        let result = try OpenAPIExport.document(of: try ncmb(), seed: 7)
        let yaml = Array(result.text(asYAML: true).utf8)
        #expect(try YAMLDocument.parse(yaml, file: "x.yaml").json == result.document)
        #expect(try JSONValue(parsing: result.text(asYAML: false)) == result.document)
    }

    @Test("The contracts of NCMB, exported and imported again, have the same operations")
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
        // That a path refuses other methods is inferred.
        #expect(Set(linted.contract.errors.flatMap(\.statuses)) == statuses.union([405]))
    }

    @Test("Of two operations at one method and path the second is left out, and that is said")
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

    @Test("Contracts that define different operations of one name are refused")
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

    @Test("An export of a folder is titled after the service, and not after its first file")
    func title() throws {
        let document = try OpenAPIExport.document(of: try ncmb(), seed: 1).document
        #expect(document["info"]?["title"] == "NCMB")
    }

    // MARK: curl

    /// 2026-01-02T03:04:05Z.
    private let moment = Timestamp(nanosecondsSince1970: 1_767_323_045_000_000_000)

    @Test("A small contract becomes this script, without secrets")
    func script() throws {
        let text = try CurlScript.text(of: try parcels(), .init(seed: 1, now: moment))
        try Fixture.expect(text, toBe: "parcels.sh")
        #expect(!text.contains("key-very-secret"))
    }

    @Test("The script runs in a shell, which puts the secrets in byte for byte")
    func scriptRuns() throws {
        let folder = try TemporaryDirectory()
        let text = try CurlScript.text(
            of: try parcels(),
            .init(baseURLs: ["api": "http://127.0.0.1:9/x"], seed: 1, now: moment)
        )
        let script = try folder.write(Array(text.utf8), to: "script.sh")
        let stub = "#!/bin/sh\nfor a in \"$@\"; do printf '<%s>' \"$a\"; done\n"
        let curl = try folder.write(Array(stub.utf8), to: "curl")
        #expect(chmod(curl, 0o700) == 0)
        let command =
            "PATH=\(folder.path):$PATH PARCEL_TOKEN='a'\\''b\"$c\\' WORD='p:$w' sh \(script)"
        let output = try ShellRun(command).output
        #expect(output.contains("<Authorization: Bearer a'b\"$c\\>"), "\(output)")
        // ann:p:$w
        #expect(output.contains("<Authorization: Basic YW5uOnA6JHc=>"), "\(output)")
        #expect(output.contains("<http://127.0.0.1:9/x/v2/parcels/7?fields=id>"), "\(output)")
        #expect(output.contains("<text=it%27s&size=2>"), "\(output)")
    }

    @Test("Without a secret in the environment the script stops before it sends anything")
    func scriptStops() throws {
        let folder = try TemporaryDirectory()
        let text = try CurlScript.text(of: try parcels(), .init(seed: 1, now: moment))
        let script = try folder.write(Array(text.utf8), to: "script.sh")
        let run = try ShellRun("env -u PARCEL_TOKEN WORD=x sh \(script) 2>&1; echo status $?")
        #expect(run.output.contains("PARCEL_TOKEN: set it to the value of token"))
        #expect(run.output.hasSuffix("status 2\n"), "\(run.output)")
    }

    @Test("The same seed gives the same script, another seed another")
    func seed() throws {
        let contracts = try ncmb()
        let script = { (seed: UInt64) throws in
            try CurlScript.text(of: contracts, .init(seed: seed, now: moment))
        }
        #expect(try script(1) == script(1))
        #expect(try script(1) != script(2))
    }

    @Test(
        "What is missing is named with what to do",
        arguments: [
            (
                "variables: { k: { env: K, secret: true } }",
                "documented: \"https://h.example\"",
                "made.yaml:3: expected a value of \"k\", to sign the requests with, got none; give "
                    + "--var k=VALUE or set K in the environment"
            ),
            (
                "variables: { k: { default: x } }", "basePath: /b",
                "made.yaml:2: expected a documented address of the target, got none; give --target "
                    + "api=URL"
            ),
        ]
    )
    func missing(variables: String, target: String, message: String) throws {
        let linted = LintedContract(
            """
            contract: "1"
            targets: { api: { \(target) } }
            \(variables)
            securitySchemes: { s: { type: hmac, key: "{{k}}", stringToSign: x, into: { header: S } } }
            operations: { a: { request: { path: /a, security: s } } }
            """
        )
        #expect(linted.diagnosis.isEmpty, "\(linted.diagnosis)")
        let contracts = try ContractSet([linted.contract])
        let error = #expect(throws: InterchangeError.self) {
            try CurlScript.text(of: contracts, .init(seed: 1, now: moment))
        }
        #expect(error?.description == message)
    }
}
