package import Contract
import Profile

/// Why a send of a profile cannot be laid out.
package struct RequestFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    package let reason: String
    package let location: SourceLocation

    package init(_ reason: String, at location: SourceLocation) {
        self.reason = reason
        self.location = location
    }

    init(_ error: TemplateError, in send: LoadProfile.Send) {
        self.init("\(send.name): \(error.reason)", at: error.location ?? send.location)
    }

    package var description: String { "\(location): \(reason)" }
}
