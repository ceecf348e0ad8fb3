import JSON
import Synchronization

extension NCMBService {
    func createInstallation(_ body: JSONObject, _ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        if turn.switches[.installationCreateForbidden] { throw .accessControl }
        let draft = try InstallationDraft(body)
        let id = try turn.application.data.withLock { data throws(NCMBError) in
            let installation = try draft.installation(
                id: data.installations.newID(using: &data.random),
                createDate: turn.now,
                updateDate: turn.now
            )
            try data.installations.store(installation)
            return installation.id
        }
        return .created(id, at: turn.now)
    }

    func getInstallation(_ id: String, _ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        let installation = try turn.application.data.withLock { data throws(NCMBError) in
            try data.installation(id)
        }
        guard installation.acl.allowsReading(turn.session) else { throw .accessControl }
        return .object(installation.json)
    }

    func updateInstallation(
        _ id: String,
        _ body: JSONObject,
        _ turn: NCMBTurn
    ) throws(NCMBError) -> NCMBReply {
        try turn.application.data.withLock { data throws(NCMBError) in
            let old = try data.installation(id)
            guard old.acl.allowsWriting(turn.session) else { throw .accessControl }
            let draft = try InstallationDraft(old, changedBy: body)
            let new = try draft.installation(
                id: old.id,
                createDate: old.createDate,
                updateDate: turn.now
            )
            try data.installations.store(new)
        }
        return .updated(at: turn.now)
    }

    func deleteInstallation(_ id: String, _ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        try turn.application.data.withLock { data throws(NCMBError) in
            let installation = try data.installation(id)
            guard installation.acl.allowsWriting(turn.session) else { throw .accessControl }
            data.installations.remove(installation.id)
        }
        return .empty
    }

    func searchInstallations(_ query: String?, _ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        if turn.switches[.installationSearchForbidden] { throw .accessControl }
        let search = try Search(query, session: turn.session)
        return turn.application.data.withLock { data in
            let search = search.resolved(in: data)
            let candidates = data.installations.candidates(for: search.condition)
            return data.reply(search.found(in: candidates), including: search.parameters.include)
        }
    }
}

extension NCMBData {
    /// - Throws: `E404001` when there is none.
    fileprivate func installation(_ id: String) throws(NCMBError) -> Installation {
        guard let installation = ObjectID(id).flatMap({ installations[$0] }) else {
            throw .noData
        }
        return installation
    }
}

extension Search {
    init(_ query: String?, session: NCMBSession?) throws(NCMBError) {
        parameters = try SearchParameters(query: query)
        condition = try ConditionReader(subject: "where").condition(parameters.filter)
        self.session = session
    }

    private init(_ search: Search, condition: Condition) {
        parameters = search.parameters
        session = search.session
        self.condition = condition
    }

    /// The search with its subqueries answered from `data`.
    func resolved(in data: NCMBData) -> Search {
        Search(self, condition: data.resolved(condition))
    }
}

extension NCMBData {
    /// The answer to a search, with the pointer field `include` replaced by what it points to.
    func reply<Object: NCMBObject>(
        _ found: Search.Found<Object>,
        including include: String?
    ) -> NCMBReply {
        let results = found.page.map { object in
            guard let include, let pointer = object.value(of: include),
                let target = self.object(at: pointer)
            else { return object.json }
            var expanded = object.json
            var members = [
                JSONObject.Member(name: "__type", value: "Object"),
                JSONObject.Member(name: "className", value: pointer["className"] ?? .null),
            ]
            members += target.json.members
            expanded[include] = .object(JSONObject(members))
            return expanded
        }
        return .results(results, count: found.count)
    }
}
