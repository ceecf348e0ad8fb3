import Contract
import JSON

/// Reads values with `{{…}}` in them.
struct TemplateDecoder {
    let diagnostics: Diagnostics
    /// Whether `{ json: … }`, `{ base64: … }` and the like compute a value here.
    var allowsExpressions = false

    /// The value of a node; faults are reported, and leave null behind.
    func value(_ node: YAMLNode) -> TemplateValue {
        switch node.content {
        case .scalar: return scalar(node)
        case .sequence(let elements): return folded(.array(elements.map(value)))
        case .mapping(let entries):
            if allowsExpressions, let expression = expression(node, entries) {
                return .expression(expression)
            }
            return folded(
                .object(
                    entries.map { entry in
                        TemplateValue.Member(
                            name: (entry.key.text ?? ""),
                            value: value(entry.value)
                        )
                    }
                )
            )
        }
    }

    /// The template of a scalar, whatever its type.
    func template(_ node: YAMLNode) -> Template {
        guard case .scalar(let text, _) = node.content else {
            diagnostics.error("expected a text, got \(node.kindAndValue)", at: node)
            return Template(parts: [], location: node.location)
        }
        do {
            return try Template(parsing: text, at: node.location)
        } catch {
            diagnostics.error(error.reason, at: node)
            return Template(parts: [], location: node.location)
        }
    }

    private func scalar(_ node: YAMLNode) -> TemplateValue {
        let json = node.json
        guard let text = json.stringValue else { return .constant(json) }
        guard text.contains("{{") else { return .constant(json) }
        return .text(template(node))
    }

    /// A subtree without templates becomes one constant.
    private func folded(_ value: TemplateValue) -> TemplateValue {
        value.constantValue.map(TemplateValue.constant) ?? value
    }

    private func expression(
        _ node: YAMLNode,
        _ entries: [YAMLNode.Entry]
    ) -> TemplateExpression? {
        guard let first = entries.first?.key.text,
            TemplateExpression.names.contains(first)
        else { return nil }
        let parts = Dictionary(entries.map { (($0.key.text ?? ""), $0.value) }) { first, _ in first
        }
        func part(_ name: String) -> TemplateValue { parts[name].map(value) ?? .constant(.null) }
        let allowed: [String]
        let expression: TemplateExpression
        switch first {
        case "json":
            // What becomes JSON text is data: `json` inside it is an ordinary name.
            allowed = ["json"]
            expression = .json(part("json"))
        case "base64":
            allowed = ["base64"]
            expression = .base64(part("base64"))
        case "text":
            allowed = ["text"]
            expression = .text(part("text"))
        case "join":
            allowed = ["join", "with"]
            let separator = parts["with"].map(value) ?? .constant("")
            expression = .join(part("join"), with: separator)
        case "repeat":
            allowed = ["repeat", "of", "with"]
            expression = .repetition(
                count: part("repeat"),
                of: part("of"),
                joinedBy: parts["with"].map(value)
            )
        default:
            allowed = ["first"]
            guard let list = parts["first"], case .sequence(let alternatives) = list.content else {
                diagnostics.error("\"first\" expects a list of alternatives", at: node)
                return nil
            }
            expression = .first(alternatives.map(value))
        }
        guard entries.allSatisfy({ allowed.contains(($0.key.text ?? "")) }) else { return nil }
        return expression
    }
}
