import JSON

/// A tag of users.
struct NHNTag: Sendable {
    let id: String
    var name: String
    let created: Instant
    var updated: Instant

    static let idLength = 8
    static let nameLimit = 255

    var json: JSONValue {
        [
            "tagId": .string(id), "tagName": .string(name),
            "createdDateTime": .string(NHNTime.text(created)),
            "updatedDateTime": .string(NHNTime.text(updated)),
        ]
    }
}
