import Base
import JSON
import Synchronization

extension NHNService {
    /// Any client error of these calls is answered as 400 by the caller.
    func performTagged(_ route: NHNRoute, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
        switch route {
        case .createTag: try createTag(turn)
        case .listTags: try listTags(turn)
        case .getTag(let id): try getTag(id, turn)
        case .renameTag(let id): try renameTag(id, turn)
        case .deleteTag(let id): try deleteTag(id, turn)
        case .appendUIDs(let id): try appendUIDs(id, turn)
        case .uidsOfTag(let id): try uidsOfTag(id, turn)
        case .removeUIDs(let id): try removeUIDs(id, turn)
        case .setTags: try setTags(turn)
        case .getUID(let uid): try getUID(uid, turn)
        case .deleteUIDs: try deleteUIDs(turn)
        case .addTagIDs(let uid): try addTagIDs(uid, turn)
        case .tagIDs(let uid): try tagIDs(uid, turn)
        case .setTagIDs(let uid): try setTagIDs(uid, turn)
        case .removeTagIDs(let uid): try removeTagIDs(uid, turn)
        default: throw NHNError(.notFound)
        }
    }

    private func createTag(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
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

    private func listTags(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let name = turn.parameters.text("tagName")
        let found = turn.application.data.withLock { data in
            name.map { [data.tags.tag(named: $0)].compactMap(\.self) } ?? data.tags.newestFirst
        }
        return JSONObject("tags", .array(found.map(\.json)))
    }

    private func getTag(_ id: String, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let tag = try turn.application.data.withLock { data throws(NHNError) in try data.tag(id) }
        return JSONObject("tag", tag.json)
    }

    private func renameTag(_ id: String, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let name = try tagName(turn)
        try turn.application.data.withLock { data throws(NHNError) in
            let tag = try data.tag(id)
            if !tag.name.hasSameCodePoints(as: name) { try data.checkName(name) }
            data.tags.rename(id, name, at: turn.now)
        }
        return JSONObject()
    }

    private func deleteTag(_ id: String, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
        try turn.application.data.withLock { data throws(NHNError) in
            _ = try data.tag(id)
            data.tags.remove(id)
        }
        return JSONObject()
    }
}

// MARK: - Users of a tag

extension NHNService {
    /// How many users a call may name.
    private static let userLimit = 16
    static let uidLimit = 64

    private func appendUIDs(_ id: String, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let users = try turn.fields().texts("uids", required: true) ?? []
        try checkUsers(users, turn)
        try turn.application.data.withLock { data throws(NHNError) in
            _ = try data.tag(id)
            // Nobody gets the tag unless everybody can.
            for user in users { _ = try data.tags(of: user, with: [id]) }
            for user in users { data.tags.set(try data.tags(of: user, with: [id]), of: user) }
        }
        return JSONObject()
    }

    private func removeUIDs(_ id: String, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let users = turn.parameters.list("uids", required: true) ?? []
        try checkUsers(users, turn)
        try turn.application.data.withLock { data throws(NHNError) in
            _ = try data.tag(id)
            for user in users where data.tags.knows(user) {
                data.tags.set(data.tags.tags(of: user).filter { $0 != id }, of: user)
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

    private func uidsOfTag(_ id: String, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let parameters = turn.parameters
        let limit = parameters.integer("limit", in: 1...1_000) ?? 100
        let offset = parameters.text("offsetUid")
        try turn.faults.finish()
        let users = try turn.application.data.withLock { data throws(NHNError) in
            _ = try data.tag(id)
            let users = data.tags.users { $0.contains(id) }
                .drop { uid in offset.map { !$0.precedes(uid) } ?? false }
            return users.prefix(limit).map { data.user($0) }
        }
        return JSONObject("uids", .array(users))
    }

    private func getUID(_ uid: String, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let user = try turn.application.data.withLock { data throws(NHNError) in
            guard data.tags.knows(uid) || data.tokens.hasTokens(uid: uid) else {
                throw NHNError(.notFound, "uid", uid)
            }
            return data.user(uid)
        }
        return JSONObject("uid", user)
    }

    /// With what is registered for them; those that are gone already are passed over.
    private func deleteUIDs(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
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
    private func setTags(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let fields = try turn.fields()
        let uid = fields.text("uid", required: true, limit: Self.uidLimit)
        let ids = fields.texts("tagIds")
        if ids == nil { turn.faults.note(.empty, "tagIds") }
        try turn.faults.finish()
        return try set(ids ?? [], of: uid ?? "", turn)
    }

    private func setTagIDs(_ uid: String, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
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

    private func addTagIDs(_ uid: String, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let ids = try turn.fields().texts("tagIds", required: true) ?? []
        checkUser(uid, turn)
        try turn.faults.finish()
        try turn.application.data.withLock { data throws(NHNError) in
            data.tags.set(try data.tags(of: uid, with: ids), of: uid)
        }
        return JSONObject()
    }

    private func tagIDs(_ uid: String, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
        checkUser(uid, turn)
        try turn.faults.finish()
        let ids = turn.application.data.withLock { $0.tags.tags(of: uid) }
        return JSONObject("tagIds", .array(ids.map { .string($0) }))
    }

    private func removeTagIDs(_ uid: String, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
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

    /// The tags, each once.
    ///
    /// - Throws: When one is unknown, or they are more than a user may have.
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
