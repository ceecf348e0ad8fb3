import Contract
import JSON

struct APIKeySchemeKeys: KeyTable {
    static let keys = Self()
    static let name = "apiKeyScheme"
    static let outline = TableOutline(
        "Fields that every request contains, for example a key.",
        rules: [
            [
                "anyOf": [
                    ["required": ["headers"], "properties": ["headers": ["minProperties": 1]]],
                    ["required": ["query"], "properties": ["query": ["minProperties": 1]]],
                ]
            ]
        ],
        examples: #"""
            - { type: apiKey, headers: { X-Key: "{{appKey}}" }, query: { key: "{{appKey}}" } }
            """#
    )

    let type = SchemeType.apiKey.key
    let headers = Key("headers", .node("fields"), "Header fields to add to the request.")
    let query = Key("query", .node("fields"), "Query fields to add to the request.")
}

extension SecurityDecoder {
    func apiKey(
        _ name: String,
        _ reader: KeyReader<APIKeySchemeKeys>
    ) -> SecurityScheme {
        let headers = fields(reader[\.headers])
        let query = fields(reader[\.query])
        if headers.isEmpty && query.isEmpty {
            reader.reportLack(
                of: ["headers", "query"],
                "missing key \"headers\" or \"query\" in \(reader.subject)"
            )
        }
        return SecurityScheme(name: name, headers: headers, query: query)
    }
}
