package import Base
package import HTTP
import JSON
import JSONPaths

/// A mutation of a response.
package struct AlteredResponse: Sendable {
    fileprivate enum Change: Sendable {
        case status(Int)
        case header(String, String?)
        case body(AlteredBody)
        case bytes([UInt8])
    }

    package let alteration: Alteration
    fileprivate let change: Change
}

extension AlteredResponse {
    /// The mutated response; `nil` when the mutation is not possible.
    func applied(to response: HTTPResponse) -> HTTPResponse? {
        var altered = response
        switch change {
        case .status(let status): altered.status = status
        case .header(let name, let value?): altered.headers.set(name, value)
        case .header(let name, nil): altered.headers.remove(name)
        case .bytes(let bytes): altered.replaceBody(by: bytes)
        case .body(let body):
            guard let bytes = body.bytes else { return nil }
            altered.replaceBody(by: bytes)
        }
        return altered
    }

    private static func statuses(otherThan status: Int) -> [Int] {
        [status + 1, 200, 400, 500].filter { $0 != status }
    }

    /// All mutations of status, headers and body alone.
    fileprivate static func parts(
        of response: HTTPResponse,
        _ content: [UInt8],
        _ random: inout RandomSource
    ) -> [AlteredResponse] {
        var all = statuses(otherThan: response.status).map { status in
            let alteration = Alteration("status", "\(response.status) → \(status)")
            return AlteredResponse(alteration: alteration, change: .status(status))
        }
        all += HeaderAlteration.all(of: response.headers, &random).map {
            AlteredResponse(alteration: $0.alteration, change: .header($0.name, $0.value))
        }
        all += AlteredBody.all(of: content, isForm: false, &random).map {
            AlteredResponse(alteration: $0.alteration, change: .body($0))
        }
        return all
    }
}

/// A header field that is dropped or changed.
struct HeaderAlteration {
    let alteration: Alteration
    let name: String
    /// `nil` drops it.
    let value: String?

    /// Each field dropped, and each with another value.
    static func all(of headers: HTTPFields, _ random: inout RandomSource) -> [HeaderAlteration] {
        var seen: Set<String> = []
        return headers.fields.filter { seen.insert($0.name.lowercased()).inserted }.flatMap {
            field in
            let place = "header \(field.name)"
            let changed = random.changed(field.value)
            return [("dropped", nil as String?), (changed.description, changed.text)].map {
                change,
                value in
                let alteration = Alteration(place, change)
                return HeaderAlteration(alteration: alteration, name: field.name, value: value)
            }
        }
    }
}

extension ResponseJudge {
    /// All mutations of a response, to see whether its checks detect them.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request.
    ///   - random: The source of changed values.
    ///   - evaluator: The names in scope.
    /// - Returns: The mutations; `response(_:from:to:scheme:using:)` applies one.
    package func alterations(
        of response: HTTPResponse,
        to request: HTTPRequest,
        _ random: inout RandomSource,
        using evaluator: Evaluator
    ) -> [AlteredResponse] {
        let subject = Subject(response, to: request, limits: limits)
        let content: [UInt8]
        do {
            content = try subject.content()
        } catch {
            content = response.body
        }
        return AlteredResponse.parts(of: response, content, &random)
            + codes(in: subject, content, using: evaluator)
    }

    /// The response with every other code of the catalogue in place of its own.
    private func codes(
        in subject: Subject,
        _ content: [UInt8],
        using evaluator: Evaluator
    ) -> [AlteredResponse] {
        var evaluator = evaluator
        guard let field = contract.failure?.code,
            let extraction = try? field.extraction(using: &evaluator),
            let value = try? extraction.value(in: subject)
        else { return [] }
        let own = value.scalarText
        var others: [String] = []
        for case .exactly(let code) in contract.errors.map(\.code)
        where code != own && !others.contains(code) {
            others.append(code)
        }
        return others.compactMap { code in
            let alteration = Alteration("error code", "\(own) → \(code)")
            return change(extraction, own, to: code, value, in: subject, content).map {
                AlteredResponse(alteration: alteration, change: $0)
            }
        }
    }

    /// Replaces the code of a response; `nil` when it cannot be found there again.
    private func change(
        _ extraction: Extraction,
        _ own: String,
        to code: String,
        _ value: JSONValue,
        in subject: Subject,
        _ content: [UInt8]
    ) -> AlteredResponse.Change? {
        if case .header(let name) = extraction.query { return .header(name, code) }
        guard case .jsonpath(let path) = extraction.query, extraction.filters.isEmpty,
            let root = try? subject.json(), let node = path.nodes(in: root).first
        else {
            let text = String(decoding: content, as: UTF8.self)
            guard let found = text.firstRange(of: own) else { return nil }
            return .bytes(Array(text.replacingCharacters(in: found, by: code).utf8))
        }
        var new = JSONValue.string(code)
        if case .number = value { new = Int64(code).map { .number(.integer($0)) } ?? new }
        guard let altered = try? root.setting(node.pointer, to: new) else { return nil }
        return .bytes(altered.textBytes)
    }

    /// The mutated response, signed as the service would sign it.
    ///
    /// - Parameters:
    ///   - altered: The mutation.
    ///   - response: The response.
    ///   - request: The request.
    ///   - scheme: The security scheme that signs responses; `nil` for none.
    ///   - evaluator: The names in scope.
    /// - Returns: `nil` when the mutation is not possible.
    package func response(
        _ altered: AlteredResponse,
        from response: HTTPResponse,
        to request: HTTPRequest,
        scheme: String?,
        using evaluator: Evaluator
    ) -> HTTPResponse? {
        guard var changed = altered.applied(to: response) else { return nil }
        guard let scheme, let signature = contract.securitySchemes[scheme]?.signature,
            let rule = signature.response, response.headers[rule.header] != nil,
            changed.headers[rule.header] == response.headers[rule.header],
            let text = try? signature.responseSignature(
                of: changed,
                to: request,
                as: rule,
                using: evaluator
            ),
            let own = try? signature.responseSignature(
                of: response,
                to: request,
                as: rule,
                using: evaluator
            ), own == response.headers[rule.header]
        else { return changed }
        changed.headers.set(rule.header, text)
        return changed
    }
}

extension HTTPResponse {
    /// Replaces the body, without content coding, and sets its length.
    fileprivate mutating func replaceBody(by bytes: [UInt8]) {
        body = bytes
        headers.remove("Content-Encoding")
        if headers["Content-Length"] != nil { headers.set("Content-Length", "\(bytes.count)") }
    }
}

extension String {
    fileprivate func replacingCharacters(in range: Range<Index>, by text: String) -> String {
        self[..<range.lowerBound] + text + self[range.upperBound...]
    }
}
