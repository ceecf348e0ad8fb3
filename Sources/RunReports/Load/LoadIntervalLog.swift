import Base
package import Measure
import ReportText

/// The slices of a run as an HdrHistogram log, version 1.3, which its tools plot and add up.
///
/// One interval for each slice that counts and each of its histograms: `latency`, `serviceTime`, and those of single
/// sends as `latency:createPush`. In nanoseconds; only successful arrivals.
package struct LoadIntervalLog: Sendable {
    package init() {}

    /// The whole log, with a final line end.
    package func text(of result: RunResult) -> String {
        let recording = result.recording
        let good = Count.grouped(recording.goodCount)
        let due = Count.grouped(recording.dueCount)
        let title = "\(result.profile.title): the \(good) of \(due) arrivals that ended well"
        let milliseconds = result.startedAt / 1_000_000
        var log = IntervalLog(
            title: PrintableText.line(title),
            startMilliseconds: milliseconds,
            startText: WallClockText.utc(result.startedAt)
        )
        let series = recording.slices
        for (position, slice) in series.slices.enumerated() {
            let start = Int64(series.first + position) * series.width
            guard start >= 0, start < recording.plan.span else { continue }
            for (track, histogram) in zip(recording.plan.tracks, slice.histograms) {
                log.append(
                    tag: Self.tag(track, recording.plan.sends),
                    startMilliseconds: start / 1_000_000,
                    lengthMilliseconds: series.width / 1_000_000,
                    histogram.histogram
                )
            }
        }
        return log.text
    }

    /// Without characters that would end the tag.
    private static func tag(_ track: SliceTrack, _ sends: [String]) -> String {
        let name = track.send.map { ":\(sends[$0])" } ?? ""
        return String(
            (track.clock.rawValue + name).map { character in
                let isPlain = character.isLetter || character.isNumber || ":-_.".contains(character)
                return isPlain ? character : "-"
            }
        )
    }
}
