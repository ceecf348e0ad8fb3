import JSON
import Testing

@testable import Measure

struct RunResultRefusalTests {
    private func refusal(_ text: some StringProtocol) -> String? {
        do throws(RunResultError) {
            _ = try RunResult(parsing: Array(text.utf8), file: "result.json")
            return nil
        } catch {
            return error.description
        }
    }

    @Test(
        "An invalid run result is rejected with the file and the reason",
        arguments: [
            ("", "result.json: expected a result of assay load, got an empty file"),
            (
                "elapsed,due\n",
                "result.json: expected a result of assay load, got text that is not JSON: byte 0: "
                    + "expected a value, found \"elapsed\""
            ),
            (
                "{\"assayResult\": 1, \"too",
                "result.json: the file is cut short after 23 bytes; copy it again, or repeat the run"
            ),
            ("[1]", "result.json: expected a result of assay load, got JSON of kind array"),
            (
                "{\"metrics\": {}, \"root_group\": {}}",
                "result.json: expected a result of assay load, got an object without "
                    + "\"assayResult\" (\"metrics\", \"root_group\")"
            ),
            (
                "{\"assayVerification\": 1}",
                "result.json: expected a result of assay load, got a report of assay verify"
            ),
            (
                "{\"assayResult\": 2}",
                "result.json: expected version 1 of the format, got version 2; read it with the assay "
                    + "that wrote it"
            ),
            (
                "{\"assayResult\": 0}",
                "result.json: expected version 1 of the format, got version 0; read it with the assay "
                    + "that wrote it"
            ),
            (
                "{\"assayCapacity\": 1}",
                "result.json: expected a result of assay load, got a result of assay capacity"
            ),
            (
                "{\"assayResult\": 1}",
                "result.json: recording: expected a value, got nothing"
            ),
        ]
    )
    func foreign(text: String, message: String) {
        #expect(refusal(text) == message)
    }

    @Test("A truncated file is rejected as cut short, wherever it was cut")
    func cut() {
        let text = SampleRun.result(Recording(SampleRun.plan)).fileText
        for count in stride(from: 1, to: text.utf8.count - 2, by: 97) {
            let message =
                "result.json: the file is cut short after \(count) bytes; copy it again, or repeat "
                + "the run"
            // Not in the middle of a character.
            guard let cut = String(validating: text.utf8.prefix(count), as: UTF8.self) else {
                continue
            }
            #expect(refusal(cut) == message)
        }
    }

    @Test(
        "Inconsistent values are rejected with their position",
        arguments: [
            (
                "/totals/due", 12_001 as JSONValue,
                "totals.due: expected 10000 arrivals, as recording has, got 12001"
            ),
            (
                "/slices/3/good", 1,
                "slices[3].good: expected 602 good arrivals, as cells has, got 1"
            ),
            (
                "/recording/cells/0/latency/count", 1,
                "recording.cells[0].latency.count: expected 2961 values, as encoded has, got 1"
            ),
            (
                "/recording/cells/0/latency/encoded", "HISTFA==",
                "recording.cells[0].latency.encoded: expected a stored histogram, got a text that is "
                    + "none: the histogram ends within its head"
            ),
            (
                "/recording/cells/0/latency/sum", "1",
                "recording.cells[0].latency.sum: expected a sum of 2961 values between the extremes, "
                    + "got \"1\""
            ),
            (
                "/recording/sent", 5,
                "recording.sent: expected 9886 to 10000 arrivals, got 5"
            ),
            (
                "/recording/plan/sliceWidth", 7,
                "recording.plan.sliceWidth: expected 1, 5, 10, 60 or 120 s in nanoseconds, got 7"
            ),
            (
                "/slices/0/histograms", [],
                "slices[0].histograms: expected 3 histograms, got 0"
            ),
            (
                "/slices/0/bytesSent", -1,
                "slices[0].bytesSent: expected a whole number from 0 to 1000000000000000, got -1"
            ),
            (
                "/checks/skippedFor/size", 3,
                "checks.skippedFor: expected at most 4 together, got "
            ),
            (
                "/parts", [],
                "parts: expected at least one part, got []"
            ),
            (
                "/parts/0/shard", "5/4",
                "parts[0].shard: expected the number of a shard as 2/4, got \"5/4\""
            ),
            (
                "/profile/sends/0/name", "other",
                "profile.sends: expected the sends of recording.plan, got "
            ),
            (
                "/thresholds/0/relation", "below",
                "thresholds[0].relation: expected one of lt, lte, gt, gte, got \"below\""
            ),
            (
                "/profile/requestPerConnection", 5,
                "profile.requestPerConnection: expected no such member, got 5; did you mean "
                    + "\"requestsPerConnection\"?"
            ),
            (
                "/delivery/counts/late", 4_444,
                "delivery.counts: expected inTime, late, lost and notSeen that make up expected, got "
            ),
            (
                "/delivery/clocks/delivered", nil,
                "delivery.clocks.delivered: expected 9990 deliveries, as counts has, got 0"
            ),
            (
                "/delivery/deadlines/0/count", 5_546,
                "delivery.deadlines[1].count: expected 5546 to 9990 deliveries, got 5545"
            ),
            (
                "/delivery/deadlines/1/withinSeconds", 1,
                "delivery.deadlines[1].withinSeconds: expected more than that of the deadline "
                    + "before, got 1"
            ),
            (
                "/delivery/withinSeconds", 6,
                "delivery.deadlines: expected one of withinSeconds with 5545 deliveries, as counts has"
            ),
            (
                "/delivery/course/widthSeconds", 0.3,
                "delivery.course.widthSeconds: expected 0.1 times a power of two, got 0.3"
            ),
            (
                "/delivery/course/slices/0", [1, 2],
                "delivery.course.slices[0]: expected three counts, got [1,2]"
            ),
            (
                "/thresholds/6/metric/delivered", "p99",
                "thresholds[6].metric.withinSeconds: expected nothing beside a percentile, got 1"
            ),
            ("/slices/2/note", "x", "slices[2].note: expected no such member, got \"x\""),
            ("/root_group", [:], "root_group: expected no such member, got {}"),
        ] as [(String, JSONValue, String)]
    )
    func inconsistent(pointer: String, value: JSONValue, message: String) throws {
        let json = try SampleRun.fullJSON.setting(try JSONPointer(pointer), to: value)
        let found = try #require(refusal(json.text))
        #expect(found.hasPrefix("result.json: \(message)"))
    }
}
