import Contract
import HTTP
import JSON

extension OperationComparison {
    /// What changed in what may be sent, and in the documented example.
    var request: [ContractChange] {
        let accepted = AcceptanceComparison(old: old, new: new, schemas: schemas)
        let findings = accepted.findings
        return body(findings) + findings.map(change) + fields(accepted, findings) + encoding
    }

    private func change(_ finding: AcceptanceComparison.Finding) -> ContractChange {
        let basis = max(old.operation.basis, new.operation.basis)
        return change(
            finding.severity.counting(basis, at: level),
            finding.isAboutBody ? .requestBody : .requestAccepted,
            finding.what,
            basis: basis,
            old: finding.old ?? old.request?.location,
            new: finding.new ?? new.request?.location
        )
    }

    private static let bodyNames = [
        "json": "JSON", "form": "a form", "multipart": "a multipart form", "text": "text",
        "file": "a file",
    ]

    private func body(of call: DocumentedCall) -> String? { call.request?.bodySection }

    private func body(_ findings: [AcceptanceComparison.Finding]) -> [ContractChange] {
        let (before, after) = (body(of: old), body(of: new))
        // Of a new body the findings say whether it has to be sent.
        guard before != after, before != nil || !findings.contains(where: \.isAboutBody) else {
            return []
        }
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

    /// What the examples show of sections that neither side describes.
    private func fields(
        _ accepted: AcceptanceComparison,
        _ findings: [AcceptanceComparison.Finding]
    ) -> [ContractChange] {
        let before = DocumentedFields(old.operation.variants.map(\.request))
        let after = DocumentedFields(new.operation.variants.map(\.request))
        // When the body is another, its fields are others too.
        let sections = body(of: old) == body(of: new) ? DocumentedFields.sections : ["query"]
        func counts(_ place: String) -> Bool {
            sections.contains { place == "/\($0)" || place.hasPrefix("/\($0)/") }
        }
        func isShown(_ place: String) -> Bool {
            let section = place.dropFirst().prefix { $0 != "/" }
            return counts(place) && !accepted.describes(String(section))
        }
        let added = after.places.filter { counts($0) && before.values[$0] == nil }
        let removed = before.places.filter { isShown($0) && after.values[$0] == nil }
        let reported = Set(
            findings.filter { $0.severity == .breaking }.map { $0.section + $0.path }
        )
        let needed = added.filter { place in
            required.new?[place] != nil && required.old?[place] == nil
                && !reported.contains(Self.path(of: place))
        }
        var parts = added.filter { isShown($0) && !needed.contains($0) }.map { "\($0) is new" }
        parts += removed.map { "\($0) is gone" }
        if !accepted.describes("headers") { parts += headers }
        for place in before.places where isShown(place) {
            guard let then = before.kind(of: place), let now = after.kind(of: place), then != now
            else { continue }
            parts.append("\(place) was \(then.rawValue) and is \(now.rawValue)")
        }
        let example = parts.isEmpty ? [] : [exampleChange(parts.joined(separator: ", "))]
        return needed.compactMap { place in required.new?[place].map { requirement(place, $0) } }
            + example
    }

    /// What became of the example's own header fields; those of its body are its media type.
    private var headers: [String] {
        func names(_ call: DocumentedCall) -> [String] {
            let names = (call.request?["headers"]?.members ?? []).map(\.name)
            return names.filter { !HTTPFields.areSame($0, "Content-Type") }
        }
        func lacks(_ names: [String], _ name: String) -> Bool {
            !names.contains { HTTPFields.areSame($0, name) }
        }
        let (before, after) = (names(old), names(new))
        return after.filter { lacks(before, $0) }.map { "header \($0) is new" }
            + before.filter { lacks(after, $0) }.map { "header \($0) is gone" }
    }

    /// A section and the place in it, as findings name it: `json$.size`.
    private static func path(of place: String) -> String {
        do {
            let tokens = try JSONPointer(place).tokens
            let path = tokens.dropFirst().reduce(SchemaPath()) { $0.appending(.member($1)) }
            return (tokens.first ?? "") + path.text
        } catch {
            return place
        }
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
