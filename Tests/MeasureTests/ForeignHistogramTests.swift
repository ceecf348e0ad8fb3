import JSON
import TestSupport
import Testing

@testable import Measure

/// Checks the encoding against the `hdrhistogram` package from PyPI.
struct ForeignHistogramTests {
    /// The Python that has the package; `nil` reports that the tests did not run.
    static func python() async -> String? {
        guard let path = ChildProcess.path(of: "python3"),
            let probe = try? ChildProcess(path, ["-c", "import hdrh; print('there')"])
        else { return nil }
        return await probe.outputUntilEnd() == Array("there\n".utf8) ? path : nil
    }

    private static let script = """
        import json, sys
        from hdrh.histogram import HdrHistogram
        from hdrh.log import HistogramLogReader
        first = HdrHistogram.decode(sys.argv[1])
        bins = [[i.value_iterated_to, i.count_at_value_iterated_to] for i in first.get_recorded_iterator()]
        again = HdrHistogram.decode(first.encode())
        log = HistogramLogReader(sys.argv[2], HdrHistogram(1, 2, 2))
        interval = log.get_next_interval_histogram()
        print(json.dumps({
            "count": first.get_total_count(), "bins": bins, "encoded": first.encode().decode(),
            "p50": first.get_value_at_percentile(50), "start": log.start_time_sec,
            "interval": interval.get_total_count(), "tag": interval.get_tag(),
        }))
        """

    @Test(
        "Another implementation reads the same counters and a log",
        .enabled("NOT RUN: python3 cannot import hdrh; pip install hdrhistogram") {
            await python() != nil
        },
        .timeLimit(.minutes(5))
    )
    func decoding() async throws {
        let python = try #require(await Self.python())
        var histogram = Histogram<UInt64>(.total)
        var value: Int64 = 90
        for _ in 0..<1001 {
            histogram.record(value)
            value = value * 51 / 50 + 7
            if value > 3_000_000_000_000 { value = 90 }
        }
        var log = IntervalLog(title: "test", startMilliseconds: 1_500, startText: "then")
        log.append(tag: "latency", startMilliseconds: 0, lengthMilliseconds: 1000, histogram)
        let response = try await Self.answer(of: python, histogram, log)
        #expect(response["count"] == 1001)
        #expect(response["bins"] == Self.bins(of: histogram))
        #expect(response["p50"]?.intValue.map(Int64.init) == histogram.value(atRank: 501))
        #expect(response["start"] == 1.5)
        #expect(response["interval"] == 1001)
        #expect(response["tag"] == "latency")
        let text = try #require(response["encoded"]?.stringValue)
        let foreign = try Histogram<UInt64>(encodedText: text)
        #expect(foreign.counters == histogram.counters)
    }

    private static func answer(
        of python: String,
        _ histogram: Histogram<UInt64>,
        _ log: IntervalLog
    ) async throws -> JSONValue {
        let directory = try TemporaryDirectory()
        let path = try directory.write(Array(log.text.utf8), to: "latency.hlog")
        let process = try ChildProcess(python, ["-c", script, histogram.encodedText, path])
        return try JSONValue(parsing: await process.outputUntilEnd())
    }

    /// The counters in use with their greatest values, as the package lists them.
    private static func bins(of histogram: Histogram<UInt64>) -> JSONValue {
        .array(
            histogram.counters.indices.filter { histogram.counters[$0] > 0 }.map { index in
                [
                    .number(.integer(histogram.layout.highestValue(at: index))),
                    .number(.unsigned(histogram.counters[index])),
                ]
            }
        )
    }
}
