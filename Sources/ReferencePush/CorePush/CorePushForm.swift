import Contract
import HTTP

/// The parameters of a request, read as loosely as the clients write them.
///
/// The iOS client percent-encodes nothing: bytes that begin no `%XX` stand for themselves.
struct CorePushForm: Sendable {
    private let values: [String: String]

    /// The first of two parameters with one name counts.
    init(_ body: [UInt8]) {
        values = Dictionary(
            FormDecoding.fields(in: body).map { ($0.name, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// A parameter that must be there, and must say something.
    ///
    /// - Throws: When it is missing, empty or longer than `limit` bytes.
    func required(_ name: String, limit: Int = longestValue) throws(CorePushFailure) -> String {
        guard let value = values[name], !value.isEmpty, value.utf8.count <= limit else {
            throw CorePushFailure()
        }
        return value
    }

    /// A parameter that may be missing.
    ///
    /// - Throws: When it is longer than any value may be.
    func optional(_ name: String) throws(CorePushFailure) -> String? {
        guard let value = values[name] else { return nil }
        guard value.utf8.count <= Self.longestValue else { throw CorePushFailure() }
        return value
    }

    /// The longest value of an ordinary parameter, in bytes.
    static let longestValue = 4_096
}

/// A request that is refused: every reason looks the same to the client, `{"status":"1"}`.
struct CorePushFailure: Error, Hashable, Sendable {}
