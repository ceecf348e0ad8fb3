import Base
import JSON
import Synchronization

extension NHNService {
    func createTag(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let name = try tagName(turn)
        let tag = try turn.application.data.withLock { data throws(NHNError) in
            try data.checkName(name)
            guard data.tags.count < NHNTagStore.limit else {
                throw NHNError(.limit, "tagName", name)
            }
            return data.tags.create(name, at: turn.now, using: &data.random)
        }
        return JSONObject("tag", ["tagId": .string(tag.id)])
    }

    private func tagName(_ turn: NHNTurn) throws(NHNError) -> String {
        let name = try turn.fields().text("tagName", required: true, limit: NHNTag.nameLimit)
        if let name, name.unicodeScalars.contains(where: \.properties.isWhitespace) {
            turn.faults.note(.invalid, "tagName", name)
        }
        try turn.faults.finish()
        return name ?? ""
    }

    func listTags(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let name = turn.parameters.text("tagName")
        let found = turn.application.data.withLock { data in
            name.map { [data.tags.tag(named: $0)].compactMap(\.self) }
                ?? Array(data.tags.newestFirst)
        }
        return JSONObject("tags", .array(found.map(\.json)))
    }

    func getTag(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let tag = try turn.application.data.withLock { data throws(NHNError) in
            try data.tag(turn.id)
        }
        return JSONObject("tag", tag.json)
    }

    func renameTag(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let name = try tagName(turn)
        try turn.application.data.withLock { data throws(NHNError) in
            let tag = try data.tag(turn.id)
            if !tag.name.hasSameCodePoints(as: name) { try data.checkName(name) }
            data.tags.rename(turn.id, name, at: turn.now)
        }
        return JSONObject()
    }

    func deleteTag(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        try turn.application.data.withLock { data throws(NHNError) in
            _ = try data.tag(turn.id)
            data.tags.remove(turn.id)
        }
        return JSONObject()
    }
}

// MARK: - Users of a tag

extension NHNService {
    /// Largest number of users in a call.
    private static let userLimit = 16
    static let uidLimit = 64

    func appendUIDs(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let users = try turn.fields().texts("uids", required: true) ?? []
        try checkUsers(users, turn)
        try turn.application.data.withLock { data throws(NHNError) in
            _ = try data.tag(turn.id)
            // The tag is added to all users or to none.
            for user in users { _ = try data.tags(of: user, with: [turn.id]) }
            for user in users { data.tags.set(try data.tags(of: user, with: [turn.id]), of: user) }
        }
        return JSONObject()
    }

    func removeUIDs(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let users = turn.parameters.list("uids", required: true) ?? []
        try checkUsers(users, turn)
        try turn.application.data.withLock { data throws(NHNError) in
            _ = try data.tag(turn.id)
            for user in users where data.tags.knows(user) {
                data.tags.set(data.tags.tags(of: user).filter { $0 != turn.id }, of: user)
            }
        }
        return JSONObject()
    }

    private func checkUsers(_ users: [String], _ turn: NHNTurn) throws(NHNError) {
        if users.count > Self.userLimit { turn.faults.note(.limit, "uids", "\(users.count)") }
        for user in users { checkUser(user, turn) }
        try turn.faults.finish()
    }

    private func checkUser(_ user: String, _ turn: NHNTurn) {
        if user.isEmpty { turn.faults.note(.empty, "uid") }
        if user.unicodeScalars.count > Self.uidLimit { turn.faults.note(.invalid, "uid", user) }
    }

    func uidsOfTag(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let parameters = turn.parameters
        let limit = parameters.integer("limit", in: 1...1_000) ?? 100
        let offset = parameters.text("offsetUid")
        try turn.faults.finish()
        let users = try turn.application.data.withLock { data throws(NHNError) in
            _ = try data.tag(turn.id)
            let users = data.tags.users { $0.contains(turn.id) }
                .drop { uid in offset.map { !$0.precedes(uid) } ?? false }
            return users.prefix(limit).map { data.user($0) }
        }
        return JSONObject("uids", .array(users))
    }

    func getUID(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let uid = turn.id
        let user = try turn.application.data.withLock { data throws(NHNError) in
            guard data.tags.knows(uid) || data.tokens.hasTokens(uid: uid) else {
                throw NHNError(.notFound, "uid", uid)
            }
            return data.user(uid)
        }
        return JSONObject("uid", user)
    }

    /// Deletes users with their registrations; unknown users are ignored.
    func deleteUIDs(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let users = turn.parameters.list("uids", required: true) ?? []
        try checkUsers(users, turn)
        turn.application.data.withLock { data in
            for user in users {
                data.tags.forget(user)
                data.tokens.removeAll(uid: user)
            }
        }
        return JSONObject()
    }
}

// MARK: - Tags of a user

extension NHNService {
    func setTags(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let fields = try turn.fields()
        let uid = fields.text("uid", required: true, limit: Self.uidLimit)
        let ids = fields.texts("tagIds")
        if ids == nil { turn.faults.note(.empty, "tagIds") }
        try turn.faults.finish()
        return try set(ids ?? [], of: uid ?? "", turn)
    }

    func setTagIDs(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let uid = turn.id
        let ids = try turn.fields().texts("tagIds")
        if ids == nil { turn.faults.note(.empty, "tagIds") }
        checkUser(uid, turn)
        try turn.faults.finish()
        return try set(ids ?? [], of: uid, turn)
    }

    private func set(
        _ ids: [String],
        of uid: String,
        _ turn: NHNTurn
    ) throws(NHNError) -> JSONObject {
        try turn.application.data.withLock { data throws(NHNError) in
            data.tags.set(try data.checked(ids), of: uid)
        }
        return JSONObject()
    }

    func addTagIDs(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let uid = turn.id
        let ids = try turn.fields().texts("tagIds", required: true) ?? []
        checkUser(uid, turn)
        try turn.faults.finish()
        try turn.application.data.withLock { data throws(NHNError) in
            data.tags.set(try data.tags(of: uid, with: ids), of: uid)
        }
        return JSONObject()
    }

    func tagIDs(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let uid = turn.id
        checkUser(uid, turn)
        try turn.faults.finish()
        let ids = turn.application.data.withLock { $0.tags.tags(of: uid) }
        return JSONObject("tagIds", .array(ids.map { .string($0) }))
    }

    func removeTagIDs(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let uid = turn.id
        let ids = turn.parameters.list("tagIds", required: true) ?? []
        checkUser(uid, turn)
        try turn.faults.finish()
        try turn.application.data.withLock { data throws(NHNError) in
            for id in ids { _ = try data.tag(id) }
            guard data.tags.knows(uid) else { return }
            data.tags.set(data.tags.tags(of: uid).filter { !ids.contains($0) }, of: uid)
        }
        return JSONObject()
    }
}

extension NHNData {
    fileprivate func tag(_ id: String) throws(NHNError) -> NHNTag {
        guard id.unicodeScalars.count == NHNTag.idLength else {
            throw NHNError(.invalid, "tagId", id)
        }
        guard let tag = tags[id] else { throw NHNError(.notFound, "tagId", id) }
        return tag
    }

    fileprivate func checkName(_ name: String) throws(NHNError) {
        if tags.tag(named: name) != nil { throw NHNError(.invalid, "tagName", name) }
    }

    /// The tags without duplicates.
    ///
    /// - Throws: For an unknown tag, or more than a user may have.
    fileprivate func checked(_ ids: [String]) throws(NHNError) -> [String] {
        var checked: [String] = []
        for id in ids where !checked.contains(id) { checked.append(try tag(id).id) }
        guard checked.count <= NHNTagStore.limitOfUser else {
            throw NHNError(.limit, "tagIds", "\(checked.count)")
        }
        return checked
    }

    /// The tags of a user and these.
    fileprivate func tags(of uid: String, with ids: [String]) throws(NHNError) -> [String] {
        try checked(tags.tags(of: uid) + ids)
    }

    /// A user with tags and contacts.
    fileprivate func user(_ uid: String) -> JSONValue {
        let contacts: [JSONValue] = tokens.tokens(uid: uid).map { token in
            [
                "contactType": .string("TOKEN_\(token.pushType.rawValue)"),
                "contact": .string(token.text),
                "createdDateTime": .string(NHNTime.text(token.created)),
            ]
        }
        let own = tags.tags(of: uid).compactMap { tags[$0]?.json }
        return ["uid": .string(uid), "tags": .array(own), "contacts": .array(contacts)]
    }
}
