/// Header fields in the order of the wire; names compare without regard to case.
package struct HTTPFields: Hashable, Sendable {
    /// One field line.
    package struct Field: Hashable, Sendable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// In the order of the wire.
    package private(set) var fields: [Field]

    package init(_ fields: [Field] = []) {
        self.fields = fields
    }
}

extension HTTPFields {
    /// The values of every field called `name`, in order; empty for none.
    package subscript(all name: String) -> [String] {
        fields.filter { Self.areSame($0.name, name) }.map(\.value)
    }

    /// The value of the first field called `name`.
    package subscript(_ name: String) -> String? {
        fields.first { Self.areSame($0.name, name) }?.value
    }

    /// Adds a field line at the end, even if the name exists already.
    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Replaces all fields called `name` by one, at the position of the first.
    package mutating func set(_ name: String, _ value: String) {
        guard let first = fields.firstIndex(where: { Self.areSame($0.name, name) }) else {
            return append(name, value)
        }
        fields[first] = Field(name: name, value: value)
        let others = fields[(first + 1)...].filter { !Self.areSame($0.name, name) }
        fields.replaceSubrange((first + 1)..., with: others)
    }

    /// Removes every field called `name`.
    package mutating func remove(_ name: String) {
        fields.removeAll { Self.areSame($0.name, name) }
    }

    /// The media type in a `Content-Type` without its parameters, in lower case (RFC 9110 §8.3.1).
    package static func mediaType(_ value: String) -> String {
        value.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// Whether two field names are equal (RFC 9110 §5.1).
    package static func areSame(_ left: String, _ right: String) -> Bool {
        left.utf8.count == right.utf8.count
            && zip(left.utf8, right.utf8).allSatisfy { $0 | caseBit($0) == $1 | caseBit($1) }
    }

    private static func caseBit(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? 0x20 : 0
    }
}
