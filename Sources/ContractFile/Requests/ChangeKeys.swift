import JSON

/// The sections of a request, and the edits that change one.
struct ChangeKeys: KeyGroup {
    /// Which edits a mapping may hold.
    enum Edits {
        /// None: it holds the whole request.
        case none
        /// Those before signing.
        case ofRequest
        /// Those after it too.
        case all
    }

    let list: KeyList

    init(_ edits: Edits) {
        var keys: [Key<YAMLNode>] = [
            Key("method", .node("method")),
            Key("path", .node("path")),
            Key("basePath", .node("basePath")),
            Key("url", .node("url")),
            Key("target", .node("targetName")),
            Key("params", .node("params")),
            Key("headers", .node("headers"), edits == .none ? nil : Self.addedHeaders),
            Key("query", .node("query")),
            Key("json", .node("json")),
            Key("form", .node("form")),
            Key("multipart", .node("multipart")),
            Key("text", .node("textBody")),
            Key("file", .node("file")),
            Key("security", .node("security")),
            Key("encoding", .node("encodingName")),
            Key("compression", .node("compression")),
            Key("redirects", .node("redirects")),
        ]
        if edits != .none { keys += [Self.set, Self.unset] }
        if edits == .all { keys.append(Key("tamper", .node(TamperKeys.self))) }
        list = KeyList(keys)
    }

    private static let addedHeaders =
        "Header fields that are added to those of the call or replace them."
    private static let set = Key("set", .node("set"))
    private static let unset = Key(
        "unset",
        .node("pointers"),
        "Parts of the request to remove before signing, as JSON Pointers."
    )
}
