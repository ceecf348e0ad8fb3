import Contract
import JSON
import Testing

@testable import Reports

struct RecordedVerdictsTests {
    @Test("What the JSON report says of a promise is read back")
    func roundTrip() throws {
        let result = SampleResult.everything
        let verdicts = try RecordedVerdicts(JSONReport(version: "1").document(of: result.facts))
        #expect(verdicts.files == ["contracts/sample/tables.yaml"])
        #expect(!result.promises.isEmpty)
        for promise in result.promises {
            let key = PromiseKey(file: promise.location.file, id: promise.id)
            #expect(verdicts[key] == promise.status, "\(promise.id)")
        }
        #expect(verdicts[PromiseKey(file: "other.yaml", id: "send")] == nil)
    }

    @Test(
        "A document of another kind or version is refused, with what was expected",
        arguments: [
            (
                #"{"assayDiff":1}"#,
                "expected what `assay verify --format json` writes, got {\"assayDiff\":1}, without "
                    + "\"assayVerification\""
            ),
            (
                "[1]",
                "expected what `assay verify --format json` writes, got [1], without "
                    + "\"assayVerification\""
            ),
            (#"{"assayVerification":2}"#, "assayVerification: expected 1, got 2"),
        ]
    )
    func unusable(text: String, message: String) throws {
        let document = try JSONValue(parsing: Array(text.utf8))
        let error = #expect(throws: RecordedVerdicts.Unusable.self) {
            try RecordedVerdicts(document)
        }
        #expect(error?.description == message)
    }
}
