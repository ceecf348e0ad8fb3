import Contract
import HTTP
import JSON

/// What a stub says in its own name: the contract does not answer such a request.
enum StubProblem {
    static func response(
        _ status: Int,
        _ problem: String,
        _ more: JSONValue = [:]
    ) -> HTTPResponse {
        var body = JSONObject()
        body["stub"] = .string(problem)
        for member in more.objectValue?.members ?? [] { body[member.name] = member.value }
        return AnswerDraft(status: status, body: .object(body)).response
    }
}
