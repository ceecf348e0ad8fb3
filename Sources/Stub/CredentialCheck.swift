import Base
import Contract
import HTTP
import JSON

/// Checks the keys and the signature of a request against the security scheme of its operation.
struct CredentialCheck {
    private let contract: ContractDocument
    private let evaluator: Evaluator

    init(_ contract: ContractDocument, _ evaluator: Evaluator) {
        self.contract = contract
        self.evaluator = evaluator
    }

    /// Missing or different credentials of a request; a value that varies with time, or is issued by a server, only
    /// has to be present.
    func differences(in request: HTTPRequest, of operation: Operation) -> [Difference] {
        let names = operation.variants.compactMap { $0.request.constant("security") }
        guard let name = names.first, let scheme = contract.securitySchemes[name] else { return [] }
        var found: [Difference] = []
        for header in scheme.headers {
            let came = request.headers[header.name]
            let place = "header \(header.name)"
            found += difference(place, came, header.value, scheme, operation)
        }
        let parts = RequestFields(request).parts
        for (part, fields) in [("query", scheme.query), ("form", scheme.form)] {
            for field in fields {
                let came = parts[part]?.objectValue?[field.name]?.scalarText
                let place = "\(part) \(field.name)"
                found += difference(place, came, field.value, scheme, operation)
            }
        }
        if let signature = scheme.signature {
            found += self.difference(signature, request, operation)
        }
        return found
    }

    private func difference(
        _ place: String,
        _ came: String?,
        _ template: TemplateValue,
        _ scheme: SecurityScheme,
        _ operation: Operation
    ) -> [Difference] {
        let wanted = wanted(template, scheme)
        if let came, wanted ?? came == came { return [] }
        return [
            Difference(
                path: place,
                expected: wanted.map { "\"\($0)\"" } ?? "a value, as \(scheme.name) has it",
                actual: Self.shown(came),
                location: template.templates.first?.location ?? operation.location
            )
        ]
    }

    /// A credential of the client may be a real one, so it is not shown.
    private static func shown(_ came: String?) -> String {
        came == nil ? "nothing" : "another value"
    }

    /// The value that every request has; `nil` when it varies, or is issued by a server.
    func wanted(_ template: TemplateValue, _ scheme: SecurityScheme) -> String? {
        scheme.token == nil ? fixed(template) : nil
    }

    /// A value that is independent of time and request; `nil` for any other.
    private func fixed(_ template: TemplateValue) -> String? {
        var (one, other) = (evaluator, evaluator)
        one.random = RandomSource(seed: 1, name: "credentials")
        other.random = RandomSource(seed: 2, name: "credentials")
        let later = one.now.nanosecondsSince1970 + 86_461_001_000_000
        other.now = Timestamp(nanosecondsSince1970: later)
        do {
            let value = try one.value(of: template).scalarText
            return try other.value(of: template).scalarText == value ? value : nil
        } catch {
            return nil
        }
    }

    private func difference(
        _ signature: HMACSignature,
        _ request: HTTPRequest,
        _ operation: Operation
    ) -> [Difference] {
        let place: String
        let came: String?
        var unsigned = request
        switch signature.place {
        case .header(let name):
            place = "header \(name)"
            came = request.headers[name]
            unsigned.headers.remove(name)
        case .query(let name):
            place = "query \(name)"
            came = RequestFields(request).parts["query"]?.objectValue?[name]?.scalarText
            let items = (request.query ?? "").split(separator: "&")
            let rest = items.filter { !$0.hasPrefix("\(name)=") }.joined(separator: "&")
            unsigned.query = rest.isEmpty ? nil : rest
        }
        let right: String
        do {
            let text = try signature.stringToSign(for: unsigned, using: evaluator)
            let code = try signature.sign(text, using: evaluator)
            right = try signature.fieldValue(of: code, for: unsigned, using: evaluator)
        } catch {
            return []
        }
        if let came, came.hasSameCodePoints(as: right) { return [] }
        return [
            Difference(
                path: place,
                expected: "\"\(right)\", the signature of this request",
                actual: Self.shown(came),
                location: signature.stringToSign.location ?? operation.location
            )
        ]
    }
}
