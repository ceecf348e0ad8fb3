import Base
import CommandLineTool
import Contract
import LoadModel

/// The start of a run, so that several machines begin together.
enum StartMoment: Hashable {
    case moment(Timestamp)
    case delay(Duration)

    /// `2026-01-31T12:00:00Z`, or `+5s`.
    init?(_ text: String) {
        if text.hasPrefix("+") {
            guard let delay = Quantity.duration(String(text.dropFirst())) else { return nil }
            self = .delay(delay)
        } else {
            guard let moment = Timestamp(rfc3339: text) else { return nil }
            self = .moment(moment)
        }
    }

    /// Nanoseconds from `now` on; negative for a time in the past.
    func nanoseconds(from now: Timestamp) -> Int64 {
        switch self {
        case .delay(let delay): delay.wholeNanoseconds
        case .moment(let moment):
            moment.advanced(byNanoseconds: -now.nanosecondsSince1970).nanosecondsSince1970
        }
    }
}
