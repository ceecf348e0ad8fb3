package import HTTP
package import JSON

extension ServerResponse {
    /// The body; null when it is no JSON.
    package var json: JSONValue { (try? JSONValue(parsing: body, duplicates: .refused)) ?? .null }

    /// The answer with members of its object changed; as it is when its body is no object.
    package func rewriting(_ change: (inout JSONObject) -> Void) -> ServerResponse {
        var response = self
        response.body = body.rewritingObject(change) ?? body
        return response
    }

    /// The answer with another status.
    package func with(status: Int) -> ServerResponse {
        var response = self
        response.status = status
        return response
    }
}

extension ServerRequest {
    /// The body; null when it is no JSON.
    package var json: JSONValue { (try? JSONValue(parsing: body, duplicates: .refused)) ?? .null }

    /// The request with members of its object changed; `nil` when its body is no object.
    package func rewriting(_ change: (inout JSONObject) -> Void) -> ServerRequest? {
        guard let body = body.rewritingObject(change) else { return nil }
        var request = self
        request.body = body
        return request
    }

    /// Gives a parameter of the query another value where it stands; `nil` takes it away.
    mutating func replaceParameter(_ name: String, with value: String?) {
        let items = (query ?? "").split(separator: "&").compactMap { item -> String? in
            guard item.prefix(while: { $0 != "=" }) == name else { return String(item) }
            return value.map { "\(name)=\($0)" }
        }
        query = items.isEmpty ? nil : items.joined(separator: "&")
    }
}

extension [UInt8] {
    /// The text of the object it holds, with members changed; `nil` when it holds none.
    fileprivate func rewritingObject(_ change: (inout JSONObject) -> Void) -> [UInt8]? {
        guard let value = try? JSONValue(parsing: self, duplicates: .refused),
            var object = value.objectValue
        else { return nil }
        change(&object)
        return JSONValue.object(object).textBytes
    }
}

extension JSONObject {
    /// Changes a member, when it is there.
    package mutating func update(_ name: String, _ change: (JSONValue) -> JSONValue?) {
        guard let value = self[name] else { return }
        self[name] = change(value)
    }
}
