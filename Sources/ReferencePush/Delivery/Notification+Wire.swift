import Contract
import HTTP
import JSON

extension Notification {
    /// The request to the push service.
    ///
    /// APNs requires HTTP/2 over TLS, FCM TLS and an access token; stand-ins accept the same request over cleartext
    /// HTTP/1.1.
    ///
    /// - Parameters:
    ///   - origin: The scheme, host and port of the stand-in.
    ///   - prefix: A path in front of the service's own; may be empty.
    /// - Returns: The request, with everything that the push service's documents require except for credentials.
    func request(to origin: String, prefix: String) -> HTTPRequest {
        let token = PercentEncoding.encoded(token)
        var headers = HTTPFields()
        headers.append("Content-Type", "application/json")
        switch gateway {
        case .apns(let topic, let isCall):
            let isSilent = !isCall && isSilent
            headers.append("apns-topic", isCall ? topic + ".voip" : topic)
            headers.append("apns-push-type", isCall ? "voip" : isSilent ? "background" : "alert")
            headers.append("apns-priority", isSilent ? "5" : "10")
            if let expiration {
                headers.append("apns-expiration", "\(expiration.milliseconds / 1_000)")
            }
            return HTTPRequest(
                method: "POST",
                origin: origin,
                path: "\(prefix)/3/device/\(token)",
                headers: headers,
                body: JSONValue.object(content).textBytes
            )
        case .fcm:
            var message = JSONObject()
            message["token"] = .string(self.token)
            for member in content.members { message[member.name] = member.value }
            return HTTPRequest(
                method: "POST",
                origin: origin,
                path: "\(prefix)/v1/projects/reference/messages:send",
                headers: headers,
                body: (["message": .object(message)] as JSONValue).textBytes
            )
        }
    }

    /// Whether the device shows nothing, which APNs requires to be declared.
    private var isSilent: Bool {
        guard let aps = content["aps"]?.objectValue, aps["content-available"] == 1 else {
            return false
        }
        return ["alert", "badge", "sound"].allSatisfy { aps[$0] == nil }
    }

    /// The device's failure in a response of the push service; `nil` for success.
    func failure(in response: HTTPResponse) -> DeliveryFailure? {
        guard response.status != 200 else { return nil }
        let json = try? JSONValue(parsing: response.body, duplicates: .refused)
        switch gateway {
        case .apns:
            if response.status == 410 { return .unregistered }
            let reason = json?["reason"]?.stringValue
            return Self.badTokens.contains(reason ?? "") ? .invalidToken : .unknown
        case .fcm:
            let codes = (json?["error"]?["details"]?.arrayValue ?? []).map {
                $0["errorCode"]?.stringValue
            }
            if codes.contains("UNREGISTERED") { return .unregistered }
            return codes.contains("INVALID_ARGUMENT") ? .invalidToken : .unknown
        }
    }

    /// The reasons of APNs that speak against the token and not against the push.
    private static let badTokens: Set = ["BadDeviceToken", "DeviceTokenNotForTopic"]
}
