import Contract
import LoadModel

/// Lifetime of a token, and when to request the next one.
///
/// Moments are nanoseconds on a clock that never goes back.
struct TokenTerm: Hashable, Sendable {
    /// From here on requests do not use it; `Int64.max` for never.
    let end: Int64
    /// When to request the next one; `nil` for never.
    let renewal: Int64?

    /// - Parameters:
    ///   - token: The token and its validity.
    ///   - asked: When it was requested: its validity may count from then.
    ///   - now: When it came.
    /// - Throws: A `TokenFault` for an unusable token.
    init(_ token: AccessToken, asked: Int64, now: Int64) throws(TokenFault) {
        guard token.text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw .controlCharacter
        }
        guard let validity = token.validity.map(Self.nanoseconds) else {
            (end, renewal) = (.max, nil)
            return
        }
        let use = token.lifetime.map(Self.nanoseconds) ?? validity
        guard validity > 0, use > 0 else { throw .over(validity: validity) }
        guard asked + use > now else { throw .late(took: now - asked, use: use) }
        end = asked + use
        // Never at once, however short its lifetime is.
        renewal = max(asked + validity / 5 * 4, now + Self.shortestPause)
    }

    /// Pause before the next attempt after a number of consecutive failures: 250 ms, doubled each time, up to 2 s.
    static func pause(afterFailures count: Int) -> Int64 {
        let doublings = min(max(count - 1, 0), 3)
        return firstPause << Int64(doublings)
    }

    private static let firstPause: Int64 = 250_000_000
    private static let shortestPause: Int64 = 10_000_000

    /// A duration of at most thirty years, so that sums of two do not overflow.
    static func nanoseconds(_ duration: Duration) -> Int64 {
        let seconds = min(max(duration.components.seconds, -1_000_000_000), 1_000_000_000)
        return seconds * 1_000_000_000 + duration.components.attoseconds / 1_000_000_000
    }
}

/// Why a token is unusable.
enum TokenFault: Error, Hashable, CustomStringConvertible {
    /// Already expired by its own validity.
    case over(validity: Int64)
    /// Requesting it took longer than it can be used; both in nanoseconds.
    case late(took: Int64, use: Int64)
    case controlCharacter

    var description: String {
        switch self {
        case .over(let validity):
            "the access token that came is over already: it is good for "
                + NanosecondText.exact(validity)
        case .late(let took, let use):
            "the access token that came is over already: it took \(NanosecondText.short(took)) and "
                + "is used for \(NanosecondText.exact(use))"
        case .controlCharacter:
            "the access token that came has a control character in it, which no header field may have"
        }
    }
}
