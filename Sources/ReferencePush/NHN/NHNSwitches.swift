/// What provider states have switched on.
///
/// Each is counted, so that two cases that need it at the same time do not end it for each other.
struct NHNSwitches: Sendable {
    /// A state without parameters.
    enum Name: String, Hashable, Sendable, CaseIterable {
        case noCertificate = "no-certificate"
        case invalidCertificate = "invalid-certificate"
        case tagSystemDown = "tag-system-down"
        case loggingOff = "logging-off"
        case singleToken = "single-token"
        case duplicatesPrevented = "duplicates-prevented"
        case deliveryLate = "delivery-late"
        case night = "night"
        case day = "day"
    }

    private var counts: [Name: Int] = [:]
    /// The internal errors that every request is answered with, the latest last.
    private var internalErrors: [Int] = []
    /// What becomes of a message to a token, the latest last.
    private var fates: [String: [NHNTokenFate]] = [:]
}

extension NHNSwitches {
    subscript(_ name: Name) -> Bool { counts[name] != nil }

    /// The code of the internal error that every request is answered with, if one is switched on.
    var internalError: Int? { internalErrors.last }

    /// What becomes of a message to a token, unless it arrives.
    func fate(of token: String) -> NHNTokenFate? { fates[token]?.last }

    mutating func change(_ name: Name, _ action: StateAction) {
        let count = max(0, counts[name, default: 0] + (action == .setup ? 1 : -1))
        counts[name] = count == 0 ? nil : count
    }

    mutating func change(internalError code: Int, _ action: StateAction) {
        change(&internalErrors, code, action)
    }

    mutating func change(_ fate: NHNTokenFate, of token: String, _ action: StateAction) {
        var list = fates[token] ?? []
        change(&list, fate, action)
        fates[token] = list.isEmpty ? nil : list
    }

    private func change<Value: Equatable>(
        _ list: inout [Value],
        _ value: Value,
        _ action: StateAction
    ) {
        switch action {
        case .setup: list.append(value)
        case .teardown: list.lastIndex(of: value).map { _ = list.remove(at: $0) }
        }
    }
}

/// What becomes of a message that does not arrive.
enum NHNTokenFate: Hashable, Sendable {
    /// The token is dead: it is removed, and listed as invalid.
    case invalid
    case failed(NHNErrorCause)
}
