package import JSONPaths
package import XPaths

/// Which part of an answer, or of a received request, is asked for.
package indirect enum Query: Sendable {
    /// The status code, as a number.
    case status
    /// The protocol's version: `1.1`.
    case version
    /// A header field; a repeated one gives a list.
    case header(String)
    /// The value of a cookie that the answer sets or the received request carries, or one attribute
    /// of a cookie that is set: `true` for one without a value, a number for `Max-Age`.
    case cookie(String, attribute: String? = nil)
    /// The body as text, its content coding undone; as bytes when it is not UTF-8.
    case body
    /// The body as bytes, as it came.
    case bytes
    /// The whole body as JSON.
    case json
    /// The SHA-256 of the body, as 64 lower-case hexadecimal digits.
    case sha256
    /// What a path finds in the JSON body: a value or nothing when it is singular
    /// (RFC 9535 §2.3.5.1), else a list.
    case jsonpath(JSONPath)
    /// What an expression finds in the XML body: a list of nodes, or one value.
    case xpath(XPath)
    /// How long the exchange took up to the end of a phase, in milliseconds.
    case duration(Phase)
    /// A field of the server's certificate; nothing on a connection without TLS.
    case certificate(CertificateField)
    /// Where the answer redirects to, as a whole URL; nothing when it does not.
    case redirect
    /// The whole URL of the request.
    case url
    /// The method of the request.
    case method
    /// The path of the request as it was sent.
    case path
    /// A field of the request's form, decoded; a repeated one gives a list.
    case form(String)

    /// What a client remembers under a name, or what a path finds in it.
    case state(String, JSONPath? = nil)
    /// What a call was given under a name, or what a path finds in it.
    case argument(String, JSONPath? = nil)
    /// What a path finds in what a call gave back.
    case result(JSONPath)
    /// How many requests a step sent.
    case requests
    /// A query about one of the requests that a call sent, counted from one.
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
    /// The header field that is asked for; `nil` for another query.
    var field: String? {
        switch self {
        case .header(let name): name
        case .ofRequest(_, let query): query.field
        default: nil
        }
    }

    /// Whether what it asks for can come several times.
    var repeats: Bool {
        switch self {
        case .header, .form: true
        case .ofRequest(_, let query): query.repeats
        default: false
        }
    }
}
