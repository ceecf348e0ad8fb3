import Base
import JSON

/// What is wrong with an instance, before it is known where.
struct SchemaComplaint: Hashable, Sendable {
    let expected: String
    let actual: String
    let message: String

    init(expected: String, actual: String, message: String? = nil) {
        self.expected = expected
        self.actual = actual
        self.message = message ?? "expected \(expected), got \(actual)"
    }

    /// A member that should be there is not.
    init(missing name: String, reason: String = "") {
        let quoted = SchemaText.quoted(name)
        self.init(
            expected: "member \(quoted)",
            actual: "nothing",
            message: "missing member \(quoted)\(reason)"
        )
    }
}

extension SchemaAssertion {
    /// Everything an instance for which the assertion does not hold has wrong; one or more.
    func complaints(about instance: JSONValue) -> [SchemaComplaint] {
        switch self {
        case .required(let names):
            return Self.missing(names, in: instance, reason: "")
        case .dependentRequired(let rows):
            return rows.filter { instance[$0.name] != nil }.flatMap { row in
                Self.missing(
                    row.needs,
                    in: instance,
                    reason: ", which member \(SchemaText.quoted(row.name)) asks for"
                )
            }
        case .unique:
            guard let (first, second) = Self.firstEqualPair(in: instance) else { return [] }
            return [
                SchemaComplaint(
                    expected: "unique items",
                    actual: "items \(first) and \(second) equal"
                )
            ]
        default:
            return [SchemaComplaint(expected: expectation, actual: actual(in: instance))]
        }
    }

    private static func missing(
        _ names: [String],
        in instance: JSONValue,
        reason: String
    ) -> [SchemaComplaint] {
        names.filter { instance[$0] == nil }.map { SchemaComplaint(missing: $0, reason: reason) }
    }

    /// What the keyword asks for, as it follows the word "expected".
    private var expectation: String {
        switch self {
        case .types(let kinds): Words.alternatives(kinds.map(\.rawValue))
        case .constant(let value): SchemaText.summary(of: value)
        case .enumeration(let enumeration):
            "one of " + SchemaText.list(enumeration.values.map(SchemaText.summary))
        case .multiple(let number, _): "a multiple of \(number.text)"
        case .bound(let bound): "\(bound.relation.rawValue) \(bound.number.text)"
        case .size(let bound):
            (bound.isMaximum ? "at most " : "at least ")
                + Count.of(bound.count, bound.unit.rawValue)
        case .pattern(_, let source): "string matching \(source)"
        case .format(let format): format.phrase
        case .unique, .required, .dependentRequired: ""
        }
    }

    private func actual(in instance: JSONValue) -> String {
        guard case .size(let bound) = self, let size = bound.size(of: instance) else {
            return SchemaText.summary(of: instance)
        }
        return String(size)
    }
}
