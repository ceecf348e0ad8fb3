package import Base
package import HTTP

/// A mutation of a request: one that a listener received, or a client sent.
package struct AlteredRequest: Sendable {
    private enum Change: Sendable {
        case method(String)
        case path(String)
        case header(String, String?)
        case query(String)
        case body(AlteredBody)
    }

    package let alteration: Alteration
    private let change: Change
}

extension AlteredRequest {
    /// The mutated request; `nil` when the mutation is not possible.
    package func applied(to request: HTTPRequest) -> HTTPRequest? {
        var altered = request
        switch change {
        case .method(let method): altered.method = method
        case .path(let path): altered.path = path
        case .header(let name, let value?): altered.headers.set(name, value)
        case .header(let name, nil): altered.headers.remove(name)
        case .query(let query): altered.query = query
        case .body(let body):
            guard let bytes = body.bytes else { return nil }
            altered.body = bytes
            altered.headers.remove("Content-Encoding")
            if altered.headers["Content-Length"] != nil {
                altered.headers.set("Content-Length", "\(bytes.count)")
            }
        }
        return altered
    }

    /// All mutations of a request.
    ///
    /// - Parameters:
    ///   - request: As sent over the wire.
    ///   - random: The source of changed values.
    /// - Returns: The mutations.
    package static func all(
        of request: HTTPRequest,
        _ random: inout RandomSource
    ) -> [AlteredRequest] {
        let method = request.method == "POST" ? "PUT" : "POST"
        var all = [
            AlteredRequest(
                alteration: Alteration("method", "\(request.method) → \(method)"),
                change: .method(method)
            )
        ]
        let path = random.changed(request.path)
        let alteration = Alteration("path", path.description)
        all.append(AlteredRequest(alteration: alteration, change: .path(path.text)))
        let parameters = FormDecoding.fields(in: Array((request.query ?? "").utf8))
        all += FieldAlteration.all(of: parameters, "parameter", &random).map {
            let query = QueryEncoding.percent.encoded($0.fields)
            return AlteredRequest(alteration: $0.alteration, change: .query(query))
        }
        all += HeaderAlteration.all(of: request.headers, &random).map {
            AlteredRequest(alteration: $0.alteration, change: .header($0.name, $0.value))
        }
        guard let body = request.body, !body.isEmpty else { return all }
        let type = request.headers["Content-Type"] ?? ""
        let isForm = type.hasPrefix("application/x-www-form-urlencoded")
        return all
            + AlteredBody.all(of: body, isForm: isForm, &random).map {
                AlteredRequest(alteration: $0.alteration, change: .body($0))
            }
    }
}
