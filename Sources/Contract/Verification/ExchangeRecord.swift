package import Base
package import HTTP

/// One request that a step sent, with its response; or one that a listener received, with the
/// listener's response.
package struct ExchangeRecord: Sendable {
    /// The operation, when the step performs several; `nil` for a step's only request.
    package var label: String?
    /// As sent over the wire.
    package var request: HTTPRequest
    package var result: Result<HTTPResponse, TransportFailure>
    /// The signed text; `nil` for an unsigned request.
    package var stringToSign: String?
    /// When it was sent; `nil` when unknown.
    package var startedAt: Timestamp?
    /// Earlier exchanges: redirects that were followed, a challenge that was met.
    package var before: [ExchangeRecord] = []
    /// Why a redirect was not followed although redirects are; `nil` otherwise.
    package var redirectEnd: String?
    /// Why the request was sent again after this exchange; `nil` when it was not.
    package var retry: Retry?
    /// The lengths of the original bodies, if `request` and `result` were changed.
    private var knownLengths: WireLengths?

    /// The reason for another exchange of the same request.
    package enum Retry: Hashable, Sendable {
        /// The time that `Retry-After` asked for.
        case waited(Duration)
        /// A new access token.
        case renewed
    }

    /// The sizes of bodies, in bytes.
    package struct WireLengths: Hashable, Sendable {
        package let request: Int
        package let response: Int
        /// Of the response with its content codings decoded.
        package let content: Int
    }

    package init(
        label: String? = nil,
        request: HTTPRequest,
        result: Result<HTTPResponse, TransportFailure>,
        stringToSign: String? = nil,
        startedAt: Timestamp? = nil
    ) {
        self.label = label
        self.request = request
        self.result = result
        self.stringToSign = stringToSign
        self.startedAt = startedAt
    }
}

extension ExchangeRecord {
    /// Everything sent over the wire, the exchange itself last.
    package var chain: [ExchangeRecord] {
        guard !before.isEmpty else { return [self] }
        var last = self
        last.before = []
        return before + [last]
    }

    /// The response; `nil` when there was none.
    package var response: HTTPResponse? {
        guard case .success(let response) = result else { return nil }
        return response
    }

    /// The reason for a missing response; `nil` if there is a response.
    package var failure: TransportFailure? {
        guard case .failure(let failure) = result else { return nil }
        return failure
    }

    /// The body of the response with its content codings decoded, else as received; empty without a
    /// response.
    package var content: [UInt8] {
        guard let response else { return [] }
        do {
            return try Subject(response, to: request).content()
        } catch {
            return response.body
        }
    }

    /// The lengths of the bodies on the wire; decodes the response.
    package var wireLengths: WireLengths {
        knownLengths
            ?? WireLengths(
                request: request.body?.count ?? 0,
                response: response?.body.count ?? 0,
                content: content.count
            )
    }

    /// Stores the lengths, so that later changes of the bodies do not affect them.
    package mutating func keepLengths() { knownLengths = wireLengths }
}
