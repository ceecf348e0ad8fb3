import JSON

/// Read and write permissions of an object.
struct AccessControl: Hashable, Sendable {
    /// The client's value; `nil` allows everyone.
    private let entries: JSONObject?

    /// Everyone may do everything.
    static let open = AccessControl(entries: nil)

    private static let openText: JSONValue = ["*": ["read": true, "write": true]]

    private init(entries: JSONObject?) { self.entries = entries }

    /// Reads `{"<who>":{"read":true,"write":true}}`; null allows everyone.
    ///
    /// - Throws: `E400002` for any other form.
    init(_ value: JSONValue) throws(NCMBError) {
        switch value {
        case .null:
            self = .open
        case .object(let object):
            for member in object.members where !Self.isEntry(member.value) {
                throw .type("acl")
            }
            self.init(entries: value == Self.openText ? nil : object)
        default:
            throw .type("acl")
        }
    }

    var json: JSONValue { entries.map { .object($0) } ?? Self.openText }

    func allowsReading(_ session: NCMBSession?) -> Bool { allows("read", session) }

    func allowsWriting(_ session: NCMBSession?) -> Bool { allows("write", session) }

    private func allows(_ right: String, _ session: NCMBSession?) -> Bool {
        guard let entries else { return true }
        var names = ["*"]
        if let session {
            names.append(session.userID)
            names += session.roles.map { "role:\($0)" }
        }
        return names.contains { entries[$0]?[right]?.boolValue == true }
    }

    private static func isEntry(_ value: JSONValue) -> Bool {
        guard let rights = value.objectValue else { return false }
        return rights.members.allSatisfy {
            ($0.name == "read" || $0.name == "write") && $0.value.boolValue != nil
        }
    }
}
