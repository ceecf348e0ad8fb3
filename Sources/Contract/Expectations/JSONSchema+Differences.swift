import JSON
import JSONSchemas

extension JSONSchema {
    /// Every place where `value` violates the schema.
    func differences(
        in value: JSONValue,
        at root: String,
        basis: Basis,
        location: SourceLocation?,
        limit: Int
    ) -> Differences {
        let outcome = violations(in: value, limit: limit)
        var found = Differences(limit: limit)
        for (position, violation) in outcome.violations.enumerated() {
            found.add(
                Difference(
                    path: BodyPath(root: root, pointer: violation.instanceLocation, in: value).text,
                    expected: violation.expectedWithCauses,
                    actual: violation.actual,
                    location: location,
                    basis: basis,
                    // The first one reports that the check was given up.
                    standing: outcome.isUndecided && position == 0 ? .unknown : .contradiction
                )
            )
        }
        found.addUnkept(outcome.count - outcome.violations.count)
        return found
    }
}

extension SchemaViolation {
    /// The expectation and, for failed alternatives, why each failed.
    fileprivate var expectedWithCauses: String {
        guard !causes.isEmpty else { return expected }
        return "\(expected) (\(causes.map(\.description).joined(separator: "; ")))"
    }
}

extension BodyPath {
    /// The place of a JSON Pointer inside `value` (RFC 6901).
    fileprivate init(root: String, pointer: String, in value: JSONValue) {
        self.init(root: root)
        var current: JSONValue? = value
        // An invalid pointer stands for the whole value.
        for name in (try? JSONPointer(pointer))?.tokens ?? [] {
            if let elements = current?.arrayValue, let index = Int(name) {
                push(.element(index))
                current = elements.indices.contains(index) ? elements[index] : nil
            } else {
                push(.member(name))
                current = current?[name]
            }
        }
    }
}
