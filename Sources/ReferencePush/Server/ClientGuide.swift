package import HTTP

/// Instructions for clients of a service: its keys, and a valid request.
package struct ClientGuide: Sendable {
    /// A key and its name in the documents.
    package struct Key: Hashable, Sendable {
        package let name: String
        package let value: String
    }

    package let keys: [Key]
    /// Signed, where the service wants that.
    package let request: HTTPRequest

    init(keys: KeyValuePairs<String, String>, request: HTTPRequest) {
        self.keys = keys.map { Key(name: $0.key, value: $0.value) }
        self.request = request
    }
}

extension HTTPRequest {
    /// A request with a body of a media type.
    init(post body: String, _ type: String, to path: String, at origin: String) {
        self.init(
            method: "POST",
            origin: origin,
            path: path,
            headers: HTTPFields([HTTPFields.Field(name: "Content-Type", value: type)]),
            body: Array(body.utf8)
        )
    }
}
