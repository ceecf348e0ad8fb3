package import LoadModel

extension UnjudgedResponse {
    /// The reason in the name of an outcome; `nil` for any other outcome.
    fileprivate static func found(in outcome: String) -> UnjudgedResponse? {
        allCases.first { outcome == $0.rawValue || outcome.hasSuffix(" \($0.rawValue)") }
    }
}

extension OutcomeCell.Key {
    /// Why the code of such a response is unknown; `nil` for a known code, or none.
    package var unknownCode: UnjudgedResponse? { UnjudgedResponse.found(in: outcome) }

    /// Why such a response may be expected or not; `nil` when that is known.
    package var unjudged: UnjudgedResponse? {
        guard !isGood, let reason = unknownCode else { return nil }
        let status = outcome.dropLast(reason.rawValue.count).split(separator: " ").last
        return status.map { $0.count == 3 && Int($0) != nil } ?? false ? nil : reason
    }
}

extension Recording {
    /// Counted arrivals with an unreadable response, which may be expected or not.
    package var unjudgedCount: UInt64 {
        arrivalCells.reduce(0) { $0 + ($1.key.unjudged == nil ? 0 : $1.count) }
    }
}
