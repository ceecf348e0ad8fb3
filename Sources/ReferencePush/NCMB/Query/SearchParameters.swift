import JSON

/// The query of a search, taken apart.
struct SearchParameters: Sendable {
    /// `where`; empty by default.
    let filter: JSONObject
    let order: [OrderKey]
    let limit: Int
    let skip: Int
    /// Whether the number of all matches is wanted too.
    let isCounting: Bool
    /// The pointer field to expand.
    let include: String?

    /// One name of `order`.
    struct OrderKey: Hashable, Sendable {
        let field: String
        let isDescending: Bool
    }

    /// - Parameter query: As in the request target.
    /// - Throws: `E400001` when `where` is not a JSON object, `E400005` for a number out of range.
    init(query: String?) throws(NCMBError) {
        let values = FormQuery(query)
        filter = try Self.filter(values["where"])
        order = Self.order(values["order"] ?? "")
        limit = try Self.number("limit", values["limit"], in: 0...1_000) ?? 100
        skip = try Self.number("skip", values["skip"], in: 0...Int.max) ?? 0
        isCounting = values["count"] == "1"
        include = values["include"]
    }

    private static func filter(_ text: String?) throws(NCMBError) -> JSONObject {
        guard let text else { return JSONObject() }
        return try JSONObject(ncmb: Array(text.utf8))
    }

    private static func order(_ text: String) -> [OrderKey] {
        text.split(separator: ",").map { name in
            name.utf8.first == UInt8(ascii: "-")
                ? OrderKey(field: String(name.dropFirst()), isDescending: true)
                : OrderKey(field: String(name), isDescending: false)
        }
    }

    private static func number(
        _ name: String,
        _ text: String?,
        in range: ClosedRange<Int>
    ) throws(NCMBError) -> Int? {
        guard let text else { return nil }
        guard text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }),
            let number = Int(text), range.contains(number)
        else { throw .value(name) }
        return number
    }
}

extension JSONObject {
    /// Reads a JSON text that must be an object; the later of two members with the same name counts.
    ///
    /// - Throws: `E400001` for any other text.
    init(ncmb text: [UInt8]) throws(NCMBError) {
        do {
            guard let object = try JSONValue(parsing: text, duplicates: .lastWins).objectValue
            else { throw NCMBError.jsonFormat }
            self = object
        } catch {
            throw .jsonFormat
        }
    }
}
