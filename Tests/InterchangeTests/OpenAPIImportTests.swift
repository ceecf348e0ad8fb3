import ContractFile
import Interchange
import JSON
import Testing

struct OpenAPIImportTests {
    @Test("A small document of OpenAPI 3.0 becomes this contract, which lints clean")
    func golden() throws {
        let imported = try OpenAPIImport.contract(
            from: try Fixture.document("letters.openapi.yaml"),
            file: "letters.openapi.yaml"
        )
        try Fixture.expect(imported.text, toBe: "letters.contract.yaml")
        #expect(LintedContract(imported.text).diagnosis.isEmpty)
    }
}
