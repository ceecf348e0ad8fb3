import Base
import Contract
import JSON

/// Signatures that are recognized by their fields: those of NIFCLOUD mobile backend, whose clients all sign the same
/// way.
///
/// The signing key is never sent, so it is unknown here whether a signature is right: a signed request that was
/// rejected as unauthorized may have been signed wrongly, and cannot be replayed as it was.
struct KnownSignature {
    private static let key = "X-NCMB-Application-Key"
    private static let timestamp = "X-NCMB-Timestamp"
    private static let signature = "X-NCMB-Signature"
    private static let fields = [key, timestamp, signature]

    /// The application keys that succeeded.
    private let accepted: Set<String>

    /// The modification of a signed request before it was sent.
    struct Finding {
        /// The keys of a step; empty when no error is known.
        var keys = JSONObject()
        /// Header fields that were set by hand.
        var headers: [(name: String, value: String)] = []
    }

    /// `nil` when no successful exchange is signed this way.
    ///
    /// - Parameters:
    ///   - exchanges: All of them.
    ///   - isFailure: Whether the response of one is a failure.
    init?(_ exchanges: [ObservedExchange], isFailure: (ObservedExchange) -> Bool) {
        let signed = exchanges.filter { exchange in
            !isFailure(exchange)
                && Self.fields.allSatisfy { exchange.request.header($0) != nil }
                && Self.isDigest(exchange.request.header(Self.signature) ?? "")
        }
        guard !signed.isEmpty else { return nil }
        accepted = Set(signed.compactMap { $0.request.header(Self.key) })
    }

    /// 32 bytes in Base64.
    private static func isDigest(_ text: String) -> Bool { Base64Text.byteCount(text) == 32 }

    /// Removes the fields of the signature from a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - sent: The time of the request.
    /// - Returns: The differences from an ordinary request; `nil` when it has none of the fields.
    func take(from request: inout ObservedRequest, sent: Timestamp) -> Finding? {
        let missing = Self.fields.filter { request.header($0) == nil }
        guard missing.count < Self.fields.count else { return nil }
        var finding = Finding()
        if !missing.isEmpty {
            let pointers = missing.map { JSONValue.string("/headers/\($0)") }
            finding.keys["tamper"] = ["unset": .array(pointers)]
        }
        if let key = request.header(Self.key), !accepted.contains(key) {
            finding.keys["let"] = ["appKey": .string(CredentialTemplates.chance(key))]
        }
        if let time = request.header(Self.timestamp) {
            let template = MomentText.template(for: time, sent: sent)
            if template != "{{now rfc3339-ms}}" {
                finding.headers = [(Self.timestamp, template ?? LiteralText.apart(time))]
            }
        }
        request.headers.removeAll { field in
            Self.fields.contains { $0.lowercased() == field.name.lowercased() }
        }
        request.signature = Self.scheme
        return finding
    }

    private static var scheme: ObservedRequest.Signature {
        let parameters: JSONValue = [
            ["name": "SignatureMethod", "value": "HmacSHA256"],
            ["name": "SignatureVersion", "value": "2"],
            ["header": .string(key)],
            ["header": .string(timestamp)],
            ["query": "*", "methods": ["GET"]],
        ]
        let content: JSONValue = [
            "type": "hmac",
            "algorithm": "sha256",
            "key": "{{clientKey}}",
            "encode": "base64",
            "headers": [key: "{{appKey}}", timestamp: "{{now rfc3339-ms}}"],
            "parameters": parameters,
            "stringToSign":
                "{{request.method}}\n{{request.hostname}}\n{{request.path}}\n{{parameters}}",
            "into": ["header": .string(signature)],
        ]
        return ObservedRequest.Signature(
            name: "ncmb",
            content: content,
            variables: [
                .init(name: "appKey", environment: "NCMB_APP_KEY", isSecret: true),
                .init(name: "clientKey", environment: "NCMB_CLIENT_KEY", isSecret: true),
            ],
            remark: "The signature of NIFCLOUD mobile backend, recognised by its header fields."
        )
    }
}

/// Base64 without decoding it.
private enum Base64Text {
    /// The decoded size of a text in bytes; `nil` if it is not Base64 with padding.
    static func byteCount(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard !bytes.isEmpty, bytes.count % 4 == 0 else { return nil }
        let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let isFit = bytes.dropLast(padding).allSatisfy { byte in
            byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "+")
                || byte == UInt8(ascii: "/")
        }
        return padding <= 2 && isFit ? bytes.count / 4 * 3 - padding : nil
    }
}
