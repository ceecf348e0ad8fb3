import Testing

struct EditorSchemaAgreementTests {
    @Test(
        "The schema accepts everything that the loader accepts",
        arguments: EditorSample.all(.accepted) + RowSamples.accepted
    )
    func accepted(sample: EditorSample) throws {
        let verdicts = try EditorVerdicts(sample.contract)
        #expect(verdicts.schemaAccepts, verdicts.description)
        #expect(verdicts.loaderAccepts, verdicts.description)
    }

    @Test(
        "The schema rejects everything that the loader rejects",
        arguments: EditorSample.all(.refused) + RowSamples.refused
    )
    func refused(sample: EditorSample) throws {
        let verdicts = try EditorVerdicts(sample.contract)
        #expect(!verdicts.schemaAccepts, verdicts.description)
        #expect(!verdicts.loaderAccepts, verdicts.description)
    }

    @Test(
        "The schema accepts errors that only the loader can detect",
        arguments: EditorSample.all(.loaderOnly)
    )
    func loaderOnly(sample: EditorSample) throws {
        let verdicts = try EditorVerdicts(sample.contract)
        #expect(verdicts.schemaAccepts, verdicts.description)
        #expect(!verdicts.loaderAccepts, verdicts.description)
    }
}
