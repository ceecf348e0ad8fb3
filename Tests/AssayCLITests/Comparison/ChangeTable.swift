import JSON

/// Kinds of change, each with the verdict of `assay diff`.
enum ChangeTable {
    /// The most severe line of the report.
    enum Verdict: String {
        case breaking = "BREAKING"
        case compatible, note
        case nothing
    }

    /// oasdiff's rating of the change; its levels are error, warning and info.
    enum Peer: Equatable {
        case error, warning, info
        /// oasdiff has no such check.
        case none
    }

    /// A change of the OpenAPI document below.
    struct Row {
        let name: String
        let verdict: Verdict
        let peer: Peer
        /// The reason why a change that oasdiff calls an error is not one here.
        var why: String?
        /// Values by place; `nil` removes one.
        let edits: [(String, JSONValue?)]

        init(
            _ name: String,
            _ verdict: Verdict,
            _ peer: Peer,
            _ edits: [(String, JSONValue?)],
            why: String? = nil
        ) {
            (self.name, self.verdict, self.peer, self.why) = (name, verdict, peer, why)
            self.edits = edits
        }
    }

    static let document: JSONValue = [
        "openapi": "3.1.0", "info": ["title": "Parcels", "version": "1"],
        "servers": [["url": "https://parcels.test/v1"]],
        "paths": [
            "/parcels": [
                "get": [
                    "operationId": "list",
                    "parameters": [
                        [
                            "name": "limit", "in": "query",
                            "schema": ["type": "integer", "minimum": 1, "maximum": 100],
                        ],
                        [
                            "name": "order", "in": "query",
                            "schema": ["type": "string", "enum": ["new", "old"]],
                        ],
                        [
                            "name": "X-Shop", "in": "header", "required": true,
                            "schema": ["type": "string", "pattern": "^[a-z]+$"],
                        ],
                        [
                            "name": "X-Trace", "in": "header",
                            "schema": ["type": "string", "maxLength": 20],
                        ],
                    ],
                    "responses": [
                        "200": [
                            "description": "All.",
                            "headers": [
                                "X-Total": ["required": true, "schema": ["type": "integer"]]
                            ],
                            "content": [
                                "application/json": [
                                    "schema": [
                                        "type": "array", "maxItems": 50,
                                        "items": ["$ref": "#/components/schemas/Parcel"],
                                    ]
                                ]
                            ],
                        ]
                    ],
                ],
                "post": [
                    "operationId": "send",
                    "requestBody": [
                        "content": [
                            "application/json": [
                                "schema": ["$ref": "#/components/schemas/NewParcel"]
                            ],
                            "application/xml": ["schema": ["type": "object"]],
                        ]
                    ],
                    "responses": [
                        "201": [
                            "description": "Sent.",
                            "content": [
                                "application/json": [
                                    "schema": ["$ref": "#/components/schemas/Parcel"]
                                ]
                            ],
                        ],
                        "422": ["description": "Wrong."],
                    ],
                ],
            ],
            "/parcels/{id}": [
                "delete": [
                    "operationId": "drop",
                    "parameters": [
                        [
                            "name": "id", "in": "path", "required": true,
                            "schema": ["type": "string", "maxLength": 16],
                        ]
                    ],
                    "responses": ["204": ["description": "Gone."]],
                ]
            ],
            "/labels": [
                "post": [
                    "operationId": "label",
                    "parameters": [
                        ["name": "visit", "in": "cookie", "schema": ["type": "string"]],
                        [
                            "name": "size", "in": "query", "style": "deepObject",
                            "explode": true, "required": true,
                            "schema": [
                                "type": "object", "required": ["width"],
                                "properties": [
                                    "width": ["type": "integer", "maximum": 100],
                                    "unit": ["type": "string", "enum": ["cm", "in"]],
                                ],
                            ],
                        ],
                    ],
                    "requestBody": [
                        "content": [
                            "multipart/form-data": [
                                "schema": [
                                    "type": "object", "required": ["picture"],
                                    "properties": [
                                        "picture": ["type": "string", "format": "binary"],
                                        "title": ["type": "string", "maxLength": 30],
                                    ],
                                ]
                            ]
                        ]
                    ],
                    "responses": ["204": ["description": "Printed."]],
                ]
            ],
        ],
        "components": [
            "schemas": [
                "NewParcel": [
                    "type": "object", "required": ["to"],
                    "properties": [
                        "to": ["type": "string", "minLength": 1, "maxLength": 80],
                        "kind": ["type": "string", "enum": ["letter", "box"]],
                        "grams": [
                            "type": ["integer", "null"], "format": "int32", "minimum": 1,
                            "maximum": 5000, "multipleOf": 5,
                        ],
                        "code": ["type": "string", "pattern": "^[A-Z]{3}$"],
                        "due": ["type": "string", "format": "date"],
                        "tags": [
                            "type": "array", "minItems": 1, "maxItems": 5,
                            "items": ["type": "string", "maxLength": 10],
                        ],
                        "id": ["type": "string", "readOnly": true, "maxLength": 16],
                        "via": [
                            "oneOf": [
                                ["title": "Truck", "type": "object", "required": ["road"]],
                                ["title": "Ship", "type": "object", "required": ["sea"]],
                            ]
                        ],
                        "notes": [
                            "type": "object", "additionalProperties": ["type": "string"],
                        ],
                        "speed": ["type": "string", "default": "slow"],
                    ],
                ],
                "Parcel": [
                    "type": "object", "required": ["id", "to"],
                    "properties": [
                        "id": ["type": "string", "maxLength": 16],
                        "to": ["type": "string"],
                        "kind": ["type": "string", "enum": ["letter", "box"]],
                        "grams": ["type": "integer", "minimum": 1, "maximum": 5000],
                        "note": ["type": "string"],
                        "secret": ["type": "string", "writeOnly": true],
                        "state": [
                            "oneOf": [
                                ["title": "Open", "type": "object", "required": ["since"]],
                                ["title": "Done", "type": "object", "required": ["at"]],
                            ]
                        ],
                    ],
                ],
            ]
        ],
    ]

    private static let list = "/paths/~1parcels/get"
    private static let send = "/paths/~1parcels/post"
    private static let drop = "/paths/~1parcels~1{id}/delete"
    private static let sent = "/components/schemas/NewParcel"
    private static let got = "/components/schemas/Parcel"
    private static let json = "/content/application~1json"

    private static let label = "/paths/~1labels/post"
    private static let parts = "\(label)/requestBody/content/multipart~1form-data/schema"
    private static let size = "\(label)/parameters/1/schema"

    static let rows = bodies + parameters + labels + responses + calls

    /// Parts of a body, cookies, and objects with fields as members.
    private static let labels: [Row] = [
        Row(
            "a part becomes required",
            .breaking,
            .error,
            [("\(parts)/required", ["picture", "title"])]
        ),
        Row("a part becomes optional", .compatible, .info, [("\(parts)/required", nil)]),
        Row("a part is shorter", .breaking, .error, [("\(parts)/properties/title/maxLength", 20)]),
        Row(
            "a cookie becomes required",
            .breaking,
            .error,
            [("\(label)/parameters/0/required", true)]
        ),
        Row(
            "a member that is a field becomes required",
            .breaking,
            .error,
            [("\(size)/required", ["width", "unit"])]
        ),
        Row(
            "a member that is a field has fewer values",
            .breaking,
            .error,
            [("\(size)/properties/unit/enum", ["cm"])]
        ),
        Row(
            "a member that is a field may be larger",
            .compatible,
            .info,
            [("\(size)/properties/width/maximum", 200)]
        ),
    ]

    private static let bodies: [Row] = [
        Row(
            "a new required member",
            .breaking,
            .error,
            [
                ("\(sent)/properties/size", ["type": "integer"]),
                ("\(sent)/required", ["to", "size"]),
            ]
        ),
        Row(
            "a member becomes required",
            .breaking,
            .error,
            [("\(sent)/required", ["to", "kind"])]
        ),
        Row("a member becomes optional", .compatible, .info, [("\(sent)/required", nil)]),
        Row(
            "a new optional member",
            .compatible,
            .info,
            [("\(sent)/properties/size", ["type": "integer"])]
        ),
        Row("a member is gone", .breaking, .warning, [("\(sent)/properties/code", nil)]),
        Row("maxLength is smaller", .breaking, .error, [("\(sent)/properties/to/maxLength", 40)]),
        Row("maxLength is larger", .compatible, .info, [("\(sent)/properties/to/maxLength", 90)]),
        Row("maxLength is new", .breaking, .warning, [("\(sent)/properties/code/maxLength", 3)]),
        Row("maxLength is gone", .compatible, .none, [("\(sent)/properties/to/maxLength", nil)]),
        Row("minLength is larger", .breaking, .error, [("\(sent)/properties/to/minLength", 2)]),
        Row("minLength is zero", .compatible, .info, [("\(sent)/properties/to/minLength", 0)]),
        Row("maximum is smaller", .breaking, .error, [("\(sent)/properties/grams/maximum", 100)]),
        Row("maximum is larger", .compatible, .info, [("\(sent)/properties/grams/maximum", 9000)]),
        Row("minimum is larger", .breaking, .error, [("\(sent)/properties/grams/minimum", 5)]),
        Row(
            "the minimum itself is excluded",
            .breaking,
            .none,
            [
                ("\(sent)/properties/grams/exclusiveMinimum", 1),
                ("\(sent)/properties/grams/minimum", nil),
            ]
        ),
        Row(
            "multipleOf is coarser",
            .breaking,
            .none,
            [("\(sent)/properties/grams/multipleOf", 10)]
        ),
        Row(
            "multipleOf is finer",
            .compatible,
            .none,
            [("\(sent)/properties/grams/multipleOf", 1)]
        ),
        Row("minItems is larger", .breaking, .error, [("\(sent)/properties/tags/minItems", 2)]),
        Row("maxItems is smaller", .breaking, .error, [("\(sent)/properties/tags/maxItems", 4)]),
        Row("maxItems is gone", .compatible, .none, [("\(sent)/properties/tags/maxItems", nil)]),
        Row(
            "elements must differ",
            .breaking,
            .none,
            [("\(sent)/properties/tags/uniqueItems", true)]
        ),
        Row(
            "elements are shorter",
            .breaking,
            .error,
            [("\(sent)/properties/tags/items/maxLength", 5)]
        ),
        Row(
            "a value of a list is gone",
            .breaking,
            .error,
            [("\(sent)/properties/kind/enum", ["letter"])]
        ),
        Row(
            "a value of a list is new",
            .compatible,
            .info,
            [("\(sent)/properties/kind/enum", ["letter", "box", "pallet"])]
        ),
        Row(
            "a text becomes a list of values",
            .breaking,
            .error,
            [("\(sent)/properties/code/enum", ["ABC", "DEF"])]
        ),
        Row(
            "a list of values is gone",
            .compatible,
            .none,
            [("\(sent)/properties/kind/enum", nil)]
        ),
        Row(
            "a constant takes the place of a list",
            .breaking,
            .error,
            [("\(sent)/properties/kind", ["const": "box"])]
        ),
        Row("a pattern is new", .breaking, .warning, [("\(sent)/properties/to/pattern", "^[a-z]")]),
        Row(
            "a pattern is another",
            .breaking,
            .warning,
            [("\(sent)/properties/code/pattern", "^A")]
        ),
        Row("a pattern is gone", .compatible, .info, [("\(sent)/properties/code/pattern", nil)]),
        Row(
            "a format is another",
            .breaking,
            .error,
            [("\(sent)/properties/due/format", "date-time")]
        ),
        Row("a format is new", .breaking, .error, [("\(sent)/properties/to/format", "email")]),
        Row("a format is gone", .compatible, .info, [("\(sent)/properties/due/format", nil)]),
        Row(
            "int32 becomes int64",
            .compatible,
            .info,
            [("\(sent)/properties/grams/format", "int64")]
        ),
        Row("a type is another", .breaking, .error, [("\(sent)/properties/to/type", "integer")]),
        Row(
            "a type is narrower",
            .breaking,
            .error,
            [("\(sent)/properties/grams/type", "integer")]
        ),
        Row(
            "a type is wider",
            .compatible,
            .info,
            [("\(sent)/properties/grams/type", ["number", "null"])]
        ),
        Row(
            "null is allowed",
            .compatible,
            .info,
            [("\(sent)/properties/to/type", ["string", "null"])]
        ),
        Row(
            "other members are closed",
            .breaking,
            .none,
            [("\(sent)/additionalProperties", false)]
        ),
        Row(
            "other members are of another type",
            .breaking,
            .none,
            [("\(sent)/properties/notes/additionalProperties", ["type": "integer"])]
        ),
        Row("more members are asked for", .breaking, .none, [("\(sent)/minProperties", 2)]),
        Row(
            "an alternative is gone",
            .breaking,
            .error,
            [("\(sent)/properties/via/oneOf/1", nil)]
        ),
        Row(
            "an alternative is new",
            .compatible,
            .info,
            [
                (
                    "\(sent)/properties/via/oneOf",
                    [
                        ["title": "Truck", "type": "object", "required": ["road"]],
                        ["title": "Ship", "type": "object", "required": ["sea"]],
                        ["title": "Plane", "type": "object", "required": ["air"]],
                    ]
                )
            ]
        ),
        Row(
            "an alternative asks for more",
            .breaking,
            .error,
            [("\(sent)/properties/via/oneOf/0/required", ["road", "stop"])]
        ),
        Row(
            "an allOf with more in it",
            .breaking,
            .error,
            [("\(sent)/allOf", [["required": ["kind"]]])]
        ),
        Row(
            "an allOf without a new constraint",
            .nothing,
            .error,
            [("\(sent)/allOf", [["type": "object", "required": ["to"]]])],
            why: "allOf is compared by what it means, and here it means what was said before"
        ),
        Row(
            "a member that is only read is longer or shorter",
            .nothing,
            .info,
            [("\(sent)/properties/id/maxLength", 4)]
        ),
        Row(
            "a member that is only read becomes required",
            .nothing,
            .info,
            [("\(sent)/required", ["to", "id"])]
        ),
        Row(
            "a member can no longer be sent",
            .breaking,
            .info,
            [("\(sent)/properties/code/readOnly", true)]
        ),
        Row(
            "a default is another",
            .note,
            .info,
            [("\(sent)/properties/speed/default", "fast")]
        ),
        Row(
            "the body becomes required",
            .breaking,
            .error,
            [("\(send)/requestBody/required", true)]
        ),
        Row("the body is gone", .breaking, .none, [("\(send)/requestBody", nil)]),
        Row(
            "a body that need not be sent is new",
            .compatible,
            .info,
            [
                (
                    "\(drop)/requestBody",
                    ["content": ["application/json": ["schema": ["type": "object"]]]]
                )
            ]
        ),
        Row(
            "a body that has to be sent is new",
            .breaking,
            .error,
            [
                (
                    "\(drop)/requestBody",
                    [
                        "required": true,
                        "content": ["application/json": ["schema": ["type": "object"]]],
                    ]
                )
            ]
        ),
        Row(
            "a media type is gone",
            .breaking,
            .error,
            [("\(send)/requestBody/content/application~1xml", nil)]
        ),
        Row(
            "a media type is new",
            .compatible,
            .info,
            [("\(send)/requestBody/content/text~1csv", ["schema": ["type": "string"]])]
        ),
    ]

    private static let parameters: [Row] = [
        Row(
            "a new required parameter",
            .breaking,
            .error,
            [
                (
                    "\(list)/parameters/4",
                    [
                        "name": "tenant", "in": "query", "required": true,
                        "schema": ["type": "string"],
                    ]
                )
            ]
        ),
        Row(
            "a new optional parameter",
            .compatible,
            .info,
            [
                (
                    "\(list)/parameters/4",
                    ["name": "tenant", "in": "query", "schema": ["type": "string"]]
                )
            ]
        ),
        Row(
            "a new required header",
            .breaking,
            .error,
            [
                (
                    "\(list)/parameters/4",
                    [
                        "name": "X-New", "in": "header", "required": true,
                        "schema": ["type": "string"],
                    ]
                )
            ]
        ),
        Row(
            "a parameter becomes required",
            .breaking,
            .error,
            [("\(list)/parameters/0/required", true)]
        ),
        Row(
            "a header becomes required",
            .breaking,
            .error,
            [("\(list)/parameters/3/required", true)]
        ),
        Row(
            "a header becomes optional",
            .compatible,
            .info,
            [("\(list)/parameters/2/required", false)]
        ),
        Row("a parameter is gone", .breaking, .warning, [("\(list)/parameters/0", nil)]),
        Row("a header is gone", .breaking, .warning, [("\(list)/parameters/3", nil)]),
        Row(
            "the name of a header is spelled in another case",
            .nothing,
            .none,
            [("\(list)/parameters/3/name", "x-trace")]
        ),
        Row(
            "a parameter's maximum is smaller",
            .breaking,
            .error,
            [("\(list)/parameters/0/schema/maximum", 50)]
        ),
        Row(
            "a parameter's minimum is smaller",
            .compatible,
            .info,
            [("\(list)/parameters/0/schema/minimum", 0)]
        ),
        Row(
            "a parameter's value is gone",
            .breaking,
            .error,
            [("\(list)/parameters/1/schema/enum", ["new"])]
        ),
        Row(
            "a parameter's type is another",
            .breaking,
            .error,
            [("\(list)/parameters/0/schema", ["type": "boolean"])]
        ),
        Row(
            "a header's pattern is another",
            .breaking,
            .warning,
            [("\(list)/parameters/2/schema/pattern", "^[a-m]+$")]
        ),
        Row(
            "a path parameter is shorter",
            .breaking,
            .error,
            [("\(drop)/parameters/0/schema/maxLength", 8)]
        ),
        Row(
            "a path parameter is a number",
            .breaking,
            .error,
            [("\(drop)/parameters/0/schema", ["type": "integer"])]
        ),
        Row(
            "a parameter's default is new",
            .note,
            .error,
            [("\(list)/parameters/0/schema/default", 20)],
            why: "what may be sent stays the same; what is done without the parameter is a note"
        ),
    ]

    private static let responses: [Row] = [
        Row("a response's member is gone", .breaking, .warning, [("\(got)/properties/note", nil)]),
        Row("a response's member is new", .compatible, .info, [("\(got)/properties/extra", true)]),
        Row(
            "a response's member becomes optional",
            .breaking,
            .error,
            [("\(got)/required", ["id"])]
        ),
        Row(
            "a response's member becomes required",
            .compatible,
            .info,
            [("\(got)/required", ["id", "to", "note"])]
        ),
        Row(
            "a response's value is new",
            .breaking,
            .warning,
            [("\(got)/properties/kind/enum", ["letter", "box", "pallet"])]
        ),
        Row(
            "a response's value is gone",
            .compatible,
            .info,
            [("\(got)/properties/kind/enum", ["letter"])]
        ),
        Row(
            "a response's type is another",
            .breaking,
            .error,
            [("\(got)/properties/to/type", "integer")]
        ),
        Row(
            "a response can be null",
            .breaking,
            .error,
            [("\(got)/properties/to/type", ["string", "null"])]
        ),
        Row(
            "a response's maxLength is larger",
            .breaking,
            .error,
            [("\(got)/properties/id/maxLength", 32)]
        ),
        Row(
            "a response's maxLength is gone",
            .breaking,
            .error,
            [("\(got)/properties/id/maxLength", nil)]
        ),
        Row(
            "a response's maximum is smaller",
            .compatible,
            .none,
            [("\(got)/properties/grams/maximum", 9)]
        ),
        Row(
            "a response's minimum is smaller",
            .breaking,
            .error,
            [("\(got)/properties/grams/minimum", 0)]
        ),
        Row(
            "a response's alternative is new",
            .breaking,
            .error,
            [
                (
                    "\(got)/properties/state/oneOf",
                    [
                        ["title": "Open", "type": "object", "required": ["since"]],
                        ["title": "Done", "type": "object", "required": ["at"]],
                        ["title": "Lost", "type": "object", "required": ["where"]],
                    ]
                )
            ]
        ),
        Row(
            "a response's alternative is gone",
            .compatible,
            .info,
            [("\(got)/properties/state/oneOf/1", nil)]
        ),
        Row(
            "a member that is only written is in no response",
            .nothing,
            .info,
            [("\(got)/properties/secret/type", "integer")]
        ),
        Row(
            "a response has more elements",
            .breaking,
            .none,
            [("\(list)/responses/200\(json)/schema/maxItems", 90)]
        ),
        Row(
            "a header of a response becomes optional",
            .breaking,
            .error,
            [("\(list)/responses/200/headers/X-Total/required", false)]
        ),
        Row(
            "a header of a response is gone",
            .breaking,
            .error,
            [("\(list)/responses/200/headers", nil)]
        ),
        Row(
            "a response's media type is another",
            .breaking,
            .error,
            [
                ("\(list)/responses/200\(json)", nil),
                ("\(list)/responses/200/content/text~1csv", ["schema": ["type": "string"]]),
            ]
        ),
        Row(
            "a response may come in another media type too",
            .note,
            .info,
            [("\(list)/responses/200/content/text~1csv", ["schema": ["type": "string"]])]
        ),
        Row(
            "a success is new",
            .breaking,
            .info,
            [("\(send)/responses/202", ["description": "Later."])]
        ),
        Row(
            "a failure is new",
            .breaking,
            .info,
            [("\(send)/responses/409", ["description": "Twice."])]
        ),
        Row("a failure is gone", .compatible, .info, [("\(send)/responses/422", nil)]),
    ]

    private static let calls: [Row] = [
        Row("a call is gone", .breaking, .error, [(drop, nil)]),
        Row(
            "a call is new",
            .compatible,
            .info,
            [("/paths/~1health", ["get": ["responses": ["204": ["description": "Well."]]]])]
        ),
        Row(
            "the base path is another",
            .breaking,
            .none,
            [("/servers/0/url", "https://parcels.test/v2")]
        ),
        Row("the host is another", .breaking, .none, [("/servers/0/url", "https://other.test/v1")]),
        Row(
            "credentials are asked for",
            .breaking,
            .info,
            [
                ("/components/securitySchemes", ["key": ["type": "http", "scheme": "bearer"]]),
                ("/security", [["key": []]]),
            ]
        ),
        Row("only words change", .nothing, .none, [("\(list)/summary", "All of them.")]),
        Row("the call is deprecated", .nothing, .info, [("\(list)/deprecated", true)]),
    ]
}
