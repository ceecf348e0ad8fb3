import Contract
import HTTP
import JSON

/// Header fields of the command line that are credentials of a contract: `-H 'Authorization: Bearer …'`.
///
/// Such a field is the value of a security scheme that sets a field of this name from variables without a value. So
/// requests with other credentials, or without any, are sent as the contract says.
struct HeaderCredentials {
    let fields: HTTPFields
    let variables: VariableResolver

    /// The contract with these credentials, and the names of variables that need no value for it.
    func applied(to contract: ContractDocument) -> (contract: ContractDocument, unused: Set<String>)
    {
        var contract = contract
        var unused: Set<String> = []
        for (name, scheme) in contract.securitySchemes where scheme.signature == nil {
            let headers = scheme.headers.map { member in
                guard let value = fields[member.name] else { return member }
                let missing = missing(member, of: scheme, in: contract)
                guard !missing.isEmpty else { return member }
                unused.formUnion(missing)
                return .init(name: member.name, value: .constant(.string(value)))
            }
            if headers != scheme.headers {
                contract.securitySchemes[name] = scheme.with(headers: headers)
            }
        }
        return (contract, unused)
    }

    /// The variables without a value that a credential is made of.
    private func missing(
        _ member: TemplateValue.Member,
        of scheme: SecurityScheme,
        in contract: ContractDocument
    ) -> [String] {
        var names = Set(member.value.templates.flatMap(\.names))
        if let token = scheme.token, names.contains(TokenSource.name) {
            names.formUnion(token.templates.flatMap(\.names))
        }
        return contract.variables.filter { names.contains($0.name) && !variables.hasValue($0) }
            .map(\.name)
    }
}

extension SecurityScheme {
    /// The scheme with other header fields; a token that they do not name is not requested.
    fileprivate func with(headers: [TemplateValue.Member]) -> SecurityScheme {
        let names = (headers + query).flatMap(\.value.templates).flatMap(\.names)
        return SecurityScheme(
            name: name,
            headers: headers,
            query: query,
            form: form,
            signature: signature,
            digest: digest,
            token: names.contains(TokenSource.name) ? token : nil
        )
    }
}
