import Contract
import HTTP

/// Parameters of a request, parsed as leniently as clients require.
///
/// The iOS client does not percent-encode: bytes that do not begin a valid `%XX` are literal.
struct CorePushForm: Sendable {
    private let values: [String: String]

    /// The first of two parameters with the same name counts.
    init(_ body: [UInt8]) {
        values = Dictionary(
            FormDecoding.fields(in: body).map { ($0.name, $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// A required, non-empty parameter.
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

/// A refusal of a request: every reason yields the same response, `{"status":"1"}`.
struct CorePushFailure: Error, Hashable, Sendable {}
