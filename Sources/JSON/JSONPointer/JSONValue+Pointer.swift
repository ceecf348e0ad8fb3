import Base

extension JSONValue {
    /// The value that a pointer leads to; `nil` when there is none.
    package subscript(pointer: JSONPointer) -> JSONValue? {
        var value = self
        for token in pointer.tokens {
            guard let next = value.child(token) else { return nil }
            value = next
        }
        return value
    }

    /// A copy with another value at a place: a member is replaced or appended, an element
    /// replaced, and `-` appends an element.
    ///
    /// - Parameters:
    ///   - pointer: The place.
    ///   - value: What is put there.
    ///   - createsParents: Whether objects that are missing on the way are added.
    /// - Returns: The copy.
    /// - Throws: When the way there does not exist.
    package func setting(
        _ pointer: JSONPointer,
        to value: JSONValue,
        createsParents: Bool = false
    ) throws(JSONPointerError) -> JSONValue {
        let parents = try parents(of: pointer, createsMissing: createsParents)
        var result = value
        for (depth, parent) in parents.enumerated().reversed() {
            result = try parent.replacing(at: depth, of: pointer, with: result)
        }
        return result
    }

    /// A copy without the member or element at a place.
    ///
    /// - Parameter pointer: The place; not the whole value.
    /// - Returns: The copy.
    /// - Throws: When there is nothing at that place.
    package func removing(_ pointer: JSONPointer) throws(JSONPointerError) -> JSONValue {
        let parents = try parents(of: pointer, createsMissing: false)
        guard let innermost = parents.last else {
            throw JSONPointerError(
                pointer: pointer.description,
                kind: .wholeValue,
                expected: "a member or an element to remove",
                found: "the whole value"
            )
        }
        var result = try innermost.removing(at: parents.count - 1, of: pointer)
        for (depth, parent) in parents.dropLast().enumerated().reversed() {
            result = try parent.replacing(at: depth, of: pointer, with: result)
        }
        return result
    }

    private func child(_ token: String) -> JSONValue? {
        switch self {
        case .object(let object): return object[token]
        case .array(let elements):
            guard let index = JSONPointer.index(token), elements.indices.contains(index) else {
                return nil
            }
            return elements[index]
        case .null, .bool, .number, .string: return nil
        }
    }

    /// The values on the way to a place, outermost first: one for every token.
    private func parents(
        of pointer: JSONPointer,
        createsMissing: Bool
    ) throws(JSONPointerError) -> [JSONValue] {
        guard !pointer.tokens.isEmpty else { return [] }
        var parents = [self]
        var value = self
        for (depth, token) in pointer.tokens.dropLast().enumerated() {
            if let next = value.child(token) {
                value = next
            } else if createsMissing, case .object = value {
                value = .object(JSONObject())
            } else {
                throw value.missing(at: depth, of: pointer)
            }
            parents.append(value)
        }
        return parents
    }

    private func replacing(
        at depth: Int,
        of pointer: JSONPointer,
        with value: JSONValue
    ) throws(JSONPointerError) -> JSONValue {
        let token = pointer.tokens[depth]
        switch self {
        case .object(var object):
            object[token] = value
            return .object(object)
        case .array(var elements):
            if token.hasSameCodePoints(as: "-") {
                elements.append(value)
            } else if let index = JSONPointer.index(token), elements.indices.contains(index) {
                elements[index] = value
            } else {
                throw missing(at: depth, of: pointer, allowsAppending: true)
            }
            return .array(elements)
        case .null, .bool, .number, .string:
            throw missing(at: depth, of: pointer)
        }
    }

    private func removing(
        at depth: Int,
        of pointer: JSONPointer
    ) throws(JSONPointerError) -> JSONValue {
        let token = pointer.tokens[depth]
        guard child(token) != nil else { throw missing(at: depth, of: pointer) }
        switch self {
        case .object(var object):
            object[token] = nil
            return .object(object)
        case .array(var elements):
            if let index = JSONPointer.index(token) { elements.remove(at: index) }
            return .array(elements)
        case .null, .bool, .number, .string:
            return self
        }
    }
}

extension JSONValue {
    /// Why this value, which is `depth` tokens down the way, lacks what the next token names.
    fileprivate func missing(
        at depth: Int,
        of pointer: JSONPointer,
        allowsAppending: Bool = false
    ) -> JSONPointerError {
        let token = pointer.tokens[depth]
        let parent = JSONPointer.text(of: pointer.tokens.prefix(depth))
        let fault = fault(of: token, in: parent, allowsAppending: allowsAppending)
        return JSONPointerError(
            pointer: pointer.description,
            kind: fault.kind,
            expected: fault.expected,
            found: fault.found
        )
    }

    private func fault(
        of token: String,
        in parent: String,
        allowsAppending: Bool
    ) -> (kind: JSONPointerError.Kind, expected: String, found: String) {
        let quoted = JSONValue.string(token).text(maximumLength: 60)
        switch self {
        case .object(let object):
            let names = JSONValue.array(object.names.map(JSONValue.string)).text(maximumLength: 120)
            let found = object.isEmpty ? "an object without members" : "the members \(names)"
            return (.missing(parent: parent), "a member \(quoted)", found)
        case .array(let elements):
            let size = Count.of(elements.count, "element")
            let append = allowsAppending ? ", or \"-\" to append" : ""
            guard JSONPointer.index(token) != nil else {
                let expected = "an index such as 0\(append)"
                return (.notAnIndex(parent: parent), expected, quoted)
            }
            let expected = "an element \(token)\(append)"
            return (.missing(parent: parent), expected, "an array of \(size)")
        case .null, .bool, .number, .string:
            let expected = "an object or an array with \(quoted)"
            return (.notAContainer(parent: parent), expected, text(maximumLength: 60))
        }
    }
}
