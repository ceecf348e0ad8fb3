import HTTPServer
import JSON

extension ServerResponse {
    /// The body; null when it is no JSON.
    var json: JSONValue { (try? JSONValue(parsing: body, duplicates: .refused)) ?? .null }

    /// The answer with members of its object changed; as it is when its body is no object.
    func rewriting(_ change: (inout JSONObject) -> Void) -> ServerResponse {
        guard var object = json.objectValue else { return self }
        change(&object)
        var response = self
        response.body = JSONValue.object(object).textBytes
        return response
    }

    /// The answer with another status.
    func with(status: Int) -> ServerResponse {
        var response = self
        response.status = status
        return response
    }
}

extension JSONObject {
    /// Changes a member, when it is there.
    mutating func update(_ name: String, _ change: (JSONValue) -> JSONValue?) {
        guard let value = self[name] else { return }
        self[name] = change(value)
    }
}
