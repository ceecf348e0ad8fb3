package import HTTP

extension HTTP2Server {
    /// How the server behaves on a connection; counts are those of the connection.
    package struct Behaviour: Sendable {
        /// Says what a request gets, once it is whole, on the server's thread.
        package var answer: @Sendable (Request) -> Answer
        /// The streams that are allowed at once from the start; `nil` says nothing of them.
        package var maxConcurrentStreams: UInt32? = 100
        package var limitChanges: [LimitChange] = []
        package var greeting = Greeting.atOnce
        /// How much of a stream's body may be under way, in bytes; `nil` leaves the 65,535 of RFC 9113 §6.9.2.
        package var streamWindow: UInt32?
        /// The same for all bodies of the connection together.
        package var connectionWindow: Int32?
        package var windowUpdates = WindowUpdates.automatic
        /// Responses as soon as the head has come, and then ends the stream with NO_ERROR, as nginx does where
        /// it does not look at bodies (RFC 9113 §8.1); its requests have none.
        package var responsesEarly = false
        package var goAway: GoAway?
        package var rawBytes: RawBytes?
        package var pause: Pause?
        /// The field whose values the account counts, in small letters; for example `apns-id`.
        package var identityField: String?

        package init(_ answer: @escaping @Sendable (Request) -> Answer) {
            self.answer = answer
        }

        /// Responses every request with `response`.
        package init(_ response: Response = Response()) {
            self.init { _ in .response(response) }
        }
    }

    /// When the server sends its first frame, which is SETTINGS.
    package enum Greeting: Sendable {
        case atOnce
        /// Nothing at all is sent before.
        case after(Duration)
        /// Nothing is ever sent.
        case never
    }

    /// When the client may send what takes the place of body that came.
    package enum WindowUpdates: Sendable {
        case automatic
        case after(Duration)
        case never
    }

    /// Another limit of streams in mid-run.
    package struct LimitChange: Sendable {
        package let limit: UInt32
        /// How many requests have come by then.
        package let requests: Int
        /// How much later it is said.
        package let delay: Duration

        package init(to limit: UInt32, afterRequests requests: Int, delay: Duration = .zero) {
            self.limit = limit
            self.requests = requests
            self.delay = delay
        }
    }

    /// The end of a connection that the server announces.
    package struct GoAway: Sendable {
        package enum Ending: Sendable {
            /// Names the last stream that came, answers up to it and closes; later streams are ignored.
            case drained
            /// The same, after a first GOAWAY that names no stream, and the response to a PING.
            case announced
            /// Names `lastStream` as the last that was looked at, and closes without another response.
            case abrupt(lastStream: Int32)
        }

        /// How many requests have come by then.
        package var requests: Int
        package var code: ErrorCode
        package var debugData: String
        package var ending: Ending

        package init(
            afterRequests requests: Int = 0,
            code: ErrorCode = .noError,
            debugData: String = "",
            ending: Ending = .drained
        ) {
            self.requests = requests
            self.code = code
            self.debugData = debugData
            self.ending = ending
        }
    }

    /// A time in which the whole server neither reads nor answers.
    package struct Pause: Sendable {
        /// How many requests of the connection have come by then.
        package let requests: Int
        /// `nil` lasts until somebody calls `resume()`.
        package let length: Duration?

        package init(afterRequests requests: Int, length: Duration? = nil) {
            self.requests = requests
            self.length = length
        }
    }

    /// A whole request.
    package struct Request: Sendable, Hashable {
        /// Counted from 0 over all connections, in the order in which requests were whole.
        package let number: Int
        /// Counted from 0 in the order of arrival.
        package let connection: Int
        package let stream: Int32
        package let method: String
        /// With its query.
        package let path: String
        package let authority: String
        /// Without pseudo-header fields.
        package let fields: HTTPFields
        package let body: [UInt8]
    }

    /// What the server does with a request.
    package enum Answer: Sendable {
        case response(Response)
        /// RST_STREAM in place of a response.
        case reset(ErrorCode, after: Duration = .zero)
        case silence
    }

    /// A response; one to HEAD goes without its body.
    package struct Response: Sendable {
        package var status: Int
        package var fields: HTTPFields
        package var body: [UInt8]
        package var trailers = HTTPFields()
        /// Answers with a status of 1xx that go before it.
        package var interim: [Int] = []
        /// How long the response takes.
        package var delay: Duration
        /// RST_STREAM after the body, in place of the end of the stream.
        package var resetCode: ErrorCode?
        /// Whether the stream stays open after the body, for ever.
        package var staysOpen = false

        package init(
            _ status: Int = 200,
            _ fields: HTTPFields = HTTPFields(),
            body: String = "",
            delay: Duration = .zero
        ) {
            self.status = status
            self.fields = fields
            self.body = Array(body.utf8)
            self.delay = delay
        }
    }

    /// Why a stream or a connection ends (RFC 9113 §7).
    package struct ErrorCode: RawRepresentable, Hashable, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        package static let noError = ErrorCode(rawValue: 0)
        package static let protocolError = ErrorCode(rawValue: 1)
        package static let internalError = ErrorCode(rawValue: 2)
        package static let refusedStream = ErrorCode(rawValue: 7)
        package static let cancel = ErrorCode(rawValue: 8)
        package static let enhanceYourCalm = ErrorCode(rawValue: 11)
    }
}
