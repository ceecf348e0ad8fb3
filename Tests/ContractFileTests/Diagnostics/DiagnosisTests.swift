import ContractFile
import Glibc
import Testing

/// Diagnoses of the files in `Fixtures`.
struct DiagnosisTests {
    private static let contracts = DiagnosisFile.all(in: "Contracts")
    private static let documents = DiagnosisFile.all(in: "YAML")

    @Test(
        "Errors in a contract are reported with their position",
        arguments: contracts.flatMap(\.samples)
    )
    func contract(sample: DiagnosisSample) {
        #expect(Self.said(ofContract: sample) == sample.said)
    }

    @Test(
        "Errors in the YAML of a contract are reported with their position",
        arguments: documents.flatMap(\.samples)
    )
    func document(sample: DiagnosisSample) {
        #expect(Self.said(ofDocument: sample) == sample.said)
    }

    @Test(
        "With ASSAY_REWRITE_FIXTURES set, the files are rewritten with the current diagnostics",
        .enabled(if: getenv("ASSAY_REWRITE_FIXTURES") != nil)
    )
    func rewrite() throws {
        for file in Self.contracts { try file.rewrite(Self.said(ofContract:)) }
        for file in Self.documents { try file.rewrite(Self.said(ofDocument:)) }
    }

    private static func said(ofContract sample: DiagnosisSample) -> String {
        String(LoadedContract(sample.text + "\n", sample.files).diagnosis.dropLast())
    }

    private static func said(ofDocument sample: DiagnosisSample) -> String {
        let source = SourceText(file: "push.yaml", bytes: Array(sample.text.utf8))
        let diagnostics = Diagnostics()
        _ = YAMLDocument.parse(source, into: diagnostics)
        return String(DiagnosticRenderer(sources: [source]).render(diagnostics.list).dropLast())
    }
}
