import Contract
import JSON
import Measure
import Testing

@testable import Reports

struct RecordedVerdictsTests {
    @Test("Promises are read back from the JSON report")
    func roundTrip() throws {
        let result = SampleResult.everything
        let document = JSONReport(version: "1").document(of: result.facts)
        let verdicts = try RecordedVerdicts(document, file: "a.json")
        #expect(verdicts.files == ["contracts/sample/tables.yaml"])
        #expect(!result.promises.isEmpty)
        for promise in result.promises {
            let key = PromiseKey(file: promise.location.file, id: promise.id)
            #expect(verdicts[key] == promise.status, "\(promise.id)")
        }
        #expect(verdicts[PromiseKey(file: "other.yaml", id: "send")] == nil)
    }

    @Test(
        "A document of another kind or version is rejected, with the expectation",
        arguments: [
            (
                #"{"assayDiff":1}"#,
                "a.json: expected a report of assay verify, got an object without "
                    + "\"assayVerification\" (\"assayDiff\")"
            ),
            ("[1]", "a.json: expected a report of assay verify, got JSON of kind array"),
            (
                #"{"assayVerification":2}"#,
                "a.json: expected version 1 of the format, got version 2; read it with the assay that "
                    + "wrote it"
            ),
        ]
    )
    func unusable(text: String, message: String) throws {
        let document = try JSONValue(parsing: Array(text.utf8))
        let error = #expect(throws: RunResultError.self) {
            try RecordedVerdicts(document, file: "a.json")
        }
        #expect(error?.description == message)
    }
}
