import ContractFile
import Interchange
import JSON
import Testing

struct HARImportTests {
    @Test("A small record becomes this contract, which lints clean")
    func golden() throws {
        let imported = try HARImport.contract(
            from: try Fixture.document("letters.har"),
            file: "letters.har"
        )
        try Fixture.expect(imported.text, toBe: "letters-har.contract.yaml")
        #expect(LintedContract(imported.text).diagnosis.isEmpty)
    }
}
