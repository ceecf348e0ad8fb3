import Base
import HTTP
package import JSONPaths
import XPaths

/// A query whose argument can have templates.
package indirect enum QueryTemplate: Sendable {
    case ready(Query)
    /// Namespaces are those of the contract, by prefix; only XPath uses them.
    case open(name: String, argument: Template, namespaces: [String: String] = [:])
    /// On one of the requests that a call sent, counted from one.
    case ofRequest(Int, QueryTemplate)

    /// The names of queries on a call and its client.
    package static let aboutClient = ["state", "argument", "result", "request"]
    /// The names of queries with an argument.
    package static let withArgument = [
        "header", "cookie", "jsonpath", "xpath", "form", "certificate",
    ]
    /// The names of queries without one, so that a predicate can take its place.
    package static let withoutArgument = [
        "status", "version", "body", "bytes", "sha256", "duration", "redirect", "url", "method",
        "path",
    ]
    /// All names.
    package static let names = withArgument + withoutArgument + aboutClient

    /// The templates to evaluate.
    package var templates: [Template] {
        switch self {
        case .ready: []
        case .open(_, let argument, _): [argument]
        case .ofRequest(_, let query): query.templates
        }
    }

    /// Whether it is about a client that the contract describes: its request, an argument of its call, or its state.
    package var isAboutModel: Bool {
        switch self {
        case .ofRequest, .ready(.ofRequest), .ready(.state), .ready(.argument): true
        case .open(let name, _, _): name == "state" || name == "argument"
        case .ready: false
        }
    }

    /// The path into the result of a call; `nil` for any other query, and for one with templates.
    package var resultPath: JSONPath? {
        if case .ready(.result(let path)) = self { path } else { nil }
    }

    /// The query with its argument evaluated.
    package func query(using evaluator: inout Evaluator) throws(TemplateError) -> Query {
        switch self {
        case .ready(let query): return query
        case .ofRequest(let number, let query):
            return .ofRequest(number, try query.query(using: &evaluator))
        case .open(let name, let argument, let namespaces):
            do {
                return try Query(
                    named: name,
                    argument: try evaluator.text(of: argument),
                    namespaces: namespaces
                )
            } catch let error as QueryNameError {
                throw TemplateError(error.reason, at: argument.location)
            } catch {
                throw TemplateError("\(error)", at: argument.location)
            }
        }
    }
}

/// Why a name and an argument do not form a query, filter or predicate.
package struct QueryNameError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One sentence without a full stop.
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { reason }
}

extension Query {
    /// The query of a name in a contract.
    ///
    /// - Parameters:
    ///   - name: The name in the contract: `jsonpath`.
    ///   - argument: A field name or a path; the phase for `duration`; not used by the others.
    ///   - namespaces: The namespaces of XPath prefixes.
    /// - Throws: `QueryNameError` for an unknown name or an invalid path.
    package init(
        named name: String,
        argument: String,
        namespaces: [String: String] = [:]
    ) throws(QueryNameError) {
        switch name {
        case "status": self = .status
        case "version": self = .version
        case "header": self = .header(argument)
        case "cookie": self = try Self.cookie(argument)
        case "body": self = .body
        case "bytes": self = .bytes
        case "sha256": self = .sha256
        case "jsonpath": self = .jsonpath(try Self.path(argument))
        case "xpath": self = .xpath(try Self.xpath(argument, namespaces))
        case "duration": self = .duration(Phase(rawValue: argument) ?? .total)
        case "certificate": self = try Self.certificate(argument)
        case "redirect": self = .redirect
        case "url": self = .url
        case "method": self = .method
        case "path": self = .path
        case "form": self = .form(argument)
        case "state": self = .state(argument)
        case "argument": self = .argument(argument)
        case "result": self = .result(try Self.path(argument))
        default: throw QueryNameError("unknown query \"\(name)\"")
        }
    }

    private static func certificate(_ name: String) throws(QueryNameError) -> Query {
        if let field = CertificateField(rawValue: name) { return .certificate(field) }
        let known = CertificateField.allCases.map(\.rawValue).joined(separator: ", ")
        throw QueryNameError("unknown field \"\(name)\" of a certificate; known: \(known)")
    }

    private static func path(_ text: String) throws(QueryNameError) -> JSONPath {
        do {
            return try JSONPath(text)
        } catch {
            throw QueryNameError("\(error)")
        }
    }

    private static func xpath(
        _ text: String,
        _ namespaces: [String: String]
    ) throws(QueryNameError) -> XPath {
        do {
            return try XPath(text, namespaces: namespaces)
        } catch {
            throw QueryNameError("no XPath: \(error)")
        }
    }

    /// `NAME`, or `NAME[Attribute]` as Hurl writes it.
    ///
    /// - Throws: For an attribute with nearly the name of a known one; servers may have others.
    private static func cookie(_ text: String) throws(QueryNameError) -> Query {
        guard text.hasSuffix("]"), let bracket = text.firstIndex(of: "[") else {
            return .cookie(text, attribute: nil)
        }
        let attribute = String(text[text.index(after: bracket)...].dropLast())
        let known = Cookie.attributeNames
        if !known.contains(where: { HTTPFields.areSame($0, attribute) }),
            let nearest = NearestName.suggestion(for: attribute, among: known)
        {
            throw QueryNameError(
                "unknown attribute \"\(attribute)\" of a cookie: did you mean \"\(nearest)\"?"
            )
        }
        return .cookie(String(text[..<bracket]), attribute: attribute)
    }
}
