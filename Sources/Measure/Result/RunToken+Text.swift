import Base
import LoadModel

extension RunToken {
    /// Whether a valid token was always available, and no attempt failed.
    package var isSound: Bool { failures.isEmpty && gaps.isEmpty }

    /// Sentences such as `The granted token of "app" was renewed 8 times, after 16 s, 32 s, … and 128 s.`, with the
    /// failures.
    package var text: String {
        ([renewalText] + [failureText, gapText].compactMap(\.self)).joined(separator: " ")
    }

    private var renewalText: String {
        let name = "The \(kind.rawValue) token of \"\(scheme)\""
        guard !renewals.isEmpty else { return "\(name) was not renewed." }
        let count = renewals.count == 1 ? "once" : "\(Count.grouped(renewals.count)) times"
        return "\(name) was renewed \(count), after \(momentText)."
    }

    /// The first moments and the last: `16 s, 32 s, 48 s, 64 s … 160 s`.
    private var momentText: String {
        let texts = renewals.map(NanosecondText.short)
        guard texts.count > Self.shownCount, let last = texts.last else {
            return texts.joined(separator: ", ")
        }
        return texts.prefix(Self.shownCount - 1).joined(separator: ", ") + " … \(last)"
    }

    private var failureText: String? {
        guard let last = failures.last else { return nil }
        let attempts = Count.grouped(failedCount, "attempt")
        return "\(attempts) to get one failed, the last after "
            + "\(NanosecondText.short(last.last)): \(last.reason)."
    }

    private var gapText: String? {
        guard !gaps.isEmpty else { return nil }
        let time = "No token was good for \(NanosecondText.short(timeWithout))"
        guard waited > 0 else { return time + "." }
        let arrivals = Count.grouped(waited, "arrival")
        return "\(time), and \(arrivals) waited for one: \(NanosecondText.short(meanWait)) on "
            + "average, \(NanosecondText.short(longestWait)) at most; that is a part of their latency, "
            + "as wait for a connection is."
    }

    private static let shownCount = 6
}
