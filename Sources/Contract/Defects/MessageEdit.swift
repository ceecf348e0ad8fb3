package import JSON
package import JSONPaths

/// Changes of a message, each only if its place exists.
package struct MessageEdit: Sendable {
    /// The parts that are edited, each as if it were the message; `nil` for the message itself.
    package var parts: JSONPath?
    /// Conditions on a message, or one of its parts, for the edit.
    package var when: [MessageCondition] = []
    package var changes: [Change] = []

    package init() {}

    /// One change.
    package enum Change: Sendable {
        /// Sets a member to a value, in which `{{PLACE}}` stands for the message's value there.
        case set(JSONPath, JSONValue)
        /// Sets a member that exists.
        case replace(JSONPath, JSONValue)
        /// Sets a member to a literal value; for a path that can find several, only existing ones.
        case put(JSONPath, JSONValue)
        case remove(JSONPath)
        case transform(JSONPath, [ValueStep])
    }
}

extension [MessageEdit] {
    /// The message after every edit; unchanged when none applies.
    package func applied(to message: JSONValue) -> JSONValue {
        reduce(message) { $1.applied(to: $0) }
    }
}

extension MessageEdit {
    fileprivate func applied(to message: JSONValue) -> JSONValue {
        guard let parts else { return edited(message) }
        return parts.nodes(in: message).reduce(message) { message, node in
            message.putting(edited(node.value), at: node.pointer)
        }
    }

    private func edited(_ message: JSONValue) -> JSONValue {
        guard when.allSatisfy({ $0.holds(for: message) }) else { return message }
        return changes.reduce(message) { $1.applied(to: $0) }
    }
}

extension MessageEdit.Change {
    fileprivate func applied(to message: JSONValue) -> JSONValue {
        switch self {
        case .set(let place, let value):
            guard let pointer = place.pointer, let value = value.filled(from: message) else {
                return message
            }
            return message.putting(value, at: pointer)
        case .replace(let place, let value):
            guard let value = value.filled(from: message) else { return message }
            return place.nodes(in: message).reduce(message) { $0.putting(value, at: $1.pointer) }
        case .put(let place, let value):
            guard let pointer = place.pointer else {
                return place.nodes(in: message).reduce(message) {
                    $0.putting(value, at: $1.pointer)
                }
            }
            return message.putting(value, at: pointer)
        case .remove(let place):
            // From the last to the first, so that no element moves before its turn.
            return place.nodes(in: message).reversed().reduce(message) { message, node in
                (try? message.removing(node.pointer)) ?? message
            }
        case .transform(let place, let steps):
            let steps = steps.compactMap { $0.filled(from: message) }
            return place.nodes(in: message).reduce(message) { message, node in
                let value = steps.reduce(node.value) { $1.applied(to: $0) ?? $0 }
                return message.putting(value, at: node.pointer)
            }
        }
    }
}

extension JSONPath {
    /// The place of a path that finds at most one node; `nil` for any other.
    fileprivate var pointer: JSONPointer? {
        singularSteps.map { steps in
            JSONPointer(
                tokens: steps.map { step in
                    switch step {
                    case .name(let name): name
                    case .index(let index): "\(index)"
                    }
                }
            )
        }
    }
}

extension JSONValue {
    /// The value with another one at a place; unchanged when the place does not exist.
    fileprivate func putting(_ value: JSONValue, at pointer: JSONPointer) -> JSONValue {
        (try? setting(pointer, to: value)) ?? self
    }

    /// The value with the message's values at the places that its texts name: `{{json.token}}`.
    ///
    /// - Returns: `nil` when one of the places is not there.
    func filled(from message: JSONValue) -> JSONValue? {
        switch self {
        case .string(let text):
            return text.contains("{{") ? MessageText(text).value(from: message) : self
        case .array(let elements):
            let filled = elements.compactMap { $0.filled(from: message) }
            return filled.count == elements.count ? .array(filled) : nil
        case .object(var object):
            for member in object.members {
                guard let value = member.value.filled(from: message) else { return nil }
                object[member.name] = value
            }
            return .object(object)
        case .null, .bool, .number:
            return self
        }
    }
}

/// A text with places of a message in it.
package struct MessageText {
    private enum Part {
        case text(String)
        case place(JSONPath?)
    }

    private var parts: [Part] = []

    package init(_ text: String) {
        var rest = text[...]
        while let start = rest.firstRange(of: "{{"),
            let end = rest[start.upperBound...].firstRange(of: "}}")
        {
            parts.append(.text(String(rest[..<start.lowerBound])))
            parts.append(.place(JSONPath(place: String(rest[start.upperBound..<end.lowerBound]))))
            rest = rest[end.upperBound...]
        }
        parts.append(.text(String(rest)))
        parts.removeAll { if case .text("") = $0 { true } else { false } }
    }

    /// Whether every place in it is valid.
    package var isWhole: Bool {
        parts.allSatisfy { if case .place(nil) = $0 { false } else { true } }
    }

    /// The evaluated text: the value itself when the text is nothing but a place.
    ///
    /// - Returns: `nil` when a place is not there.
    func value(from message: JSONValue) -> JSONValue? {
        var values: [JSONValue] = []
        for part in parts {
            switch part {
            case .text(let text):
                values.append(.string(text))
            case .place(let place):
                guard let found = place?.nodes(in: message).first else { return nil }
                values.append(found.value)
            }
        }
        guard values.count != 1 else { return values[0] }
        return .string(values.map { $0.stringValue ?? $0.text }.joined())
    }
}

extension JSONPath {
    /// A place in a message, written without the "$." of a path; names may have hyphens:
    /// `headers.content-type`.
    ///
    /// - Returns: `nil` for an invalid place.
    package init?(place: String) {
        guard !place.isEmpty else { return nil }
        let isIndexed = place.hasPrefix("[")
        let path = place.hasPrefix("$") ? place : (isIndexed ? "$" : "$.") + place
        do {
            try self.init(Self.quotingHyphens(in: path))
        } catch {
            return nil
        }
    }

    /// The path with hyphenated names in brackets, up to the first bracket.
    private static func quotingHyphens(in path: String) -> String {
        let plain = path.prefix { $0 != "[" }
        let names = plain.split(separator: ".", omittingEmptySubsequences: false)
        let parts = names.map { $0.contains("-") ? "[\(Self.quoted(String($0)))]" : ".\($0)" }
        return String(parts.joined().dropFirst()) + path.dropFirst(plain.count)
    }
}
