package import JSON

/// What one device gets, and the push service that brings it there.
package struct Notification: Sendable {
    /// The push service of a system, with what it wants to know besides.
    package enum Gateway: Hashable, Sendable {
        /// Apple's; a call goes to the topic of its own.
        case apns(topic: String, isCall: Bool = false)
        /// Google's.
        case fcm
    }

    package let gateway: Gateway
    package let token: String
    /// For APNs the whole payload, for FCM the members of the message besides its token.
    package let content: JSONObject

    package init(gateway: Gateway, token: String, content: JSONObject) {
        self.gateway = gateway
        self.token = token
        self.content = content
    }
}
