/// Why the body of a response is unreadable, by the name of its outcome.
///
/// Codes cannot have such a name, as they have no spaces.
package enum UnjudgedResponse: String, Error, Hashable, Sendable, CaseIterable {
    /// Its content coding is unknown, or it is not encoded in the coding that it names.
    case notDecodable = "not decodable"
    /// It is longer than the limit.
    case tooLong = "too long"

    /// Name of the outcome of a response with a decisive status but an unknown code: `500 too long`.
    package func name(ofStatus status: Int) -> String { "\(status) \(rawValue)" }
}
