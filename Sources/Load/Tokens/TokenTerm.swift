import Contract
import LoadModel

/// From when to when a token is used, and when the next one is asked for.
///
/// Moments are nanoseconds on a clock that never goes back.
struct TokenTerm: Hashable, Sendable {
    /// From when on requests are no longer sent with it; `Int64.max` for never.
    let end: Int64
    /// When the next one is to be asked for; `nil` for never.
    let renewal: Int64?

    /// - Parameters:
    ///   - token: What came.
    ///   - asked: When it was asked for: it may count its time from then.
    ///   - now: When it came.
    /// - Throws: Why it cannot be used.
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
        // Not at once again, however short its time is.
        renewal = max(asked + validity / 5 * 4, now + Self.shortestPause)
    }

    /// How long to wait before the next attempt when so many in a row have failed: 250 ms, then twice as long
    /// each time, up to 2 s.
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

/// Why a token that came cannot be used.
enum TokenFault: Error, Hashable, CustomStringConvertible {
    /// Its answer says so.
    case over(validity: Int64)
    /// It was so long on its way; both in nanoseconds.
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
