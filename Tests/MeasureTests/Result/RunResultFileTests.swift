import JSON
import Testing

@testable import Measure

struct RunResultFileTests {
    @Test("A result survives a round trip through its file", arguments: [false, true])
    func roundTrip(hasStreams: Bool) throws {
        let result = hasStreams ? SampleRun.streams : SampleRun.full
        let text = result.fileText
        let again = try RunResult(parsing: Array(text.utf8), file: "result.json")
        #expect(again == result)
        #expect(again.fileText == text)
    }

    @Test("Event counts are present for every send, or absent")
    func events() throws {
        let json = SampleRun.streams.json
        #expect(json["recording"]?["events"] == [0, 12])
        #expect(json["totals"]?["events"] == 12)
        #expect(json["totals"]?["eventRate"] == .number(.real(1.2)))
        #expect(SampleRun.full.json["recording"]?["events"] == nil)
        let wrong = try json.setting(try JSONPointer("/recording/events"), to: [12])
        #expect(throws: RunResultError.self) {
            try RunResult(parsing: Array(wrong.text.utf8), file: "result.json")
        }
    }

    @Test(
        "The reason and time of an early end survive a round trip",
        arguments: [
            RunCut.interrupted, .threshold(1), .noConnection("refused: 127.0.0.1:1"),
            .audience("devices.csv:7:1: cut"), .noToken("security scheme \"app\": down"),
        ]
    )
    func cut(cut: RunCut) throws {
        let result = SampleRun.result(
            Recording(SampleRun.plan),
            parts: [
                SampleRun.part(
                    cut: cut,
                    statistics: RunStatistics(
                        turns: 1,
                        lateTurns: 2,
                        busyTime: 3,
                        opened: 4,
                        refused: 5,
                        closedIdle: 6,
                        settled: 7,
                        unsentThoughFree: 8,
                        lastRefusal: "timeout"
                    )
                )
            ]
        )
        let again = try RunResult(parsing: Array(result.fileText.utf8), file: "result.json")
        #expect(again == result)
        #expect(again.cut == cut)
        #expect(again.countedTime == 5_000_000_000)
    }

    @Test("Readable figures are in seconds, and a percentile without a value has its reason")
    func figures() throws {
        var recording = Recording(SampleRun.plan)
        let good = recording.cell(OutcomeCell.Key(send: 0, outcome: "201", isGood: true))
        let bad = recording.cell(OutcomeCell.Key(send: 0, outcome: "timeout", isGood: false))
        for index in 0..<1000 as Range<Int64> {
            let due = index * 1_000_000
            let done = due + 2_097_151
            recording.record(
                SettledArrival(due: due, ready: due, sent: due, done: done, own: 0),
                cell: index < 980 ? good : bad,
                isResponse: index < 980
            )
        }
        let json = SampleRun.result(recording).json
        let latency = try #require(json["totals"]?["latency"])
        // 2^21 - 1 is the greatest value of its counter.
        let expected: JSONValue = [
            "mean": 0.002097151, "p50": 0.002097151, "p90": 0.002097151, "p95": 0.002097151,
            "p99": nil, "p999": nil, "max": 0.002097151,
            "missing": ["p99": "failed", "p999": "tooFew"],
        ]
        #expect(latency == expected)
        #expect(json["totals"]?["failedRatio"] == 0.02)
        #expect(json["totals"]?["completedInTime"] == 980)
        // 980 × 100,500 ÷ 101, rounded.
        #expect(json["totals"]?["recipients"] == 975_149)
        #expect(json["outcomes"]?["timeout"]?["sends"] == ["createPush": 20])
        #expect(json["outcomes"]?["timeout"]?["latency"]?["p50"] == 0.002097151)
        #expect(json["slices"]?.arrayValue?.first?["startSeconds"] == 0)
    }

    @Test("The start time is written both readable and exact")
    func start() {
        let json = SampleRun.fullJSON
        #expect(json["startedAt"] == "2026-09-21T14:13:20.123Z")
        #expect(
            json["parts"]?.arrayValue?.first?["startedAtNanoseconds"] == 1_790_000_000_123_456_789
        )
    }
}
