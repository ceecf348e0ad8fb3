import Contract
import JSON

/// Reads `failure: { when, code, message, schema }`.
struct FailureDecoder {
    let context: DecodingContext

    private var expectations: ExpectationDecoder { ExpectationDecoder(context: context) }

    /// The recogniser; `nil` when its condition cannot be used.
    func failure(_ node: YAMLNode) -> FailureRecognizer? {
        guard let reader = KeyReader(node, of: "failure", FailureKeys.self, context.diagnostics)
        else {
            return nil
        }
        defer { reader.finish() }
        let condition = reader[\.when].flatMap { expectations.assertion($0) }
        let code = reader[\.code].flatMap { field($0, "code") }
        let message = reader[\.message].flatMap { field($0, "message") }
        var expectation: ExpectationTemplate?
        if let schema = reader[\.schema].flatMap(expectations.schema) {
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

    /// A query for a field of the failure, with filters, and its type.
    private func field(_ node: YAMLNode, _ name: String) -> FailureField? {
        guard
            let reader = KeyReader(
                node,
                of: "\"\(name)\"",
                FailureFieldKeys.self,
                context.diagnostics
            )
        else {
            return nil
        }
        defer { reader.finish() }
        let type = reader[\.type]
        let filters = expectations.filters(reader[\.filters])
        return expectations.query(reader.part(\.query)).map {
            FailureField($0, filters: filters, type: type, location: node.location)
        }
    }
}
