import JSON

/// The categories a device has joined.
enum CorePushCategories: Hashable, Sendable {
    /// Ids in the order given.
    case list([String])
    /// For each id the values chosen.
    case table([String: [String]])

    /// The id of the category that there always is.
    static let standardID = "1"
    /// Default of a device that names none.
    static let standard = CorePushCategories.list([standardID])

    /// Reads `1,2,3`, a JSON array of texts, or a JSON object of arrays of texts.
    ///
    /// - Throws: For a value that begins like JSON, but has another form.
    init(_ text: String) throws(CorePushFailure) {
        switch text.utf8.first {
        case nil:
            self = .standard
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard let value = try? JSONValue(parsing: Array(text.utf8), duplicates: .refused),
                let categories = CorePushCategories(value)
            else { throw CorePushFailure() }
            self = categories
        default:
            self = .list(text.split(separator: ",").map(String.init))
        }
    }

    private init?(_ value: JSONValue) {
        if let texts = Self.texts(value) {
            self = .list(texts)
            return
        }
        guard let object = value.objectValue else { return nil }
        var table: [String: [String]] = [:]
        for member in object.members {
            guard let texts = Self.texts(member.value) else { return nil }
            table[member.name] = texts
        }
        self = .table(table)
    }

    /// The elements, if all of them are texts.
    private static func texts(_ value: JSONValue) -> [String]? {
        guard let elements = value.arrayValue else { return nil }
        let texts = elements.compactMap(\.stringValue)
        return texts.count == elements.count ? texts : nil
    }
}
