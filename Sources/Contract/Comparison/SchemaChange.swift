/// One place where a schema allows other values than an older one did.
struct SchemaChange: Hashable, Sendable {
    /// Whether values are possible now that were not before.
    let isBreaking: Bool
    /// As in the body: `$.results[*].objectId`.
    let path: String
    /// What is other there: `need not be there any more`.
    let what: String
}

/// A place in every instance of a schema.
struct SchemaPath: Hashable, Sendable {
    private(set) var text = "$"

    func appending(member name: String) -> SchemaPath {
        var path = self
        path.text += Self.isPlain(name) ? ".\(name)" : "['\(name)']"
        return path
    }

    /// The place of any element, or of one.
    func appending(element index: Int? = nil) -> SchemaPath {
        var path = self
        path.text += index.map { "[\($0)]" } ?? "[*]"
        return path
    }

    /// The place of any member that has no schema of its own.
    var anyMember: SchemaPath {
        var path = self
        path.text += ".*"
        return path
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
            default: byte > 0x7F
            }
        }
    }
}
