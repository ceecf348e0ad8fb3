/// Writes histograms of intervals as HdrHistogram's log, version 1.3, which its tools plot.
///
/// Nanoseconds within, milliseconds in the column of maxima, as jHiccup has it.
package struct IntervalLog: Sendable {
    /// The text so far, each line with its end.
    package private(set) var text: String

    /// Begins a log.
    ///
    /// - Parameters:
    ///   - title: One line that describes the measurement.
    ///   - startMilliseconds: When the first interval began, since 1970-01-01T00:00:00Z.
    ///   - startText: The same moment as text.
    package init(title: String, startMilliseconds: Int64, startText: String) {
        let seconds = Self.decimal(startMilliseconds)
        text = """
            #[\(title)]
            #[Histogram log format version 1.3]
            #[StartTime: \(seconds) (seconds since epoch), \(startText)]
            #[BaseTime: \(seconds) (seconds since epoch)]
            "StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"

            """
    }

    /// Appends an interval.
    ///
    /// - Parameters:
    ///   - tag: Distinguishes several series in one log; without comma, space or line end.
    ///   - startMilliseconds: Since the start of the log.
    ///   - lengthMilliseconds: Length of the interval.
    ///   - histogram: Values in the interval, in nanoseconds.
    package mutating func append<Counter>(
        tag: String,
        startMilliseconds: Int64,
        lengthMilliseconds: Int64,
        _ histogram: Histogram<Counter>
    ) {
        let columns = [
            "Tag=\(tag)", Self.decimal(startMilliseconds), Self.decimal(lengthMilliseconds),
            Self.decimal(histogram.greatest / 1000), histogram.encodedText,
        ]
        text += columns.joined(separator: ",") + "\n"
    }

    /// Thousandths with three decimals.
    private static func decimal(_ thousandths: Int64) -> String {
        let digits = String(thousandths.magnitude % 1000)
        let sign = thousandths < 0 ? "-" : ""
        return "\(sign)\(thousandths.magnitude / 1000)."
            + String(repeating: "0", count: 3 - digits.utf8.count) + digits
    }
}
