/// A value in a database.
enum SQLValue: Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)

    init(_ text: String?) { self = text.map { .text($0) } ?? .null }

    var integerValue: Int64? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    var realValue: Double? {
        guard case .real(let value) = self else { return nil }
        return value
    }

    var textValue: String? {
        guard case .text(let value) = self else { return nil }
        return value
    }
}
