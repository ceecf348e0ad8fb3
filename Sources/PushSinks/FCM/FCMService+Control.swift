package import Cryptography
package import HTTP
package import JSON
package import ReferencePush
import Synchronization

extension FCMService {
    private static let states: StateTable<FCMService> = [
        "access-token": .variables(FCMService.makeToken),
        "app-instance": .change(FCMService.changeInstance),
        "token-responses": .change(FCMService.changeResponses),
    ]

    package func change(_ change: StateChange) throws(StateChangeError) -> JSONObject {
        try Self.states.apply(change, to: self)
    }

    private func changeInstance(_ change: StateChange) throws(StateChangeError) {
        let token = try change.token("token")
        guard change.params["package"] != nil else { return }
        let package = try change.text("package", "the name of a package, a string")
        switches.withLock { $0.packages.change(package, of: token, change.action) }
    }

    private func changeResponses(_ change: StateChange) throws(StateChangeError) {
        let token = try change.token("token")
        let codes = FCMRefusal.Code.allCases.map(\.rawValue)
        let expected = "one of \(codes.joined(separator: ", "))"
        let text = try change.text("code", expected)
        guard let code = FCMRefusal.Code(rawValue: text) else {
            throw change.fault("code", expected)
        }
        switches.withLock { $0.responses.change(code, of: token, change.action) }
    }

    /// A token that is not good any more.
    private func makeToken(_ change: StateChange) throws(StateChangeError) -> JSONObject {
        guard change.params["age"]?.stringValue == "expired" else {
            throw change.fault("age", "the text expired")
        }
        let token = mint.token(until: options.now() - 1, allowsMessaging: true)
        return JSONObject([.init(name: "expiredToken", value: .string(token))])
    }

    package func control(_ name: Substring, _ request: ServerRequest) -> ControlReply? {
        guard name == "sender", request.method == "GET" else { return state.control(name, request) }
        let origin = "http://" + (request.headers["Host"] ?? "localhost")
        do {
            return .value(try sender(at: origin))
        } catch {
            return .refusal(500, "\(error)")
        }
    }

    package func need(ofSendersAt origin: String?) throws -> JSONValue? {
        try sender(at: origin ?? Self.documentedOrigin)
    }

    /// Credentials of a sender: the file that the console provides for a service account.
    ///
    /// - Parameter origin: Origin of the sink.
    /// - Returns: The content of the file.
    /// - Throws: When the key of the options is unusable, or none can be made.
    package func sender(at origin: String) throws(SigningKey.Unusable) -> JSONValue {
        let account = try serviceAccount()
        return [
            "type": "service_account",
            "project_id": .string(options.project),
            "private_key_id": "reference",
            "private_key": .string(account.privateKey),
            "client_email": .string(account.email),
            "client_id": "0",
            "token_uri": .string("\(origin)/token"),
            "universe_domain": "googleapis.com",
        ]
    }

    /// The registration token of a recipient, by number.
    package func registrationToken(of number: UInt64) -> String {
        Base64.encode(recipients.name(of: number), alphabet: .url, padded: false)
    }
}
