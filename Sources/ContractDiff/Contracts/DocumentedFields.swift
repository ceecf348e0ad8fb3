import Contract
import JSON

/// The fields of a documented request, by their place: `/json/target`, `/query/limit`.
struct DocumentedFields {
    /// By place; the value is the template, for its kind.
    let values: [String: TemplateValue]
    /// The places in the order of the request.
    let places: [String]

    /// Sections whose members are fields to a client; headers are not compared.
    static let sections = ["query"] + RequestTemplate.bodySections

    /// - Parameter requests: The examples of all rows of an operation.
    init(_ requests: [RequestTemplate]) {
        var values: [String: TemplateValue] = [:]
        var places: [String] = []
        func visit(_ value: TemplateValue, _ place: JSONPointer) {
            if let members = value.members {
                for member in members { visit(member.value, place.appending(member.name)) }
                guard members.isEmpty else { return }
            }
            guard values[place.description] == nil else { return }
            values[place.description] = value
            places.append(place.description)
        }
        for request in requests {
            for section in Self.sections {
                guard let value = request[section] else { continue }
                visit(value, JSONPointer(tokens: [section]))
            }
        }
        self.values = values
        self.places = places
    }

    /// The kind of a field's value; `nil` when it is only known once it is filled in.
    func kind(of place: String) -> JSONValue.Kind? {
        switch values[place] {
        case .constant(let value): value.kind
        case .text(let template): template.isSingle ? nil : .string
        case .array: .array
        case .object: .object
        case .expression, nil: nil
        }
    }
}

/// Fields that a contract shows to be required: a case leaves nothing but the field out and is
/// refused, or a promise says it in words.
struct RequiredFields {
    /// By the place of the field: what shows it.
    typealias Fields = [String: Promise]

    private var found: [String: Fields] = [:]

    /// The required fields of an operation; `nil` when none are known.
    subscript(_ operation: String) -> Fields? { found[operation] }

    init(_ surface: ContractSurface, operations: [Operation]) {
        let steps = Dictionary(grouping: surface.cases.flatMap(\.steps)) { $0.operation ?? "" }
        for operation in operations {
            let fields = DocumentedFields(operation.variants.map(\.request))
            var required: Fields = [:]
            for promise in operation.promises where promise.error != nil {
                for place in fields.places where Self.says(promise, place) {
                    required[place] = required[place] ?? promise
                }
            }
            for step in steps[operation.id] ?? [] {
                let refusals = operation.promises.filter {
                    $0.error != nil && step.covers.contains($0.id)
                }
                guard let request = step.request, request.tamper.isEmpty,
                    let promise = refusals.first,
                    let place = Self.onlyMissing(in: request.template, of: fields)
                else { continue }
                required[place] = required[place] ?? promise
            }
            if !required.isEmpty { found[operation.id] = required }
        }
    }

    /// The one field that a request lacks, when it has no others either.
    private static func onlyMissing(
        in request: RequestTemplate,
        of example: DocumentedFields
    ) -> String? {
        let sent = DocumentedFields([request])
        let missing = example.places.filter { sent.values[$0] == nil }
        let surplus = sent.places.filter { example.values[$0] == nil }
        return missing.count == 1 && surplus.isEmpty ? missing[0] : nil
    }

    /// Whether the words of a promise call a field required; the field has to be named in them or
    /// in the arguments of the message.
    private static func says(_ promise: Promise, _ place: String) -> Bool {
        guard let name = place.split(separator: "/").last.map(String.init) else { return false }
        let words = "\(promise.name) \(promise.summary ?? "")".lowercased()
        guard ["required", "missing", "mandatory"].contains(where: words.contains) else {
            return false
        }
        if case .arguments(let arguments) = promise.error?.message,
            arguments.contains(where: { $0.spelling == .string(name) })
        {
            return true
        }
        let parts = (promise.summary ?? "").split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return parts.contains { $0 == name }
    }
}
