import Contract
import HTTP
import JSON

extension OperationComparison {
    /// What changed in the documented example, headers aside.
    var request: [ContractChange] { body + fields + encoding }

    private static let bodyNames = [
        "json": "JSON", "form": "a form", "multipart": "a multipart form", "text": "text",
        "file": "a file",
    ]

    private func body(of call: DocumentedCall) -> String? { call.request?.bodySection }

    private var body: [ContractChange] {
        let (before, after) = (body(of: old), body(of: new))
        guard before != after else { return [] }
        let then = before.flatMap { Self.bodyNames[$0] } ?? "empty"
        let now = after.flatMap { Self.bodyNames[$0] } ?? "empty"
        return [
            change(
                .breaking,
                .requestBody,
                "the body of the request was \(then) and is \(now)",
                old: old.request?.location,
                new: new.request?.location
            )
        ]
    }

    private var fields: [ContractChange] {
        let before = DocumentedFields(old.operation.variants.map(\.request))
        let after = DocumentedFields(new.operation.variants.map(\.request))
        // When the body is another, its fields are others too.
        let sections = body(of: old) == body(of: new) ? DocumentedFields.sections : ["query"]
        func counts(_ place: String) -> Bool {
            sections.contains { place == "/\($0)" || place.hasPrefix("/\($0)/") }
        }
        let added = after.places.filter { counts($0) && before.values[$0] == nil }
        let removed = before.places.filter { counts($0) && after.values[$0] == nil }
        let needed = added.filter { required.new?[$0] != nil && required.old?[$0] == nil }
        var parts = added.filter { !needed.contains($0) }.map { "\($0) is new" }
        parts += removed.map { "\($0) is gone" }
        for place in before.places where counts(place) {
            guard let then = before.kind(of: place), let now = after.kind(of: place), then != now
            else { continue }
            parts.append("\(place) was \(then.rawValue) and is \(now.rawValue)")
        }
        let example = parts.isEmpty ? [] : [exampleChange(parts.joined(separator: ", "))]
        return needed.compactMap { place in required.new?[place].map { requirement(place, $0) } }
            + example
    }

    private func exampleChange(_ parts: String) -> ContractChange {
        change(
            .note,
            .requestExample,
            "the request example changed: \(parts)",
            old: old.request?.location,
            new: new.request?.location
        )
    }

    private func requirement(_ place: String, _ promise: Promise) -> ContractChange {
        change(
            .breaking.counting(promise.basis, isSetAside: promise.isSetAside, at: level),
            .requestFieldRequired,
            "request field \(place) is required now: without it \(promise.name) refuses with "
                + (promise.error?.id ?? "an error"),
            basis: promise.basis,
            old: old.request?.location,
            new: promise.location
        )
    }

    private var encoding: [ContractChange] {
        func rules(_ call: DocumentedCall) -> QueryEncoding {
            call.request?.constant("encoding").flatMap { call.surface.encodings[$0] } ?? .percent
        }
        guard rules(old) != rules(new) else { return [] }
        return [
            change(
                .note,
                .requestExample,
                "the example spells its query with other percent-encoding",
                old: old.request?.location,
                new: new.request?.location
            )
        ]
    }
}
