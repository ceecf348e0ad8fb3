import Platform

/// Why a bus cannot be used.
package struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call that failed.
    package let call: String
    package let reason: String

    package var description: String { "\(call): \(reason)" }

    init(_ call: String, _ reason: String) {
        self.call = call
        self.reason = reason
    }

    init(_ call: String, _ error: SystemError) {
        self.init(call, "\(error)")
    }
}
