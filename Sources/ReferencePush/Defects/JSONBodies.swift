package import HTTP
package import JSON

extension ServerResponse {
    /// The body; null for a body that is not JSON.
    package var json: JSONValue { (try? JSONValue(parsing: body, duplicates: .refused)) ?? .null }
}

extension ServerRequest {
    /// The body; null for a body that is not JSON.
    package var json: JSONValue { (try? JSONValue(parsing: body, duplicates: .refused)) ?? .null }
}

extension JSONObject {
    /// Changes a member that is an object, when it is there.
    mutating func updateObject(_ name: String, _ change: (inout JSONObject) -> Void) {
        guard var object = self[name]?.objectValue else { return }
        change(&object)
        self[name] = .object(object)
    }
}
