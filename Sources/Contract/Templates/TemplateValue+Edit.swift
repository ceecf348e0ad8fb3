import Base
import JSON

extension TemplateValue {
    /// The value at the place of a JSON Pointer's reference tokens (RFC 6901); `nil` for none.
    package func value(at tokens: ArraySlice<String>) -> TemplateValue? {
        guard let token = tokens.first else { return self }
        guard let elements else { return self[token]?.value(at: tokens.dropFirst()) }
        guard let index = JSONPointer.index(token), elements.indices.contains(index) else {
            return nil
        }
        return elements[index].value(at: tokens.dropFirst())
    }

    /// Sets a value at a place, creating the objects on the way; `-` appends to an array.
    ///
    /// - Parameters:
    ///   - value: The new value.
    ///   - tokens: The reference tokens of a JSON Pointer (RFC 6901); at least one.
    /// - Returns: The edited value.
    /// - Throws: `TemplateError` when the way leads through a scalar or past the end of an array.
    package func setting(
        _ value: TemplateValue,
        at tokens: ArraySlice<String>
    ) throws(TemplateError) -> TemplateValue {
        guard let token = tokens.first else { return value }
        let rest = tokens.dropFirst()
        if var elements {
            if token == "-" && rest.isEmpty { return .array(elements + [value]) }
            guard let index = JSONPointer.index(token), elements.indices.contains(index) else {
                throw TemplateError(
                    "no element \"\(token)\" in a list of \(elements.count); "
                        + "\"-\" at the end appends one"
                )
            }
            elements[index] = try elements[index].setting(value, at: rest)
            return .array(elements)
        }
        guard var members = members ?? (isNull ? [] : nil) else {
            throw TemplateError("\"\(token)\" would be inside \(kindWithoutMembers)")
        }
        if let index = members.firstIndex(where: { $0.name.hasSameCodePoints(as: token) }) {
            members[index].value = try members[index].value.setting(value, at: rest)
        } else {
            let empty = TemplateValue.object([])
            let inner = rest.isEmpty ? value : try empty.setting(value, at: rest)
            members.append(Member(name: token, value: inner))
        }
        return .object(members)
    }

    /// Removes the value at a place.
    ///
    /// - Parameter tokens: The reference tokens of a JSON Pointer; at least one.
    /// - Returns: The edited value; `nil` when the place does not exist. An object that loses its
    ///   last member stays, empty.
    package func removing(at tokens: ArraySlice<String>) -> TemplateValue? {
        guard let token = tokens.first else { return nil }
        let rest = tokens.dropFirst()
        if var elements {
            guard let index = JSONPointer.index(token), elements.indices.contains(index) else {
                return nil
            }
            if rest.isEmpty {
                elements.remove(at: index)
            } else {
                guard let edited = elements[index].removing(at: rest) else { return nil }
                elements[index] = edited
            }
            return .array(elements)
        }
        guard var members,
            let index = members.firstIndex(where: { $0.name.hasSameCodePoints(as: token) })
        else { return nil }
        if rest.isEmpty {
            members.remove(at: index)
        } else {
            guard let edited = members[index].value.removing(at: rest) else { return nil }
            members[index].value = edited
        }
        return .object(members)
    }

    private var isNull: Bool { self == .constant(.null) }

    /// The kind of a value without members to edit.
    private var kindWithoutMembers: String {
        switch self {
        case .constant(let value): "\(value.kind.rawValue) \(value.text(maximumLength: 60))"
        case .text: "a template, whose members are not known yet"
        case .expression: "a computed value; replace it as a whole"
        case .array, .object: "a list or a mapping"
        }
    }
}
