import Base
import JSON

/// The tags of an application and their users.
struct NHNTagStore: Sendable {
    private var tags = BoundedStore<String, NHNTag>()
    private var idsByName: [CodePoints: String] = [:]
    /// The tags of each known user, in the order they were given.
    private var tagsByUID: [CodePoints: [String]] = [:]

    static let limit = 2_048
    static let limitOfUser = 16
}

extension NHNTagStore {
    var count: Int { tags.count }

    subscript(_ id: String) -> NHNTag? { tags[id] }

    var newestFirst: some Sequence<NHNTag> { tags.newestFirst }

    func tag(named name: String) -> NHNTag? { idsByName[CodePoints(name)].flatMap { tags[$0] } }

    /// Adds a tag with a new id.
    mutating func create(
        _ name: String,
        at now: Instant,
        using random: inout some RandomNumberGenerator
    ) -> NHNTag {
        var id = ObjectID(using: &random).text.prefix(NHNTag.idLength)
        while tags.contains(String(id)) {
            id = ObjectID(using: &random).text.prefix(NHNTag.idLength)
        }
        let tag = NHNTag(id: String(id), name: name, created: now, updated: now)
        tags.insert(tag, for: tag.id)
        idsByName[CodePoints(name)] = tag.id
        return tag
    }

    mutating func rename(_ id: String, _ name: String, at now: Instant) {
        guard let tag = tags[id] else { return }
        idsByName[CodePoints(tag.name)] = nil
        idsByName[CodePoints(name)] = id
        tags.update(id) {
            $0.name = name
            $0.updated = now
        }
    }

    /// Removes a tag, also from its users.
    mutating func remove(_ id: String) {
        guard let tag = tags.remove(id) else { return }
        idsByName[CodePoints(tag.name)] = nil
        for uid in tagsByUID.keys { tagsByUID[uid]?.removeAll { $0 == id } }
    }
}

// MARK: - Users

extension NHNTagStore {
    func knows(_ uid: String) -> Bool { tagsByUID[CodePoints(uid)] != nil }

    func tags(of uid: String) -> [String] { tagsByUID[CodePoints(uid)] ?? [] }

    /// The users whose tags match, sorted by id.
    func users(where isMeant: ([String]) -> Bool) -> [String] {
        tagsByUID.filter { isMeant($0.value) }.map(\.key.text).sorted { $0.precedes($1) }
    }

    /// Replaces the tags of a user.
    mutating func set(_ ids: [String], of uid: String) { tagsByUID[CodePoints(uid)] = ids }

    mutating func forget(_ uid: String) { tagsByUID[CodePoints(uid)] = nil }
}

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
