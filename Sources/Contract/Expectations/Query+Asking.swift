import Base
import Cryptography
import HTTP
import JSON
import JSONSchemas

extension Query {
    /// The result of the query in `subject`.
    ///
    /// - Parameter subject: The subject of the check.
    /// - Returns: Nothing, one value or a list.
    /// - Throws: When no such part exists: a body that is not JSON has no JSONPath.
    package func result(in subject: Subject) throws(Unanswerable) -> QueryResult {
        switch self {
        case .status: .value(.json(.integer(try response(of: subject).status)))
        case .version: .value(.json(.string(try response(of: subject).version)))
        case .header(let name): QueryResult(subject.headers[all: name], at: description)
        case .cookie(let name, let attribute):
            QueryResult(Self.cookie(name, attribute: attribute, in: subject))
        case .body: .value(Self.text(of: try subject.content()))
        case .bytes: .value(.bytes(subject.body))
        case .json: .value(.json(try subject.json()))
        case .sha256: .value(.json(.string(Hex.encode(Digest.hash(.sha256, subject.body)))))
        case .jsonpath(let path): path.result(in: try subject.json(), at: "$")
        case .xpath(let path): try subject.xml().result(of: path, at: description)
        case .duration(let phase):
            .value(.json(.number(.real(try response(of: subject).phases.milliseconds(of: phase)))))
        case .certificate(let field):
            try response(of: subject).certificate?[field] ?? .nothing
        case .redirect: try redirect(of: subject)
        case .url: .value(.json(.string(try request(of: subject).url)))
        case .method: .value(.json(.string(try request(of: subject).method)))
        case .path: .value(.json(.string(try request(of: subject).path)))
        case .form(let name):
            QueryResult(
                FormDecoding.values(of: name, in: try request(of: subject).body ?? []),
                at: description
            )
        case .state(let name, let path):
            Self.member(try client(of: subject).state[name], path, at: description)
        case .argument(let name, let path):
            Self.member(try client(of: subject).arguments[name], path, at: description)
        case .result(let path): try result(path, of: subject)
        case .requests: .value(.json(.integer(subject.requestCount)))
        case .ofRequest(let number, let query):
            try query.result(in: try request(number, of: subject))
        }
    }

    private func response(of subject: Subject) throws(Unanswerable) -> HTTPResponse {
        if let response = subject.response { return response }
        throw Unanswerable(
            path: description,
            expected: "a response",
            actual: subject.client == nil
                ? "a received request, which has no \(description)" : "none"
        )
    }

    /// `Location` against the URL of the request (RFC 9110 §10.2.2).
    private func redirect(of subject: Subject) throws(Unanswerable) -> QueryResult {
        let response = try response(of: subject)
        guard (300...399).contains(response.status), let location = response.headers["Location"]
        else { return .nothing }
        let base = URIReference(try request(of: subject).url)
        return QueryResult(.string(URIReference(location).resolved(against: base).text))
    }

    private static func text(of body: [UInt8]) -> Datum {
        String(validating: body, as: UTF8.self).map { .json(.string($0)) } ?? .bytes(body)
    }

    private static func cookie(
        _ name: String,
        attribute: String?,
        in subject: Subject
    ) -> JSONValue? {
        guard let response = subject.response else {
            guard attribute == nil else { return nil }
            return Cookie.pairs(in: subject.request?.headers[all: "Cookie"] ?? [])
                .first { $0.name.hasSameCodePoints(as: name) }.map { .string($0.value) }
        }
        // Of two cookies with the same name a client keeps the later (RFC 6265 §5.3).
        let cookie = response.headers[all: "Set-Cookie"].compactMap(Cookie.init).last {
            $0.name.hasSameCodePoints(as: name)
        }
        guard let attribute else { return cookie.map { .string($0.value) } }
        return cookie?.attribute(attribute)
    }
}

extension PhaseTimes {
    fileprivate func milliseconds(of phase: Query.Phase) -> Double {
        let end =
            switch phase {
            case .nameLookup: nameLookup
            case .connect: connect
            case .tlsHandshake: tlsHandshake
            case .firstByte: firstByte
            case .total: total
            }
        return end / .milliseconds(1)
    }
}

extension ServerCertificate {
    /// A field as the result of a query; the names are a list.
    subscript(_ field: Query.CertificateField) -> QueryResult {
        switch field {
        case .subject: QueryResult(.string(subject))
        case .issuer: QueryResult(.string(issuer))
        case .serialNumber: QueryResult(.string(serialNumber))
        case .notBefore: QueryResult(.string(notBefore))
        case .notAfter: QueryResult(.string(notAfter))
        case .subjectAltName: QueryResult(.array(subjectAltNames.map { .string($0) }))
        }
    }
}
