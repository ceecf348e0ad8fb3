import Base
import JSON
import Synchronization

extension NHNService {
    func registerToken(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let registration = NHNToken.registration(try turn.fields(), at: turn.now)
        try turn.faults.finish()
        guard let registration else { return JSONObject() }
        turn.application.data.withLock {
            $0.tokens.register(
                registration.token,
                inPlaceOf: registration.old,
                isSingle: turn.switches[.singleToken]
            )
        }
        return JSONObject()
    }

    func getToken(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let type: NHNPushType? = turn.parameters.choice("pushType", required: true)
        try turn.faults.finish()
        let token = turn.id
        let found = type.flatMap { type in
            turn.application.data.withLock {
                $0.tokens[NHNToken.Key(pushType: type, token: CodePoints(token))]
            }
        }
        guard let found else { throw NHNError(.notFound, "token", token) }
        return JSONObject("token", found.json)
    }

    func tokensOfUID(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let uid = turn.parameters.text("uid", required: true)
        try turn.faults.finish()
        let found = turn.application.data.withLock { $0.tokens.tokens(uid: uid ?? "") }
        return JSONObject("tokens", .array(found.map(\.json)))
    }

    func tokensByCursor(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let parameters = turn.parameters
        let limit = parameters.integer("limit", in: 1...1_000) ?? 1_000
        let uid = parameters.text("cursorUid")
        let token = parameters.text("cursorToken")
        if uid != nil, token == nil { turn.faults.note(.invalid, "cursorToken") }
        if uid == nil, token != nil { turn.faults.note(.invalid, "cursorUid") }
        try turn.faults.finish()
        let cursor = uid.flatMap { uid in token.map { (uid, $0) } }
        let found = turn.application.data.withLock {
            $0.tokens.tokens(after: cursor, limit: limit)
        }
        return JSONObject("tokens", .array(found.map(\.json)))
    }

    /// Succeeds for a token that was already deleted: clients repeat the call.
    func deleteToken(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let type: NHNPushType? = turn.parameters.choice("pushType")
        try turn.faults.finish()
        turn.application.data.withLock { data in
            for type in type.map({ [$0] }) ?? NHNPushType.allCases {
                data.tokens.remove(NHNToken.Key(pushType: type, token: CodePoints(turn.id)))
            }
        }
        return JSONObject()
    }

    func invalidTokens(_ turn: NHNTurn) throws(NHNError) -> JSONObject {
        let parameters = turn.parameters
        let page = parameters.page()
        let period = parameters.period(at: turn.now)
        let message = parameters.integer("messageId")
        try turn.faults.finish()
        let found = turn.application.data.withLock { data in
            data.invalidTokens.newestFirst.filter {
                period.contains($0.created) && (message == nil || message == $0.messageID)
            }
        }
        return JSONObject("invalidTokens", .array(page.of(found).map(\.json)))
    }
}

extension JSONObject {
    /// One member.
    init(_ name: String, _ value: JSONValue) {
        self.init([Member(name: name, value: value)])
    }
}
