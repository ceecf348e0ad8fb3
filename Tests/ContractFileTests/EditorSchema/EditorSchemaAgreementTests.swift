import Testing

struct EditorSchemaAgreementTests {
    @Test(
        "What the loader accepts, the schema accepts",
        arguments: TableSamples.accepted + SecuritySamples.accepted + OperationSamples.accepted
            + RequestSamples.accepted
            + StepSamples.accepted + GroupSamples.accepted + ListenerSamples.accepted
            + AssertSamples.accepted
            + RowSamples.accepted
    )
    func accepted(sample: EditorSample) throws {
        let verdicts = try EditorVerdicts(sample.contract)
        #expect(verdicts.schemaAccepts, verdicts.description)
        #expect(verdicts.loaderAccepts, verdicts.description)
    }

    @Test(
        "What the loader refuses, the schema refuses",
        arguments: TableSamples.refused + SecuritySamples.refused + OperationSamples.refused
            + RequestSamples.refused
            + StepSamples.refused + GroupSamples.refused + ListenerSamples.refused
            + AssertSamples.refused
            + RowSamples.refused
    )
    func refused(sample: EditorSample) throws {
        let verdicts = try EditorVerdicts(sample.contract)
        #expect(!verdicts.schemaAccepts, verdicts.description)
        #expect(!verdicts.loaderAccepts, verdicts.description)
    }

    @Test(
        "What only the loader can know, the schema lets pass",
        arguments: LoaderOnlySamples.refused + ListenerSamples.loaderOnly
    )
    func loaderOnly(sample: EditorSample) throws {
        let verdicts = try EditorVerdicts(sample.contract)
        #expect(verdicts.schemaAccepts, verdicts.description)
        #expect(!verdicts.loaderAccepts, verdicts.description)
    }
}
