extension SecurityScheme {
    /// Every template of the scheme, for finding names that nobody defines.
    package var templates: [Template] {
        let fields = (headers + query).flatMap(\.value.templates)
        guard let signature else { return fields }
        let constants = signature.parameters.flatMap { parameter -> [Template] in
            guard case .constant(_, let value) = parameter else { return [] }
            return [value]
        }
        let response = signature.response.map { [$0.stringToSign, $0.emptyBody] } ?? []
        return fields + constants + [signature.key, signature.stringToSign]
            + response.compactMap(\.self)
    }
}
