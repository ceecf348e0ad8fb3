package import HTTP

extension HTTP2Server {
    /// The behaviour of the server on a connection; counts are per connection.
    package struct Behaviour: Sendable {
        /// Returns the answer to a complete request, on the server's thread.
        package var answer: @Sendable (Request) -> Answer
        /// The number of concurrent streams allowed from the start; `nil` leaves the setting out.
        package var maxConcurrentStreams: UInt32? = 100
        package var limitChanges: [LimitChange] = []
        package var greeting = Greeting.atOnce
        /// The window for the body of one stream, in bytes; `nil` leaves the 65,535 of RFC 9113 §6.9.2.
        package var streamWindow: UInt32?
        /// The same for all bodies of the connection together.
        package var connectionWindow: Int32?
        package var windowUpdates = WindowUpdates.automatic
        /// Responds as soon as the head has arrived, and then ends the stream with NO_ERROR, as nginx does if it
        /// ignores bodies (RFC 9113 §8.1); the requests have no body.
        package var responsesEarly = false
        package var goAway: GoAway?
        package var rawBytes: RawBytes?
        package var pause: Pause?
        /// The field whose values the account counts, in lower case; for example `apns-id`.
        package var identityField: String?

        package init(_ answer: @escaping @Sendable (Request) -> Answer) {
            self.answer = answer
        }

        /// Responds to every request with `response`.
        package init(_ response: Response = Response()) {
            self.init { _ in .response(response) }
        }
    }

    /// The moment when the server sends its first frame, which is SETTINGS.
    package enum Greeting: Sendable {
        case atOnce
        /// Sends no bytes before the delay.
        case after(Duration)
        /// Never sends any bytes.
        case never
    }

    /// The moment when the server opens the window again for received body data.
    package enum WindowUpdates: Sendable {
        case automatic
        case after(Duration)
        case never
    }

    /// A change of the stream limit during a run.
    package struct LimitChange: Sendable {
        package let limit: UInt32
        /// The number of received requests that triggers it.
        package let requests: Int
        /// The delay before it is sent.
        package let delay: Duration

        package init(to limit: UInt32, afterRequests requests: Int, delay: Duration = .zero) {
            self.limit = limit
            self.requests = requests
            self.delay = delay
        }
    }

    /// The end of a connection, announced by the server.
    package struct GoAway: Sendable {
        package enum Ending: Sendable {
            /// Names the last received stream, answers up to it and closes; later streams are ignored.
            case drained
            /// The same, after a first GOAWAY without a stream limit, and the response to a PING.
            case announced
            /// Names `lastStream` as the last processed stream, and closes without another response.
            case abrupt(lastStream: Int32)
        }

        /// The number of received requests that triggers it.
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

    /// A time in which the complete server neither reads nor responds.
    package struct Pause: Sendable {
        /// The number of received requests on the connection that triggers it.
        package let requests: Int
        /// `nil` lasts until `resume()` is called.
        package let length: Duration?

        package init(afterRequests requests: Int, length: Duration? = nil) {
            self.requests = requests
            self.length = length
        }
    }

    /// A complete request.
    package struct Request: Sendable, Hashable {
        /// Counted from 0 over all connections, in the order in which requests were complete.
        package let number: Int
        /// Counted from 0 in the order of arrival.
        package let connection: Int
        package let stream: Int32
        package let method: String
        /// The path with its query.
        package let path: String
        package let authority: String
        /// Without pseudo-header fields.
        package let fields: HTTPFields
        package let body: [UInt8]
    }

    /// The server's action for a request.
    package enum Answer: Sendable {
        case response(Response)
        /// RST_STREAM instead of a response.
        case reset(ErrorCode, after: Duration = .zero)
        case silence
    }

    /// A response; for HEAD it is sent without its body.
    package struct Response: Sendable {
        package var status: Int
        package var fields: HTTPFields
        package var body: [UInt8]
        package var trailers = HTTPFields()
        /// Statuses of 1xx responses that are sent before it.
        package var interim: [Int] = []
        /// The delay before the response.
        package var delay: Duration
        /// RST_STREAM after the body, instead of the end of the stream.
        package var resetCode: ErrorCode?
        /// Whether the stream stays open forever after the body.
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

    /// The reason why a stream or a connection ends (RFC 9113 §7).
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
