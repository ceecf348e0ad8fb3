import HTTP
import JSON
import ReferencePush

extension Defect {
    /// A defect of APNs that needs a clock.
    static let apns: [Defect] = [
        Defect(
            name: "apns-sender-for-half-an-hour",
            service: "apns",
            summary: "Provider tokens are good for half an hour",
            breaks: ["push/provider-fresh"]
        ) { request, service in
            let authorization = request.headers["authorization"] ?? ""
            let token = CompactToken(String(authorization.dropFirst("bearer ".count)))
            let issued = token?.seconds("iat") ?? .max
            let now = Instant.now().milliseconds / 1_000
            return issued < now - 1_800 ? .expiredProvider : service.handle(request)
        }
    ]

    /// Defects of Web Push that need bytes.
    static let webPush: [Defect] = [
        Defect(
            name: "web-push-content-cut",
            service: "web-push",
            summary: "The last byte of a message is lost",
            breaks: [
                "push/decrypts", "push/declarative", "push/declarative-mutable",
                "push/declarative-number", "push/declarative-notification",
                "push/declarative-title", "push/declarative-navigate",
            ]
        ) { request, service in
            var request = request
            _ = request.body.popLast()
            return service.handle(request)
        },
        Defect(
            name: "web-push-tampering-seen",
            service: "web-push",
            summary: "What cannot be decrypted is refused",
            breaks: ["push/tampered"]
        ) { request, service in
            // The last byte of the example in RFC 8291 §5, 0xCD, with one bit changed.
            request.body.last == 0xCC
                ? WebPushRefusal(400, "refused").outcome.response : service.handle(request)
        },
    ]
}

extension ServerResponse {
    fileprivate static let expiredProvider = ServerResponse(
        status: APNsReason.expiredProviderToken.status,
        headers: HTTPFields([.init(name: "content-type", value: "application/json")]),
        body: APNsReason.expiredProviderToken.body(timestamp: 0)
    )
}
