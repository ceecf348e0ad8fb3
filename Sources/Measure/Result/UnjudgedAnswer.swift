/// Why nobody knows what the body of a response says, by the name of its outcome.
///
/// No code has such a name, as codes have no blanks.
package enum UnjudgedAnswer: String, Error, Hashable, Sendable, CaseIterable {
    /// It is in a content coding that is not known here, or not in the one that it names.
    case notDecodable = "not decodable"
    /// It is longer than what is looked into.
    case tooLong = "too long"

    /// The name of a response whose status tells whether it is good, and whose code is not known: `500 too long`.
    package func name(ofStatus status: Int) -> String { "\(status) \(rawValue)" }

    /// What an outcome says of bodies; `nil` when it says nothing of the kind.
    fileprivate static func found(in outcome: String) -> UnjudgedAnswer? {
        allCases.first { outcome == $0.rawValue || outcome.hasSuffix(" \($0.rawValue)") }
    }
}

extension OutcomeCell.Key {
    /// Why the code of such a response is not known; `nil` when it is, or has none.
    package var unknownCode: UnjudgedAnswer? { UnjudgedAnswer.found(in: outcome) }

    /// Why nobody knows whether such a response is good; `nil` when that is known.
    package var unjudged: UnjudgedAnswer? {
        guard !isGood, let reason = unknownCode else { return nil }
        let status = outcome.dropLast(reason.rawValue.count).split(separator: " ").last
        return status.map { $0.count == 3 && Int($0) != nil } ?? false ? nil : reason
    }
}

extension Recording {
    /// Counted arrivals of which nobody knows whether they ended as their send declares.
    package var unjudgedCount: UInt64 {
        arrivalCells.reduce(0) { $0 + ($1.key.unjudged == nil ? 0 : $1.count) }
    }
}
