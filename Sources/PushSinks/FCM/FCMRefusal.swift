import HTTP
import JSON

/// A refusal of a request, in the form of `google.rpc.Status`.
struct FCMRefusal: Error, Hashable, Sendable {
    /// FCM's error codes with their status and their code of `google.rpc`.
    enum Code: String, Hashable, Sendable, CaseIterable {
        case invalidArgument = "INVALID_ARGUMENT"
        case unregistered = "UNREGISTERED"
        case senderMismatch = "SENDER_ID_MISMATCH"
        case quotaExceeded = "QUOTA_EXCEEDED"
        case unavailable = "UNAVAILABLE"
        case internalError = "INTERNAL"
        case thirdPartyAuth = "THIRD_PARTY_AUTH_ERROR"

        var status: (Int, String) {
            switch self {
            case .invalidArgument: (400, "INVALID_ARGUMENT")
            case .unregistered: (404, "NOT_FOUND")
            case .senderMismatch: (403, "PERMISSION_DENIED")
            case .quotaExceeded: (429, "RESOURCE_EXHAUSTED")
            case .unavailable: (503, "UNAVAILABLE")
            case .internalError: (500, "INTERNAL")
            case .thirdPartyAuth: (401, "UNAUTHENTICATED")
            }
        }
    }

    let status: Int
    let rpcStatus: String
    let message: String
    /// `nil` for a refusal that is independent of the message.
    var code: Code?
    var violation: FieldViolation?

    init(_ code: Code, _ message: String) {
        (status, rpcStatus) = code.status
        self.message = message
        self.code = code
    }

    init(_ violation: FieldViolation) {
        self.init(.invalidArgument, violation.description)
        self.violation = violation
    }

    init(status: Int, _ rpcStatus: String, _ message: String) {
        self.status = status
        self.rpcStatus = rpcStatus
        self.message = message
    }

    static let unauthenticated = FCMRefusal(
        status: 401,
        "UNAUTHENTICATED",
        "Request had invalid authentication credentials"
    )
    static let invalidToken = FCMRefusal(
        .invalidArgument,
        "The registration token is not a valid FCM registration token"
    )

    var outcome: SinkOutcome {
        var headers = HTTPFields([
            .init(name: "Content-Type", value: "application/json; charset=UTF-8")
        ])
        if status == 401, code == nil { headers.append("WWW-Authenticate", "Bearer") }
        if code == .quotaExceeded || code == .unavailable { headers.append("Retry-After", "1") }
        return SinkOutcome(
            response: ServerResponse(status: status, headers: headers, body: body.textBytes),
            code: code?.rawValue ?? rpcStatus
        )
    }

    private var body: JSONValue {
        [
            "error": [
                "code": .integer(status),
                "message": .string(message),
                "status": .string(rpcStatus),
                "details": .array(details),
            ]
        ]
    }

    private var details: [JSONValue] {
        var details: [JSONValue] = []
        if let code {
            details.append([
                "@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
                "errorCode": .string(code.rawValue),
            ])
        }
        if let violation {
            let entry: JSONValue = [
                "field": .string(violation.field), "description": .string(violation.description),
            ]
            details.append([
                "@type": "type.googleapis.com/google.rpc.BadRequest",
                "fieldViolations": [entry],
            ])
        }
        if code == .quotaExceeded {
            let entry: JSONValue = ["subject": "message target", "description": .string(message)]
            details.append([
                "@type": "type.googleapis.com/google.rpc.QuotaFailure", "violations": [entry],
            ])
        }
        return details
    }
}
