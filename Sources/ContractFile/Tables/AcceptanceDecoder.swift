import Contract
import JSON
import JSONSchemas

/// Reads the rules for accepted requests, and checks the operation's example against them.
struct AcceptanceDecoder {
    let context: DecodingContext

    private var diagnostics: Diagnostics { context.diagnostics }

    /// Reads `accepts: { json: … }`.
    func acceptance(
        _ node: YAMLNode?,
        of variants: [Operation.Variant]
    ) -> (rules: [AcceptanceRule], mediaTypes: [String]) {
        guard let node,
            let reader = KeyReader(node, of: "\"accepts\"", AcceptanceKeys.self, diagnostics)
        else { return ([], []) }
        defer { reader.finish() }
        let schemas = [
            ("params", reader[\.params]), ("query", reader[\.query]),
            ("headers", reader[\.headers]), ("json", reader[\.json]), ("form", reader[\.form]),
            ("multipart", reader[\.multipart]),
        ]
        let rules = schemas.compactMap { section, schema in
            schema.flatMap { rule(section, $0, of: variants) }
        }
        return (rules, reader[\.mediaTypes] ?? [])
    }

    private func rule(
        _ section: String,
        _ node: YAMLNode,
        of variants: [Operation.Variant]
    ) -> AcceptanceRule? {
        let decoder = ExpectationDecoder(context: context)
        guard let schema = decoder.schema(node)?.schema else { return nil }
        let rule = AcceptanceRule(section: section, schema: schema, location: node.location)
        for variant in variants {
            let template = variant.request[section]
            guard section != "headers", let sample = sample(template) else { continue }
            if rule.accepts(sample) { continue }
            report(rule, sample, variant, at: node)
            return nil
        }
        return rule
    }

    /// The example of a section; null if missing, `nil` if unknown.
    private func sample(_ template: TemplateValue?) -> JSONValue? {
        guard let template else { return .null }
        return template.sample(with: context.contract.variables)
    }

    /// Either nothing is accepted at all, or the example is wrong.
    private func report(
        _ rule: AcceptanceRule,
        _ sample: JSONValue,
        _ variant: Operation.Variant,
        at node: YAMLNode
    ) {
        guard let made = SchemaExample.value(for: rule.schema), rule.accepts(made) else {
            diagnostics.error(
                "the schema admits nothing, not even the example of the request",
                at: node,
                hint: "nothing can be generated from it: \(why(rule, sample))"
            )
            return
        }
        let row = variant.label.map { " in row \($0)" } ?? ""
        diagnostics.error(
            "the example of the request\(row) is not accepted: \(why(rule, sample))",
            at: node,
            hint: "\(rule.section) of the request at \(variant.request.location)"
        )
    }

    private func why(_ rule: AcceptanceRule, _ sample: JSONValue) -> String {
        rule.complaints(about: sample).joined(separator: "; ")
    }
}
