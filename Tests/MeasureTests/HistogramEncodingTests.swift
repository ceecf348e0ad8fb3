import Testing

@testable import Measure

struct HistogramEncodingTests {
    @Test("A histogram survives a round trip")
    func roundTrip() throws {
        var histogram = Histogram<UInt32>(.slice)
        for value in [0, 1_000, 1_000, 5_000_000, 3_599_000_000_000, 9_999_999_999_999] as [Int64] {
            histogram.record(value)
        }
        let text = histogram.encodedText
        #expect(try Histogram(encodedText: text, extremes: histogram.extremes) == histogram)
        #expect(
            try Histogram(encodedText: text)
                == Histogram(.slice, counters: histogram.counters, extremes: nil)
        )
    }

    @Test("An empty histogram survives a round trip")
    func empty() throws {
        let histogram = Histogram<UInt64>(.total)
        #expect(try Histogram<UInt64>(encodedText: histogram.encodedText) == histogram)
    }

    @Test("The bytes match HdrHistogram's version 2")
    func bytes() {
        var histogram = Histogram<UInt64>(HistogramLayout(lowest: 1, highest: 100_000, digits: 2))
        for _ in 0..<300 { histogram.record(2) }
        histogram.record(4)
        let head: [UInt8] = [
            0x1C, 0x84, 0x93, 0x13, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 2,
            0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0x86, 0xA0,
            0x3F, 0xF0, 0, 0, 0, 0, 0, 0,
        ]
        // Two zeros, 300 as 600 in seven-bit groups, one zero, 1 as 2.
        #expect(histogram.encodedBytes == head + [3, 0xD8, 0x04, 0, 2])
    }

    @Test(
        "Numbers of every length survive a round trip",
        arguments: [0, -1, 1, 63, 64, -64, -65, 8191, 8192, .max, .min, 1 << 55, -(1 << 55) - 1]
            as [Int64]
    )
    func zigzag(value: Int64) {
        var text = ByteText()
        text.append(zigzag: value)
        #expect(text.bytes.count <= 9)
        var reader = ByteReader(text.bytes)
        #expect(reader.zigzag() == value)
        #expect(reader.isAtEnd)
    }

    @Test(
        "An invalid histogram is rejected with its reason",
        arguments: [
            ("%%%", "expected a histogram as base64, got another text"),
            ("HISTFA==", "the histogram ends within its head"),
            (
                "AAAAAQAAAAA=",
                "expected an HdrHistogram of version 2, got a text that begins with 0x1"
            ),
            ("HISTFAAAAAk=", "the histogram ends within its compressed bytes"),
            ("HISTFAAAAAEB", "the histogram cannot be decompressed: truncated"),
        ]
    )
    func refusal(text: String, message: String) {
        let error = #expect(throws: HistogramTextError.self) {
            try Histogram<UInt64>(encodedText: text)
        }
        #expect(error?.description == message)
    }

    @Test("A log has one line per interval, with its maximum in milliseconds")
    func log() {
        var histogram = Histogram<UInt32>(.slice)
        histogram.record(2_769_499)
        var log = IntervalLog(
            title: "NCMB push",
            startMilliseconds: 1_441_812_279_474,
            startText: "2015-09-09T15:24:39Z"
        )
        log.append(tag: "latency", startMilliseconds: 127, lengthMilliseconds: 1007, histogram)
        #expect(
            log.text == """
                #[NCMB push]
                #[Histogram log format version 1.3]
                #[StartTime: 1441812279.474 (seconds since epoch), 2015-09-09T15:24:39Z]
                #[BaseTime: 1441812279.474 (seconds since epoch)]
                "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"
                Tag=latency,0.127,1.007,2.769,\(histogram.encodedText)

                """
        )
    }
}
