import JSON
import Synchronization

extension NCMBService {
    /// The response to a search.
    ///
    /// - Parameters:
    ///   - turn: The request.
    ///   - candidates: The objects that may match, the newest first.
    /// - Returns: The requested page.
    /// - Throws: The error in the query.
    func reply<Candidates: Sequence>(
        to turn: NCMBTurn,
        among candidates: (NCMBData, Condition) -> Candidates
    ) throws(NCMBError) -> NCMBReply where Candidates.Element: NCMBObject {
        let search = try Search(turn.query, session: turn.session)
        return turn.application.data.withLock { data in
            let search = search.resolved(in: data)
            let found = search.found(in: candidates(data, search.condition))
            return data.reply(found, including: search.parameters.include)
        }
    }
}

extension Search {
    fileprivate init(_ query: String?, session: NCMBSession?) throws(NCMBError) {
        parameters = try SearchParameters(query: query)
        condition = try ConditionReader(subject: "where").condition(parameters.filter)
        self.session = session
    }

    private init(_ search: Search, condition: Condition) {
        parameters = search.parameters
        session = search.session
        self.condition = condition
    }

    /// The search with its subqueries evaluated on `data`.
    fileprivate func resolved(in data: NCMBData) -> Search {
        Search(self, condition: data.resolved(condition))
    }
}

extension NCMBData {
    /// The response to a search, with the pointer field `include` replaced by its target.
    fileprivate func reply<Object: NCMBObject>(
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
