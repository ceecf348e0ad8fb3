import JSON

/// A value of a document, with the path to it.
struct LocatedValue {
    let value: JSONValue
    let pointer: JSONPointer

    /// The member called `name`, if it exists.
    subscript(_ name: String) -> LocatedValue? {
        value[name].map { LocatedValue(value: $0, pointer: pointer.appending(name)) }
    }

    /// The members in source order; empty if this is not an object.
    var members: [(name: String, value: LocatedValue)] {
        (value.objectValue?.members ?? []).map { member in
            let place = pointer.appending(member.name)
            return (member.name, LocatedValue(value: member.value, pointer: place))
        }
    }

    /// The elements; empty if this is not an array.
    var elements: [LocatedValue] {
        (value.arrayValue ?? []).enumerated().map { index, element in
            LocatedValue(value: element, pointer: pointer.appending("\(index)"))
        }
    }

    /// The text of the member called `name`, if not empty.
    func text(_ name: String) -> String? {
        guard let text = value[name]?.stringValue, !text.isEmpty else { return nil }
        return text
    }
}
