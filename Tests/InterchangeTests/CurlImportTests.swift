import ContractFile
import Interchange
import JSON
import Testing

struct CurlImportTests {
    @Test("Several commands become this contract, which lints clean")
    func golden() throws {
        let text = try Fixture.text("letters.sh")
        let imported = try CurlImport.contract(from: text, file: "letters.sh")
        try Fixture.expect(imported.text, toBe: "letters-curl.contract.yaml")
        #expect(LintedContract(imported.text).diagnosis.isEmpty)
    }
}
