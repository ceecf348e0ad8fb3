import Contract
import Cryptography
import HTTP
import JSON
import Synchronization

/// A service's encodings on top of HTTP and JSON, for editing its messages.
protocol MessageWire: Sendable {
    /// Values of `{{server.…}}`: keys, moments and numbers known to the server only.
    var known: JSONObject { get }

    /// Whether each request is a form, regardless of its Content-Type.
    var sendsForms: Bool { get }

    /// Decodes parts of a request in the service's own encoding.
    func open(_ document: inout JSONObject)

    /// Puts that back where it changed.
    func close(_ document: inout JSONObject, unlike original: JSONObject)

    /// Encodes a changed request, with valid signatures if the original has them.
    ///
    /// - Parameters:
    ///   - request: The changed request.
    ///   - original: The client's request.
    ///   - forges: Whether signatures are valid even if the original's are not.
    /// - Returns: `nil` when the original must be used.
    func sealed(
        _ request: ServerRequest,
        for original: ServerRequest,
        forges: Bool
    ) -> ServerRequest?

    /// Encodes a changed response, with a valid signature for the client's request.
    func sealed(_ response: ServerResponse, to original: ServerRequest) -> ServerResponse
}

extension MessageWire {
    var known: JSONObject { JSONObject() }

    var sendsForms: Bool { false }

    func open(_ document: inout JSONObject) {}

    func close(_ document: inout JSONObject, unlike original: JSONObject) {}

    func sealed(
        _ request: ServerRequest,
        for original: ServerRequest,
        forges: Bool
    ) -> ServerRequest? { request }

    func sealed(_ response: ServerResponse, to original: ServerRequest) -> ServerResponse {
        response
    }
}

/// HTTP and JSON without further encodings.
struct PlainWire: MessageWire {}

/// Requests and responses of NCMB, which are signed again.
struct NCMBWire: MessageWire {
    let service: NCMBService

    var known: JSONObject {
        var known = JSONObject()
        known["applicationKey"] = service.applications.first.map { .string($0.applicationKey) }
        let now = Instant.now()
        known["now"] = .string(now.iso)
        known["tomorrow"] = .string((now + .seconds(86_400)).iso)
        return known
    }

    /// The condition of a search, which is JSON in a parameter.
    func open(_ document: inout JSONObject) {
        guard let text = document["query"]?["where"]?.stringValue else { return }
        document["where"] = try? JSONValue(parsing: Array(text.utf8))
    }

    func close(_ document: inout JSONObject, unlike original: JSONObject) {
        guard document["where"] != original["where"] else { return }
        var query = document["query"]?.objectValue ?? JSONObject()
        query["where"] = document["where"].map { .string($0.text) }
        document["query"] = .object(query)
    }

    func sealed(
        _ request: ServerRequest,
        for original: ServerRequest,
        forges: Bool
    ) -> ServerRequest? {
        var call = NCMBCall(original, applications: service.applications)
        let isAuthentic = (try? call.authenticate(options: service.options)) != nil
        guard isAuthentic || forges else { return nil }
        let changed = NCMBCall(request, applications: service.applications)
        // A signature that a defect wrote stays as it is.
        guard request.headers["X-NCMB-Signature"] == original.headers["X-NCMB-Signature"],
            let application = changed.application, let text = changed.stringToSign
        else { return request }
        var request = request
        request.headers.set("X-NCMB-Signature", text.signature(key: application.clientKey))
        return request
    }

    func sealed(_ response: ServerResponse, to original: ServerRequest) -> ServerResponse {
        sealed(response, to: original, reversingKey: false, over: response.body)
    }

    /// Signs a response for the original request, if the service signed it.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - original: The client's request.
    ///   - reversingKey: Whether to sign with a different key.
    ///   - body: Signed in place of the body.
    /// - Returns: The response with its new signature.
    func sealed(
        _ response: ServerResponse,
        to original: ServerRequest,
        reversingKey: Bool,
        over body: [UInt8]
    ) -> ServerResponse {
        let call = NCMBCall(original, applications: service.applications)
        guard response.headers["X-NCMB-Response-Signature"] != nil,
            let application = call.application, let text = call.stringToSign
        else { return response }
        let key = reversingKey ? application.clientKey.reversed() : application.clientKey
        var response = response
        response.headers.set(
            "X-NCMB-Response-Signature",
            text.responseSignature(key: key, body: body)
        )
        return response
    }
}

/// Requests of NHN Cloud Push and TOAST Push.
struct NHNWire: MessageWire {
    let face: NHNFace

    var known: JSONObject {
        var known = JSONObject()
        let application = face.service.options.applications[0]
        known["appKey"] = .string(application.appKey)
        known["secretKey"] = .string(application.secretKey)
        known["random"] = .string("\(UInt64.random(in: 0 ... .max))")
        return known
    }
}

/// Requests of CORE PUSH: forms, with messages in Base64 in one field.
struct CorePushWire: MessageWire {
    let service: CorePushService

    var sendsForms: Bool { true }

    var known: JSONObject {
        var known = JSONObject()
        known["iphoneKey"] = .string(CorePushKey.demoIPhone.configKey)
        known["androidKey"] = .string(CorePushKey.demoAndroid.configKey)
        known["random"] = .string("\(Int.random(in: 0..<1 << 60))")
        return known
    }

    /// The messages, and what the server knows about the token, the feedback key and the app.
    func open(_ document: inout JSONObject) {
        let form = document["form"]
        document.updateObject("server") { server in
            server["knowsToken"] = false
            guard let key = form?["config_key"]?.stringValue,
                let app = service.apps.withLock({ $0[key] })
            else { return }
            app.data.withLock { data in
                let token = form?["device_token"]?.stringValue ?? ""
                server["knowsToken"] = .bool(data.devices[token] != nil)
                server["removedToken"] = .bool(data.removedTokens.contains(token))
                server["user"] = data.devices[token]?.appUserID.map { .string($0) }
                server["categories"] = data.devices[token]?.categories.list.map { .string($0) }
                server["firstPush"] = data.history.last.map { .string("\($0.id)") }
                let send = data.send(feedbackKey: form?["feedback_key"]?.stringValue ?? "")
                server["isForUsers"] = send.map {
                    .bool($0.message.appUserID != CorePushMessage.everybody)
                }
            }
        }
        guard let bytes = Base64.decode(document["form"]?["request_data"]?.stringValue ?? ""),
            let value = try? JSONValue(parsing: bytes, duplicates: .refused),
            value.arrayValue != nil
        else { return }
        document["messages"] = value
    }

    func close(_ document: inout JSONObject, unlike original: JSONObject) {
        guard let messages = document["messages"], messages != original["messages"],
            var form = document["form"]?.objectValue
        else { return }
        form["request_data"] = .string(Base64.encode(messages.textBytes))
        document["form"] = .object(form)
    }
}

extension CorePushCategories {
    /// The ids of a list as a form has them; `nil` for a table.
    fileprivate var list: String? {
        guard case .list(let ids) = self else { return nil }
        return ids.joined(separator: ",")
    }
}
