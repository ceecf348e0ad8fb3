import Testing

@testable import ReferencePush

struct RouteTableTests {
    private static let table: RouteTable<String> = [
        "GET /notes": "list", "POST /notes": "create", "GET /notes/{id}": "get",
        "GET /notes/latest": "latest", "PUT /notes/{id}/tags/{tag}": "tag",
    ]

    @Test(
        "A request is routed to the operation of its method and path, with its path parameters",
        arguments: [
            ("GET", "/notes", "list []"), ("POST", "/notes", "create []"),
            ("GET", "/notes/7", "get [7]"), ("GET", "/notes/latest", "latest []"),
            ("PUT", "/notes/7/tags/a%2Fb", "tag [7, a%2Fb]"), ("DELETE", "/notes", "other method"),
            ("get", "/notes", "other method"), ("PUT", "/notes/7", "other method"),
            ("GET", "/notes/", "unknown path"), ("GET", "/notes/7/tags", "unknown path"),
            ("GET", "/notes//tags/a", "unknown path"), ("GET", "/", "unknown path"),
            ("GET", "", "unknown path"), ("GET", "notes", "unknown path"),
            ("GET", "/notes/7/8", "unknown path"), ("GET", "/Notes", "unknown path"),
        ]
    )
    func match(method: String, path: String, expected: String) {
        switch Self.table.match(method, path.segments) {
        case .found(let operation, let parameters):
            #expect("\(operation) [\(parameters.joined(separator: ", "))]" == expected)
        case .otherMethod: #expect(expected == "other method")
        case .unknownPath: #expect(expected == "unknown path")
        }
    }
}
