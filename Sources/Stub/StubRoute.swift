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
    let takesJSON: Bool
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
        var fields = JSONObject()
        for section in ["query", "form"] {
            for member in request[section]?.members ?? [] {
                guard let value = member.value.constantValue else { continue }
                fields[member.name] = value
            }
        }
        self.fields = fields
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
