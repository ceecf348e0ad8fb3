package import JSONPaths
package import XPaths

/// The part of a response, or of a received request, that a query reads.
package indirect enum Query: Sendable {
    /// The status code, as a number.
    case status
    /// The protocol's version: `1.1`.
    case version
    /// A header field; a repeated one becomes a list.
    case header(String)
    /// The value of a cookie that the response sets or the received request has, or one attribute
    /// of a cookie that is set: `true` for one without a value, a number for `Max-Age`.
    case cookie(String, attribute: String? = nil)
    /// The body as text, with its content coding decoded; as bytes when it is not UTF-8.
    case body
    /// The body as received bytes.
    case bytes
    /// The whole body as JSON.
    case json
    /// The SHA-256 of the body, as 64 lower-case hexadecimal digits.
    case sha256
    /// The result of a path in the JSON body: a value or nothing when it is singular (RFC 9535
    /// §2.3.5.1), else a list.
    case jsonpath(JSONPath)
    /// The result of an expression in the XML body: a list of nodes, or one value.
    case xpath(XPath)
    /// The duration of the exchange up to the end of a phase, in milliseconds.
    case duration(Phase)
    /// A field of the server's certificate; empty on a connection without TLS.
    case certificate(CertificateField)
    /// The target of a redirecting response, as a whole URL; empty otherwise.
    case redirect
    /// The whole URL of the request.
    case url
    /// The method of the request.
    case method
    /// The path of the request as sent.
    case path
    /// A field of the request's form, decoded; a repeated one becomes a list.
    case form(String)

    /// A value of a client's state, or the result of a path in it.
    case state(String, JSONPath? = nil)
    /// An argument of a call, or the result of a path in it.
    case argument(String, JSONPath? = nil)
    /// The result of a path in the result of a call.
    case result(JSONPath)
    /// The number of requests that a step sent.
    case requests
    /// A query on one of the requests that a call sent, counted from one.
    case ofRequest(Int, Query)

    /// A field of a certificate.
    package enum CertificateField: String, Hashable, Sendable, CaseIterable {
        case subject, issuer, serialNumber, notBefore, notAfter, subjectAltName
    }

    /// A part of an exchange, by the moment at which it ends.
    package enum Phase: String, Hashable, Sendable, CaseIterable {
        case nameLookup, connect, tlsHandshake, firstByte, total
    }
}

extension Query: CustomStringConvertible {
    /// The place as differences name it: `status`, `header Content-Type`, `$.results[*]`.
    package var description: String {
        switch self {
        case .status: "status"
        case .version: "version"
        case .header(let name): "header \(name)"
        case .cookie(let name, nil): "cookie \(name)"
        case .cookie(let name, let attribute?): "cookie \(name)[\(attribute)]"
        case .body: "body"
        case .bytes: "bytes"
        case .json: "$"
        case .sha256: "sha256"
        case .jsonpath(let path): path.description
        case .xpath(let path): "xpath \(path)"
        case .duration(.total): "duration (ms)"
        case .duration(let phase): "duration \(phase.rawValue) (ms)"
        case .certificate(let field): "certificate \(field.rawValue)"
        case .redirect: "redirect"
        case .url: "url"
        case .method: "method"
        case .path: "path"
        case .form(let name): "form \(name)"
        case .state(let name, let path): "state \(name)\(Self.tail(of: path))"
        case .argument(let name, let path): "argument \(name)\(Self.tail(of: path))"
        case .result(let path): "result \(path)"
        case .requests: "requests"
        case .ofRequest(let number, let query): "request \(number) \(query)"
        }
    }

    private static func tail(of path: JSONPath?) -> String { path.map { " \($0)" } ?? "" }
}

extension Query {
    /// The header field that is queried; `nil` for another query.
    var field: String? {
        switch self {
        case .header(let name): name
        case .ofRequest(_, let query): query.field
        default: nil
        }
    }

    /// Whether the queried part can occur several times.
    var repeats: Bool {
        switch self {
        case .header, .form: true
        case .ofRequest(_, let query): query.repeats
        default: false
        }
    }
}
