package import Cryptography
import JSON

/// How a request proves who sends it.
package struct SecurityScheme: Hashable, Sendable {
    package let name: String
    /// Header fields that are added before signing; one the request has already stays.
    package let headers: [TemplateValue.Member]
    /// Query fields that are added before signing.
    package let query: [TemplateValue.Member]
    /// `nil` for schemes that sign nothing.
    package let signature: HMACSignature?

    package init(
        name: String,
        headers: [TemplateValue.Member] = [],
        query: [TemplateValue.Member] = [],
        signature: HMACSignature? = nil
    ) {
        self.name = name
        self.headers = headers
        self.query = query
        self.signature = signature
    }
}

/// A keyed hash over a string composed from the request.
package struct HMACSignature: Hashable, Sendable {
    /// How the bytes of a hash become text.
    package enum TextEncoding: String, Hashable, Sendable, CaseIterable {
        case base64, base64url, hex
    }

    /// Where the signature goes.
    package enum Place: Hashable, Sendable {
        case header(String)
        case query(String)
    }

    /// One source of `name=value` items.
    package enum Parameter: Hashable, Sendable {
        case constant(name: String, value: Template)
        case header(String)
        /// Query items as they stand in the request target; all of them for `*`.
        case query(String, methods: [String]?)
    }

    /// How answers are signed in turn.
    package struct Response: Hashable, Sendable {
        package let header: String
        package let stringToSign: Template
        /// Used in place of `stringToSign` when the answer has no body.
        package let emptyBody: Template?
        package let basis: Basis
        package let location: SourceLocation

        package init(
            header: String,
            stringToSign: Template,
            emptyBody: Template?,
            basis: Basis,
            location: SourceLocation
        ) {
            self.header = header
            self.stringToSign = stringToSign
            self.emptyBody = emptyBody
            self.basis = basis
            self.location = location
        }
    }

    package let algorithm: HashAlgorithm
    package let key: Template
    package let encoding: TextEncoding
    package let parameters: [Parameter]
    package let stringToSign: Template
    package let place: Place
    package let response: Response?

    package init(
        algorithm: HashAlgorithm,
        key: Template,
        encoding: TextEncoding,
        parameters: [Parameter],
        stringToSign: Template,
        place: Place,
        response: Response?
    ) {
        self.algorithm = algorithm
        self.key = key
        self.encoding = encoding
        self.parameters = parameters
        self.stringToSign = stringToSign
        self.place = place
        self.response = response
    }
}

extension HMACSignature {
    /// The text that is signed for a request as it stands on the wire.
    ///
    /// - Parameters:
    ///   - request: The request, with all fields but the signature.
    ///   - evaluator: Defines the names the scheme uses, such as the key.
    /// - Returns: The string to sign.
    /// - Throws: `TemplateError` for a name that is not defined.
    package func stringToSign(
        for request: HTTPRequest,
        using evaluator: Evaluator
    ) throws(TemplateError) -> String {
        var evaluator = evaluator
        let items = try items(of: request, &evaluator)
        evaluator.scope["request"] = [
            "method": .string(request.method),
            "hostname": .string(request.hostname),
            "path": .string(request.path),
            "query": .string(request.query ?? ""),
            "target": .string(request.target),
            "url": .string(request.url),
            "body": .string(String(decoding: request.body ?? [], as: UTF8.self)),
        ]
        evaluator.scope["parameters"] = .string(items.joined(separator: "&"))
        return try evaluator.text(of: stringToSign)
    }

    /// The signature of a text.
    package func sign(
        _ text: String,
        using evaluator: Evaluator
    ) throws(TemplateError) -> String {
        var evaluator = evaluator
        let key = try evaluator.text(of: key)
        let code = HMAC.authenticationCode(
            algorithm,
            key: Array(key.utf8),
            message: Array(text.utf8)
        )
        return switch encoding {
        case .base64: Base64.encode(code)
        case .base64url: Base64.encode(code, alphabet: .url, padded: false)
        case .hex: Hex.encode(code)
        }
    }

    /// The signature that an answer to a request should carry.
    package func responseSignature(
        of response: HTTPResponse,
        to request: HTTPRequest,
        as rule: Response,
        using evaluator: Evaluator
    ) throws(TemplateError) -> String {
        var evaluator = evaluator
        let signed = try stringToSign(for: request, using: evaluator)
        evaluator.scope["stringToSign"] = .string(signed)
        let body = String(decoding: response.body, as: UTF8.self)
        evaluator.scope["response"] = ["body": .string(body)]
        let template =
            response.body.isEmpty ? rule.emptyBody ?? rule.stringToSign : rule.stringToSign
        return try sign(evaluator.text(of: template), using: evaluator)
    }

    /// `name=value` items, sorted by name in byte order; equal names keep their order.
    private func items(
        of request: HTTPRequest,
        _ evaluator: inout Evaluator
    ) throws(TemplateError) -> [String] {
        var items: [(name: String, value: String)] = []
        for parameter in parameters {
            switch parameter {
            case .constant(let name, let value):
                items.append((name, try evaluator.text(of: value)))
            case .header(let name):
                items += request.headers[all: name].map { (name, $0) }
            case .query(let name, let methods):
                guard methods?.contains(request.method) ?? true else { continue }
                items += Self.queryItems(request.query).filter { name == "*" || $0.name == name }
            }
        }
        let sorted = items.enumerated().sorted { left, right in
            let (a, b) = (left.element.name.utf8, right.element.name.utf8)
            return a.elementsEqual(b) ? left.offset < right.offset : a.lexicographicallyPrecedes(b)
        }
        return sorted.map { "\($0.element.name)=\($0.element.value)" }
    }

    /// The items of a raw query, neither decoded nor encoded again.
    private static func queryItems(_ query: String?) -> [(name: String, value: String)] {
        (query ?? "").split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
    }
}
