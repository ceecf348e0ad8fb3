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
    /// What had to be exchanged before: redirects that were followed, a challenge that was met.
    package var before: [ExchangeRecord] = []
    /// Why a redirect was not followed although redirects are; `nil` when there is nothing to say.
    package var redirectEnd: String?
    /// Why the request was sent once more after this exchange; `nil` when it was not.
    package var retry: Retry?
    /// Those of what went over the wire, where `request` and `answer` are no longer that.
    private var knownLengths: WireLengths?

    /// What lies between two exchanges of the same request.
    package enum Retry: Hashable, Sendable {
        /// The time that `Retry-After` asked for.
        case waited(Duration)
        /// A new access token.
        case renewed
    }

    /// How many bytes bodies have.
    package struct WireLengths: Hashable, Sendable {
        package let request: Int
        package let answer: Int
        /// Of the answer with its content codings undone.
        package let content: Int
    }

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
    /// Everything that went over the wire, the exchange itself last.
    package var chain: [ExchangeRecord] {
        guard !before.isEmpty else { return [self] }
        var last = self
        last.before = []
        return before + [last]
    }

    /// What came; `nil` when nothing did.
    package var response: HTTPResponse? {
        guard case .success(let response) = answer else { return nil }
        return response
    }

    /// The reason for a missing response; `nil` if there is a response.
    package var failure: TransportFailure? {
        guard case .failure(let failure) = answer else { return nil }
        return failure
    }

    /// The body of the answer with its content codings undone, else as it came; empty without an
    /// answer.
    package var content: [UInt8] {
        guard let response else { return [] }
        do {
            return try Subject(response, to: request).content()
        } catch {
            return response.body
        }
    }

    /// How long the bodies were on the wire; costs the decoding of the answer.
    package var wireLengths: WireLengths {
        knownLengths
            ?? WireLengths(
                request: request.body?.count ?? 0,
                answer: response?.body.count ?? 0,
                content: content.count
            )
    }

    /// Keeps the lengths as they are, whatever becomes of the bodies.
    package mutating func keepLengths() { knownLengths = wireLengths }
}
