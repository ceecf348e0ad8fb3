import JSON

/// A path of a contract in OpenAPI's spelling.
struct WrittenPath {
    private(set) var text = ""
    /// The parameters in the path, in order.
    private(set) var names: [String] = []
    /// The parameters of `{?…}`, which belong to the query.
    private(set) var queryNames: [String] = []
    private var styles: [String: JSONObject] = [:]

    /// Reads a path in the form of RFC 6570.
    init(_ path: String) {
        var rest = path[...]
        while let opening = rest.firstIndex(of: "{"),
            let closing = rest[opening...].firstIndex(of: "}")
        {
            text += rest[..<opening]
            add(rest[rest.index(after: opening)..<closing])
            rest = rest[rest.index(after: closing)...]
        }
        text += rest
        if !text.hasPrefix("/") { text = "/" + text }
    }

    private mutating func add(_ expression: Substring) {
        let kind = expression.first.flatMap { "+#./;?&".contains($0) ? $0 : nil }
        let list = kind == nil ? expression : expression.dropFirst()
        for (position, item) in list.split(separator: ",").enumerated() {
            let name = String(item.prefix { $0 != ":" && $0 != "*" })
            if kind == "?" || kind == "&" {
                queryNames.append(name)
                continue
            }
            names.append(name)
            var style = JSONObject()
            if kind == "." { style["style"] = "label" }
            if kind == ";" { style["style"] = "matrix" }
            if item.hasSuffix("*") { style["explode"] = true }
            styles[name] = style
            text += kind == "/" ? "/" : position > 0 ? "," : ""
            text += "{\(name)}"
        }
    }

    /// OpenAPI's style of a parameter.
    func style(of name: String) -> JSONObject { styles[name] ?? JSONObject() }

    /// The path without the names of its parameters.
    var shape: String { Self.shape(of: text) }

    static func shape(of path: String) -> String {
        path.split(separator: "{", omittingEmptySubsequences: false).enumerated().map {
            index,
            part in
            guard index > 0, let end = part.firstIndex(of: "}") else { return String(part) }
            return "{" + part[end...]
        }.joined()
    }
}
