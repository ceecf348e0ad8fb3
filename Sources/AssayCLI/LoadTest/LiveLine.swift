import Base
import LoadModel
import Measure

/// The line that shows the progress of a run.
enum LiveLine {
    /// - Parameters:
    ///   - figures: The progress of the run.
    ///   - columns: The width of the terminal; the least important parts are left out to fit. `nil` leaves nothing
    ///     out.
    ///   - separator: The text between parts.
    /// - Returns: The line without its end.
    static func text(
        _ figures: LiveFigures,
        columns: Int? = nil,
        separator: String = "  "
    ) -> String {
        guard figures.elapsed >= 0 || figures.dueRate > 0 else {
            return "starts in \(seconds(-figures.elapsed))"
        }
        var parts = parts(figures)
        func line() -> String { parts.map(\.text).joined(separator: separator) }
        guard let columns else { return line() }
        while line().count >= columns, let least = parts.map(\.rank).max(), least > 0 {
            parts.removeAll { $0.rank == least }
        }
        return String(line().prefix(max(columns - 1, 0)))
    }

    /// The elapsed time, and the requests in flight: `12 s of 30 s · in flight 64`.
    static func moment(_ figures: LiveFigures) -> String {
        guard figures.elapsed >= 0 || figures.dueRate > 0 else {
            return "starts in \(seconds(-figures.elapsed))"
        }
        let place = figures.elapsed < 0 ? "warm-up \(seconds(figures.elapsed))" : progress(figures)
        var parts = [place, "in flight \(figures.inFlight)"]
        if figures.waiting > 0 { parts.append("waiting \(figures.waiting)") }
        if let undelivered = figures.undelivered {
            parts.append("to deliver \(Count.grouped(undelivered))")
        }
        return parts.joined(separator: " · ")
    }

    /// The line of requests to each recipient besides a run: `prepare registerToken: 12,000 of 100,000 …`.
    ///
    /// - Parameters:
    ///   - subject: The request, and how often it is sent.
    ///   - figures: The progress.
    ///   - settledCount: How many requests have ended.
    ///   - columns: The width of the terminal; `nil` without one.
    /// - Returns: The line without its end.
    static func text(
        _ subject: LiveDisplay.Subject,
        _ figures: LiveFigures,
        settledCount: UInt64,
        columns: Int?
    ) -> String {
        let counts = "\(Count.grouped(settledCount)) of \(Count.grouped(subject.count))"
        let line = [
            "\(subject.name): \(counts)", rate(figures.doneRate), "in flight \(figures.inFlight)",
            "errors \(figures.failedCount)",
        ].joined(separator: "  ")
        return columns.map { String(line.prefix(max($0 - 1, 0))) } ?? line
    }

    /// The parts of a line; parts with a higher rank are left out sooner.
    private static func parts(_ figures: LiveFigures) -> [(text: String, rank: Int)] {
        let place = figures.elapsed < 0 ? "warm-up \(seconds(figures.elapsed))" : progress(figures)
        var parts = [
            (place, 0),
            ("due \(rate(figures.dueRate))", 4),
            ("done \(rate(figures.doneRate))", 3),
            ("in flight \(figures.inFlight)", 8),
        ]
        if figures.waiting > 0 { parts.append(("waiting \(figures.waiting)", 5)) }
        parts += [
            ("p50 \(latency(figures.p50))", 9), ("p99 \(latency(figures.p99))", 2),
            ("max \(latency(figures.greatest))", 10), ("errors \(figures.failedCount)", 1),
        ]
        if let undelivered = figures.undelivered {
            parts.append(("to deliver \(Count.grouped(undelivered))", 5))
        }
        if let thresholds = figures.thresholds, thresholds.count > 0 {
            parts.append((text(thresholds), thresholds.failed > 0 ? 6 : 7))
        }
        return parts.map { (text: $0.0, rank: $0.1) }
    }

    /// Failed thresholds come before inconclusive ones.
    private static func text(_ thresholds: LiveFigures.Thresholds) -> String {
        let count = thresholds.count
        if thresholds.failed > 0 { return "thresholds \(thresholds.failed) of \(count) failed" }
        guard thresholds.inconclusive > 0 else { return "no threshold failed yet" }
        return "thresholds \(thresholds.inconclusive) of \(count) inconclusive"
    }

    private static func progress(_ figures: LiveFigures) -> String {
        guard figures.elapsed < figures.span else { return "drains" }
        return "\(seconds(figures.elapsed)) of \(seconds(figures.span))"
    }

    /// Whole seconds: `12 s`.
    private static func seconds(_ nanoseconds: Int64) -> String {
        "\((nanoseconds + (nanoseconds < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000) s"
    }

    /// Whole arrivals, or hundredths of a low rate.
    private static func rate(_ rate: Double) -> String {
        let hundredths = Int64((rate * 100).rounded())
        if hundredths % 100 == 0 { return "\(hundredths / 100)/s" }
        guard hundredths < 1000 else { return "\(Int64(rate.rounded()))/s" }
        let decimals = String(100 + hundredths % 100).dropFirst()
        return "\(hundredths / 100).\(decimals)/s"
    }

    private static func latency(_ latency: LiveFigures.Latency) -> String {
        switch latency {
        case .nothing: "–"
        case .failed: "failed"
        case .time(let nanoseconds): NanosecondText.short(nanoseconds)
        }
    }
}
