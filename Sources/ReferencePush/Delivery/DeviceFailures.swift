/// What provider states have the push services answer for single devices.
///
/// Each is counted, so that two cases that need it at the same time do not end it for each other.
struct DeviceFailures: Sendable {
    /// By token, the latest last, which is the one that counts.
    private var failures: [String: [DeliveryFailure]] = [:]
}

extension DeviceFailures {
    var isEmpty: Bool { failures.isEmpty }

    /// What is answered for a token, if it is an error.
    subscript(_ token: String) -> DeliveryFailure? { failures[token]?.last }

    mutating func change(_ failure: DeliveryFailure, of token: String, _ action: StateAction) {
        var list = failures[token] ?? []
        switch action {
        case .setup: list.append(failure)
        case .teardown: list.lastIndex(of: failure).map { _ = list.remove(at: $0) }
        }
        failures[token] = list.isEmpty ? nil : list
    }
}
