import JSON

/// The authentication of a Postman collection, a folder or a request.
struct PostmanAuth {
    /// Its name in Postman.
    let kind: String
    /// Its parameters, with values as Postman writes them.
    private(set) var parameters: [String: String] = [:]
    /// The names of all its parameters.
    private var names: [String] = []

    /// Reads it; `nil` if the place does not specify it.
    init?(_ value: ReadValue?) {
        guard let value, value.value != .null else { return nil }
        guard let kind = value["type"]?.text else { return nil }
        self.kind = kind
        let content = value[kind]
        for element in content?.value.arrayValue ?? [] {
            names += element["key"]?.stringValue.map { [$0] } ?? []
        }
        // Version 2.0 has an object.
        names += content?.value.objectValue?.names ?? []
        let known = Self.known[kind] ?? []
        for element in content?.elements ?? [] {
            guard let name = element.value["key"]?.stringValue, known.contains(name) else {
                continue
            }
            element["key"]?.settle()
            parameters[name] = element["value"]?.scalarText
        }
        for member in content?.members ?? [] where known.contains(member.name) {
            parameters[member.name] = member.value.scalarText
        }
    }

    /// The parameters of each kind that affect a request.
    private static let known: [String: Set<String>] = [
        "bearer": ["token"], "basic": ["username", "password"], "digest": ["username", "password"],
        "apikey": ["key", "value", "in"],
        "oauth2": ["accessToken", "headerPrefix"],
    ]

    /// Its addition to a request.
    enum Addition {
        case header(String, String)
        case query(String, String)
        case user(String)
        case none
        /// A method that contracts do not support.
        case unknown(String)
    }

    /// Its addition to a request.
    var addition: Addition {
        func value(_ name: String) -> String { parameters[name] ?? "" }
        switch kind {
        case "noauth": return .none
        case "bearer": return .header("Authorization", "Bearer \(value("token"))")
        case "basic", "digest": return .user("\(value("username")):\(value("password"))")
        case "apikey":
            let name = value("key")
            guard !name.isEmpty else { return .unknown("an API key without a name") }
            return value("in") == "query"
                ? .query(name, value("value")) : .header(name, value("value"))
        case "oauth2" where !value("accessToken").isEmpty:
            let prefix = parameters["headerPrefix"] ?? "Bearer"
            return .header("Authorization", "\(prefix) \(value("accessToken"))")
        default:
            let names = names.joined(separator: ", ")
            return .unknown(
                "authentication of type \(kind)" + (names.isEmpty ? "" : " with \(names)")
                    + "; FILL IN a scheme of `securitySchemes`"
            )
        }
    }

    /// The names of its secret parameters, which are kept out of files.
    static let secretNames: Set<String> = [
        "token", "password", "value", "accessToken", "clientSecret", "secret", "secretKey",
        "consumerSecret", "tokenSecret", "authKey",
    ]
}
