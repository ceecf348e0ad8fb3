import Contract
import HTTP

/// The decoded parameters of a form-encoded query; the first of two with the same name counts.
struct FormQuery: Sendable {
    private let items: [(name: String, value: String)]

    init(_ query: String?) { items = FormDecoding.fields(in: Array((query ?? "").utf8)) }

    subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }
}
