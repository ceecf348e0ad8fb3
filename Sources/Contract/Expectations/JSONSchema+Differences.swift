import JSON

extension JSONSchema {
    /// Every place where `value` departs from the schema.
    func differences(
        in value: JSONValue,
        at root: String,
        basis: Basis,
        location: SourceLocation?,
        limit: Int
    ) -> Differences {
        let outcome = violations(in: value, limit: limit)
        var found = Differences(limit: limit)
        for violation in outcome.violations {
            found.add(
                Difference(
                    path: BodyPath(root: root, pointer: violation.instanceLocation, in: value).text,
                    expected: violation.expectedWithCauses,
                    actual: violation.actual,
                    location: location,
                    basis: basis
                )
            )
        }
        found.addUnkept(outcome.count - outcome.violations.count)
        return found
    }
}

extension SchemaViolation {
    /// What is expected and, of failed alternatives, why each failed.
    fileprivate var expectedWithCauses: String {
        guard !causes.isEmpty else { return expected }
        return "\(expected) (\(causes.map(\.description).joined(separator: "; ")))"
    }
}

extension BodyPath {
    /// The place that a JSON Pointer names inside `value` (RFC 6901).
    fileprivate init(root: String, pointer: String, in value: JSONValue) {
        self.init(root: root)
        var current: JSONValue? = value
        for token in pointer.utf8.split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        .dropFirst() {
            let name = Self.unescaped(token)
            if let elements = current?.arrayValue, let index = Int(name) {
                push(.element(index))
                current = elements.indices.contains(index) ? elements[index] : nil
            } else {
                push(.member(name))
                current = current?[name]
            }
        }
    }

    private static func unescaped(_ token: Substring.UTF8View) -> String {
        var name: [UInt8] = []
        var isEscape = false
        for byte in token {
            if isEscape {
                name.append(byte == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
                isEscape = false
            } else if byte == UInt8(ascii: "~") {
                isEscape = true
            } else {
                name.append(byte)
            }
        }
        return String(decoding: name, as: UTF8.self)
    }
}
