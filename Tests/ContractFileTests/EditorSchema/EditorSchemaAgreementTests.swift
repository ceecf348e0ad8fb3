import Testing

struct EditorSchemaAgreementTests {
    @Test(
        "What the loader accepts, the schema accepts",
        arguments: EditorSample.all(.accepted) + RowSamples.accepted
    )
    func accepted(sample: EditorSample) throws {
        let verdicts = try EditorVerdicts(sample.contract)
        #expect(verdicts.schemaAccepts, verdicts.description)
        #expect(verdicts.loaderAccepts, verdicts.description)
    }

    @Test(
        "What the loader refuses, the schema refuses",
        arguments: EditorSample.all(.refused) + RowSamples.refused
    )
    func refused(sample: EditorSample) throws {
        let verdicts = try EditorVerdicts(sample.contract)
        #expect(!verdicts.schemaAccepts, verdicts.description)
        #expect(!verdicts.loaderAccepts, verdicts.description)
    }

    @Test(
        "What only the loader can know, the schema lets pass",
        arguments: EditorSample.all(.loaderOnly)
    )
    func loaderOnly(sample: EditorSample) throws {
        let verdicts = try EditorVerdicts(sample.contract)
        #expect(verdicts.schemaAccepts, verdicts.description)
        #expect(!verdicts.loaderAccepts, verdicts.description)
    }
}
