import Contract
import JSON

/// Reads `failure: { when, code, message, schema }`.
struct FailureDecoder {
    let context: DecodingContext

    private var expectations: ExpectationDecoder { ExpectationDecoder(context: context) }

    /// The recogniser; `nil` when its condition cannot be used.
    func failure(_ node: YAMLNode) -> FailureRecognizer? {
        guard let reader = MappingReader(node, of: "failure", context.diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        let condition = reader.required("when").flatMap { expectations.assertion($0) }
        let code = reader.optional("code").flatMap { field($0, "code") }
        let message = reader.optional("message").flatMap { field($0, "message") }
        var expectation: ExpectationTemplate?
        if let schema = reader.optional("schema").flatMap(expectations.schema) {
            expectation = ExpectationTemplate(location: node.location)
            expectation?.schema = schema
        }
        return condition.map {
            FailureRecognizer(
                condition: $0,
                code: code,
                message: message,
                expectation: expectation
            )
        }
    }

    /// A query for a field of the failure; its `type` is for readers, the code is compared as text.
    private func field(_ node: YAMLNode, _ name: String) -> QueryTemplate? {
        guard let reader = MappingReader(node, of: "\"\(name)\"", context.diagnostics) else {
            return nil
        }
        defer { reader.finish() }
        _ = reader.optional("type", as: .choice) as JSONValue.Kind?
        return expectations.query(reader)
    }
}
