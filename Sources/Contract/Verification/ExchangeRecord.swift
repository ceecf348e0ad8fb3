package import Base
package import HTTP

/// One request that a step sent, and what came back; or one that a listener received, and what it
/// answered.
package struct ExchangeRecord: Sendable {
    /// The operation, when the step performs several; `nil` for a step's only request.
    package var label: String?
    /// As it went on the wire.
    package var request: HTTPRequest
    package var answer: Result<HTTPResponse, TransportFailure>
    /// The text that was signed; `nil` when nothing was.
    package var stringToSign: String?
    /// When it was sent; `nil` when that is not known.
    package var startedAt: Timestamp?

    package init(
        label: String? = nil,
        request: HTTPRequest,
        answer: Result<HTTPResponse, TransportFailure>,
        stringToSign: String? = nil,
        startedAt: Timestamp? = nil
    ) {
        self.label = label
        self.request = request
        self.answer = answer
        self.stringToSign = stringToSign
        self.startedAt = startedAt
    }
}

extension ExchangeRecord {
    /// What came; `nil` when nothing did.
    package var response: HTTPResponse? {
        guard case .success(let response) = answer else { return nil }
        return response
    }

    /// Why there is no answer; `nil` when there is one.
    package var failure: TransportFailure? {
        guard case .failure(let failure) = answer else { return nil }
        return failure
    }
}
