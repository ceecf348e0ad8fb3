import Contract
import HTTP
import JSON

/// A route of an operation: its method and the pattern of its path.
struct StubRoute: Sendable {
    let operation: Operation
    let method: String
    let path: PathPattern
    /// For people: `GET /notes/{id}`.
    let label: String
    /// Whether the example's body is JSON.
    private let takesJSON: Bool
    /// Media types that the body may have besides JSON: those that the operation lists, and that of the example.
    private let otherTypes: [String]
    /// Fields of the example's query and form, to distinguish operations of one path.
    let fields: JSONObject

    /// All routes of a contract, in file order.
    static func all(of contract: ContractDocument, using evaluator: Evaluator) -> [StubRoute] {
        contract.operations.flatMap { operation in
            operation.variants.map {
                StubRoute(operation, $0.request, of: contract, using: evaluator)
            }
        }
    }

    private init(
        _ operation: Operation,
        _ request: RequestTemplate,
        of contract: ContractDocument,
        using evaluator: Evaluator
    ) {
        self.operation = operation
        let name = request.constant("target")
        let target = contract.targets.first { $0.name == name } ?? contract.targets.first
        method = Self.text(request["method"], using: evaluator) ?? "GET"
        let text: String
        if let url = Self.text(request["url"], using: evaluator) {
            text = URLParts(url)?.path ?? "/"
        } else {
            let base =
                Self.text(request["basePath"], using: evaluator)
                ?? Self.text(target?.basePath.map { .text($0) }, using: evaluator) ?? ""
            text = base + (Self.text(request["path"], using: evaluator) ?? "/")
        }
        path = PathPattern(text)
        label = "\(method) \(text)"
        takesJSON = request["json"] != nil
        let own = request["headers"]?.members?.first {
            HTTPFields.areSame($0.name, "Content-Type")
        }
        let type = Self.text(own?.value, using: evaluator).map { [$0] } ?? []
        otherTypes = (operation.acceptedTypes + type).map(HTTPFields.mediaType)
        var fields = JSONObject()
        for section in ["query", "form", "multipart"] {
            for member in request[section]?.members ?? [] {
                guard let value = member.value.constantValue else { continue }
                fields[member.name] = value
            }
        }
        self.fields = fields
    }

    /// Why the body of a request is not the JSON that the example has; `nil` when it is, or when its media type is
    /// another one of the operation.
    ///
    /// - Parameters:
    ///   - fields: The request.
    ///   - takesForms: Whether JSON under the type of forms counts as JSON, as curl calls any data a form.
    /// - Returns: The problem; `nil` for none.
    func problem(of fields: RequestFields, takingForms takesForms: Bool) -> String? {
        guard takesJSON else { return nil }
        let type = HTTPFields.mediaType(fields.contentType)
        let isJSON =
            ["", "application/json"].contains(type) || type.hasSuffix("+json")
            || takesForms && type == "application/x-www-form-urlencoded"
        if !isJSON, otherTypes.contains(type) { return nil }
        return fields.problem ?? (isJSON ? nil : "its Content-Type is \(type)")
    }

    /// A section as a text; unknown values, such as a captured identifier, become gaps.
    private static func text(_ value: TemplateValue?, using evaluator: Evaluator) -> String? {
        guard let value else { return nil }
        guard case .text(let template) = value else { return value.constantValue?.scalarText }
        var evaluator = evaluator
        var text = ""
        for (position, part) in template.parts.enumerated() {
            let single = Template(parts: [part], location: template.location)
            do {
                text += try evaluator.text(of: single)
            } catch {
                text += "{gap\(position)}"
            }
        }
        return text
    }

    /// Number of the example's fields that a request has with the same value.
    func agreement(with given: JSONObject) -> Int {
        fields.members.count { given[$0.name]?.scalarText == $0.value.scalarText }
    }
}
