import Base
import Cryptography
package import HTTP
import JSON

extension HMACSignature {
    /// The signed text of a request as sent over the wire.
    ///
    /// - Parameters:
    ///   - request: The request, with all fields except the signature.
    ///   - evaluator: Defines the names the scheme uses, such as the key.
    /// - Returns: The string to sign; a body in it byte for byte.
    /// - Throws: `TemplateError` for a name that is not defined.
    package func stringToSign(
        for request: HTTPRequest,
        using evaluator: Evaluator
    ) throws(TemplateError) -> [UInt8] {
        var evaluator = evaluator
        let items = try items(of: request, &evaluator)
        evaluator.scope["parameters"] = .string(items.joined(separator: "&"))
        bind(request, in: &evaluator)
        let content = request.body ?? []
        let body = Substitute(
            path: ["request", "body"],
            bytes: evaluator.standIns?.signedBody(content) ?? content
        )
        if let canonicalRequest {
            let text = try message(canonicalRequest, [body], &evaluator)
            let hash = evaluator.hash(.sha256, of: text, in: .hex)
            evaluator.scope["canonicalRequest"] = ["sha256": .string(hash)]
        }
        return try message(stringToSign, [body], &evaluator)
    }

    /// The value at the place of the signature.
    package func fieldValue(
        of signature: String,
        for request: HTTPRequest,
        using evaluator: Evaluator
    ) throws(TemplateError) -> String {
        guard let value else { return signature }
        var evaluator = evaluator
        bind(request, in: &evaluator)
        evaluator.scope["signature"] = .string(signature)
        return try evaluator.text(of: value)
    }

    /// Defines the parts of a request that templates of the scheme can use.
    private func bind(_ request: HTTPRequest, in evaluator: inout Evaluator) {
        let used = [stringToSign, canonicalRequest, value].compactMap(\.self)
            .flatMap(\.references)
        evaluator.scope["request"] = request.signedParts(used: used, using: evaluator)
        guard !signedHeaders.isEmpty else { return }
        let fields = signedHeaders.map { "\($0):\(request.canonicalField($0))\n" }
        evaluator.scope["canonicalHeaders"] = .string(fields.joined())
        evaluator.scope["signedHeaders"] = .string(signedHeaders.joined(separator: ";"))
    }

    /// The signature of a text.
    package func sign(
        _ message: [UInt8],
        using evaluator: Evaluator
    ) throws(TemplateError) -> String {
        var evaluator = evaluator
        var key = try keyBytes(using: &evaluator)
        for text in derivation {
            let message = Array(try evaluator.text(of: text).utf8)
            key = HMAC.authenticationCode(algorithm, key: key, message: message)
        }
        let code = HMAC.authenticationCode(algorithm, key: key, message: message)
        return encoding.text(of: code)
    }

    /// The signing key, before any derivation.
    ///
    /// - Parameter evaluator: Defines the names the key uses.
    /// - Returns: Its bytes.
    /// - Throws: `TemplateError` for a name that is not defined, or a text that is not a key.
    package func keyBytes(using evaluator: inout Evaluator) throws(TemplateError) -> [UInt8] {
        let text = try evaluator.text(of: key)
        let bytes: [UInt8]? =
            switch keyEncoding {
            case .text: Array(text.utf8)
            case .hex: Hex.decode(text)
            case .base64:
                Base64.decode(text) ?? Base64.decode(text, padded: false)
                    ?? Base64.decode(text, alphabet: .url)
                    ?? Base64.decode(text, alphabet: .url, padded: false)
            }
        if let bytes { return bytes }
        throw TemplateError("\"key\" is not \(keyEncoding.rawValue)", at: key.location)
    }

    /// The signature that a response to a request should have.
    ///
    /// - Parameters:
    ///   - response: The response; its body is signed as received.
    ///   - request: The request as sent over the wire.
    ///   - rule: The rule for signing responses.
    ///   - evaluator: Defines the names the scheme uses, such as the key.
    /// - Returns: The text for the response's header field.
    /// - Throws: `TemplateError` for a name that is not defined.
    package func responseSignature(
        of response: HTTPResponse,
        to request: HTTPRequest,
        as rule: Response,
        using evaluator: Evaluator
    ) throws(TemplateError) -> String {
        var evaluator = evaluator
        let substitutes = [
            Substitute(
                path: ["stringToSign"],
                bytes: try stringToSign(for: request, using: evaluator)
            ),
            Substitute(path: ["response", "body"], bytes: response.body),
        ]
        let template =
            response.body.isEmpty ? rule.emptyBody ?? rule.stringToSign : rule.stringToSign
        return try sign(message(template, substitutes, &evaluator), using: evaluator)
    }
}

extension HMACSignature.TextEncoding {
    /// The text form of bytes.
    func text(of bytes: [UInt8]) -> String {
        switch self {
        case .base64: Base64.encode(bytes)
        case .base64url: Base64.encode(bytes, alphabet: .url, padded: false)
        case .hex: Hex.encode(bytes)
        }
    }
}

extension Evaluator {
    /// The hash of a text, unless there is a stand-in for it.
    func hash(
        _ algorithm: HashAlgorithm,
        of text: [UInt8],
        in encoding: HMACSignature.TextEncoding
    ) -> String {
        standIns?.hash(algorithm, of: text, in: encoding)
            ?? encoding.text(of: Digest.hash(algorithm, text))
    }
}

extension HMACSignature {
    /// Bytes in place of a name.
    ///
    /// A body may not be text, and copying it into a string would cost as much as sending it.
    private struct Substitute {
        let path: [String]
        let bytes: [UInt8]
    }

    /// The bytes of a template in which bytes replace some names.
    private func message(
        _ template: Template,
        _ substitutes: [Substitute],
        _ evaluator: inout Evaluator
    ) throws(TemplateError) -> [UInt8] {
        var message: [UInt8] = []
        for part in template.parts {
            if case .reference(let path) = part,
                let substitute = substitutes.first(where: { $0.path == path })
            {
                message += substitute.bytes
            } else {
                let piece = Template(parts: [part], location: template.location)
                message += Array(try evaluator.text(of: piece).utf8)
            }
        }
        return message
    }

    /// An item of the signed parameters.
    private struct Item {
        let name: String
        /// With its value, as signed.
        let text: String
    }

    /// `name=value` items, sorted by name in byte order; equal names keep their order.
    private func items(
        of request: HTTPRequest,
        _ evaluator: inout Evaluator
    ) throws(TemplateError) -> [String] {
        var items: [Item] = []
        for parameter in parameters {
            switch parameter {
            case .constant(let name, let value):
                items.append(Item(name: name, text: "\(name)=\(try evaluator.text(of: value))"))
            case .header(let name):
                items += request.headers[all: name].map { Item(name: name, text: "\(name)=\($0)") }
            case .query(let name, let methods):
                guard methods?.contains(request.method) ?? true else { continue }
                items += Self.queryItems(request.query).filter { item in
                    name == "*" || item.name.hasSameCodePoints(as: name)
                }
            }
        }
        let sorted = items.enumerated().sorted { left, right in
            let (a, b) = (left.element.name.utf8, right.element.name.utf8)
            return a.elementsEqual(b) ? left.offset < right.offset : a.lexicographicallyPrecedes(b)
        }
        return sorted.map(\.element.text)
    }

    /// The items of a raw query, unchanged; one without `=` stays so.
    private static func queryItems(_ query: String?) -> [Item] {
        (query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { item in
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            return Item(name: String(Substring(name)), text: String(Substring(item)))
        }
    }
}
