import Base
package import Cryptography
import DeliveryFeed
package import HTTP
import HTTPServer
import JSON
import Platform
import ReferencePush
import Synchronization

/// Firebase Cloud Messaging as senders see it: the HTTP v1 API, and the endpoint for access tokens.
package final class FCMService: PushSink {
    package let name = "fcm"
    package let limits = ServerLimits(requestLineBytes: 8 * 1_024, bodyBytes: 1 << 20)
    let options: SinkOptions
    package let state: SinkState
    let mint: AccessTokenMint
    let recipients: SinkRecipients
    let switches = Mutex(FCMSwitches())
    private let account = Mutex<FCMAccount?>(nil)
    private let messageIDs = Atomic<UInt64>(0)

    package init(options: SinkOptions = SinkOptions()) {
        self.options = options
        state = SinkState(knobs: options.knobs)
        recipients = SinkRecipients(seed: options.knobs.seed)
        var system = SystemRandomNumberGenerator()
        mint = AccessTokenMint(secret: system.next())
    }

    package func handle(_ request: ServerRequest) -> ServerResponse {
        let arrival = state.arrival()
        switch Self.routes.match(request.method, request.path.segments) {
        case .found(let operation, let parameters):
            let call = FCMCall(request: request, parameters: parameters, arrival: arrival)
            return state.settled(operation(self)(call), arrival.knobs)
        case .otherMethod, .unknownPath:
            return state.settled(.notFound, arrival.knobs)
        }
    }

    package var authorities: [String] { ["fcm.googleapis.com:443", "oauth2.googleapis.com:443"] }

    /// The account whose key signs for access tokens; created when first needed.
    ///
    /// - Throws: When the key of the options is unusable, or none can be made.
    package func serviceAccount() throws(SigningKey.Unusable) -> FCMAccount {
        try account.withLock { account throws(SigningKey.Unusable) in
            if let account { return account }
            let made = try FCMAccount(options)
            account = made
            return made
        }
    }
}

extension SinkOptions {
    /// The ID of the only known project.
    var project: String { keys["project"] ?? "reference" }
}

extension SinkEntry {
    static let fcm = SinkEntry(name: "fcm") { FCMService(options: $0) }
}

/// A service account, which a sender signs as.
package struct FCMAccount: Sendable {
    package let email: String
    package let privateKey: String
    let key: VerifyingKey

    fileprivate init(_ options: SinkOptions) throws(SigningKey.Unusable) {
        email = options.keys["clientEmail"] ?? "sender@reference.iam.gserviceaccount.com"
        if let pem = options.keys["privateKey"] {
            privateKey = pem
            key = VerifyingKey(try SigningKey(pem: pem, algorithm: .rs256))
        } else {
            let made = try SigningKey.generatedRSA()
            privateKey = made.pem
            key = VerifyingKey(made.key)
        }
    }
}

/// Conditions set by provider states.
struct FCMSwitches: Sendable {
    /// Response to messages for a token, by token.
    var responses = DeviceStates<FCMRefusal.Code>()
    /// Package of a token, by token.
    var packages = DeviceStates<String>()
}

/// One request for something that is offered.
struct FCMCall: Sendable {
    let request: ServerRequest
    /// Values of the parameters in the route's path.
    let parameters: [Substring]
    let arrival: SinkArrival
}

extension FCMService {
    private typealias Operation = @Sendable (FCMService) -> (FCMCall) -> SinkOutcome

    private static let routes: RouteTable<Operation> = [
        "POST /v1/projects/{project}/messages:send": FCMService.send,
        "POST /token": FCMService.grantToken,
    ]

    private func send(_ call: FCMCall) -> SinkOutcome {
        let moment = MonotonicClock.now
        let outcome: SinkOutcome
        do throws(FCMRefusal) {
            outcome = try accepted(call)
        } catch {
            outcome = error.outcome
        }
        if state.feeds.areOpen { tell(of: call, outcome, at: moment) }
        return outcome
    }

    /// Reports a delivery, unless the message was only validated.
    private func tell(of call: FCMCall, _ outcome: SinkOutcome, at moment: Int64) {
        let name = (try? FCMMessage(call.request.body))?.target.name ?? ""
        let isGone = outcome.code == FCMRefusal.Code.unregistered.rawValue
        state.feeds.tell(
            at: moment,
            departure: state.departure(call.arrival.knobs, arrival: moment),
            recipient: name.utf8,
            content: call.request.body[...],
            outcome.message != nil ? .taken : isGone ? .unregistered : .refused
        )
    }

    private func accepted(_ call: FCMCall) throws(FCMRefusal) -> SinkOutcome {
        if call.arrival.isUnavailable {
            throw FCMRefusal(.unavailable, "The service is currently unavailable")
        }
        try authorize(call)
        if call.arrival.isTooMany {
            throw FCMRefusal(.quotaExceeded, "Quota exceeded for the message rate of the project")
        }
        if call.request.problem != nil {
            throw FCMRefusal(FieldViolation(field: "", description: "The request is too large"))
        }
        let message: FCMMessage
        do { message = try FCMMessage(call.request.body) } catch { throw FCMRefusal(error) }
        if case .token(let token) = message.target { try check(token, message, call.arrival) }
        return outcome(of: message)
    }

    /// Checks that the sender has a token of the project, with the required scope.
    private func authorize(_ call: FCMCall) throws(FCMRefusal) {
        let words = (call.request.headers["Authorization"] ?? "").split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer",
            let allows = mint.allowsMessaging(String(words[1]), at: options.now())
        else { throw .unauthenticated }
        guard allows else {
            throw FCMRefusal(
                status: 403,
                "PERMISSION_DENIED",
                "Request had insufficient authentication scopes"
            )
        }
        guard String(call.parameters[0]) == options.project else {
            throw FCMRefusal(
                status: 403,
                "PERMISSION_DENIED",
                "The account may not send for this project"
            )
        }
    }

    /// Whether the app that a token is of can be reached.
    private func check(
        _ token: String,
        _ message: FCMMessage,
        _ arrival: SinkArrival
    ) throws(FCMRefusal) {
        guard Self.isToken(token) else { throw .invalidToken }
        let (response, package) = switches.withLock { ($0.responses[token], $0.packages[token]) }
        if let response {
            throw FCMRefusal(response, "A provider state wants \(response.rawValue)")
        }
        if arrival.isUnregistered(token) {
            throw FCMRefusal(.unregistered, "Requested entity was not found")
        }
        let wanted = message.content["android"]?["restricted_package_name"]?.stringValue
        if let wanted, let package, wanted != package {
            throw FCMRefusal(
                .invalidArgument,
                "The package name does not match that of the registration token"
            )
        }
    }

    /// Approximate form of a registration token, as documents do not specify it.
    private static func isToken(_ text: String) -> Bool {
        (20...4_096).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || "-_:.~%".utf8.contains($0)
            }
    }

    private func outcome(of message: FCMMessage) -> SinkOutcome {
        let number = messageIDs.add(1, ordering: .relaxed).newValue
        let id = message.isTrial ? "fake_message_id" : "0:\(options.now())%\(number)"
        let name: JSONValue = .string("projects/\(options.project)/messages/\(id)")
        var outcome = SinkOutcome(response: .json(["name": name]))
        if !message.isTrial {
            outcome.message = SinkMessage(
                recipient: message.target.name,
                content: .object(message.content)
            )
        }
        return outcome
    }
}

extension ServerResponse {
    /// A success.
    static func json(_ value: JSONValue, _ more: [HTTPFields.Field] = []) -> ServerResponse {
        let type = HTTPFields.Field(name: "Content-Type", value: "application/json; charset=UTF-8")
        return ServerResponse(
            status: 200,
            headers: HTTPFields([type] + more),
            body: value.textBytes
        )
    }
}

extension SinkOutcome {
    /// No resource at the path, or not with this method.
    fileprivate static let notFound = SinkOutcome(
        response: ServerResponse(
            status: 404,
            headers: HTTPFields([.init(name: "Content-Type", value: "text/html; charset=UTF-8")]),
            body: Array("<title>Error 404 (Not Found)</title>\n".utf8)
        ),
        code: "no-such-path"
    )
}
