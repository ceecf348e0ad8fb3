import Contract
import HTTP
import JSON

/// The places where requests have credentials: those of the security schemes of contracts, and those of HTTP.
struct CredentialPlaces: Sendable {
    /// The values that the contracts themselves have, by part, then by the name of the field.
    private var places: [String: [String: Set<String>]] = [
        "headers": ["authorization": [], "proxy-authorization": []]
    ]

    init(_ sources: [ClientJudge.Source]) {
        for source in sources {
            let check = CredentialCheck(source.contract, source.evaluator)
            for scheme in source.contract.securitySchemes.values {
                let parts = [
                    ("headers", scheme.headers), ("query", scheme.query), ("form", scheme.form),
                ]
                for (part, members) in parts {
                    for member in members { add(member, part, check.wanted(member.value, scheme)) }
                }
                switch scheme.signature?.place {
                case .header(let name)?: add(name, "headers", nil)
                case .query(let name)?: add(name, "query", nil)
                case nil: break
                }
            }
        }
    }

    private mutating func add(_ member: TemplateValue.Member, _ part: String, _ value: String?) {
        // A value without names that varies is a time or a random one.
        let isConstant = value != nil || member.value.templates.contains { !$0.names.isEmpty }
        if isConstant { add(member.name, part, value) }
    }

    private mutating func add(_ name: String, _ part: String, _ value: String?) {
        let name = part == "headers" ? name.lowercased() : name
        places[part, default: [:]][name, default: []].formUnion(value.map { [$0] } ?? [])
    }

    private func isHidden(_ value: String, _ part: String, _ name: String) -> Bool {
        places[part]?[name].map { !$0.contains(value) } ?? false
    }
}

extension CredentialPlaces {
    /// Replaces credentials that are not those of the contracts.
    ///
    /// - Parameter request: The request; marks take the place of credentials.
    /// - Returns: The replaced values, which may appear elsewhere; without those that are too short to be looked
    ///   for.
    func hide(in request: inout HTTPRequest) -> [String] {
        var hidden: [String] = []
        request.headers = HTTPFields(
            request.headers.fields.map { field in
                let name = field.name.lowercased()
                guard isHidden(field.value, "headers", name) else { return field }
                // Without the scheme before it, as in "Bearer KEY".
                hidden += [field.value, String(field.value.split(separator: " ").last ?? "")]
                return HTTPFields.Field(name: field.name, value: Redactor.mark)
            }
        )
        request.query = request.query.map { hide(in: $0, "query", &hidden) }
        let type = HTTPFields.mediaType(request.headers["Content-Type"] ?? "")
        if let body = request.body, type == "application/x-www-form-urlencoded" {
            let text = hide(in: String(decoding: body, as: UTF8.self), "form", &hidden)
            if !hidden.isEmpty { request.body = Array(text.utf8) }
        }
        return hidden.filter { $0.utf8.count >= Self.shortest }
    }

    /// The shortest value that is looked for elsewhere; a shorter one may be an ordinary word.
    private static let shortest = 8

    private func hide(in fields: String, _ part: String, _ hidden: inout [String]) -> String {
        fields.split(separator: "&", omittingEmptySubsequences: false).map { field in
            guard let read = FormDecoding.fields(in: Array(field.utf8)).first,
                isHidden(read.value, part, read.name)
            else { return String(field) }
            hidden.append(read.value)
            return "\(field.prefix { $0 != "=" })=\(Redactor.mark)"
        }.joined(separator: "&")
    }
}
