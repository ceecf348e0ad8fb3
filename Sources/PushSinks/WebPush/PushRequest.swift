import Base
import HTTP

/// Header fields of an application server's request that control delivery.
///
/// Source: RFC 8030 §5.2, §5.3 and §5.4.
struct PushRequest: Hashable, Sendable {
    /// Longest storage time of the message, in seconds.
    let lifetime: Int64
    let urgency: String
    /// Topic; a waiting message is replaced by a later one with the same topic.
    let topic: String?

    static let urgencies = ["very-low", "low", "normal", "high"]

    /// The longest storage time of this push service: four weeks.
    static let longestLifetime: Int64 = 28 * 24 * 3_600

    /// The field with an error.
    enum Fault: String, Error, Hashable, Sendable {
        case ttl, urgency, topic
    }

    /// - Throws: `Fault` for a missing field or an invalid value.
    init(_ headers: HTTPFields) throws(Fault) {
        guard let text = headers["TTL"], !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else {
            throw .ttl
        }
        // Words of a grammar may be written in any case (RFC 5234, section 2.3).
        let urgencies = headers[all: "Urgency"].map { $0.lowercased() }
        guard urgencies.count < 2, urgencies.allSatisfy(Self.urgencies.contains) else {
            throw .urgency
        }
        let topics = headers[all: "Topic"]
        guard topics.count < 2, topics.allSatisfy(Self.isTopic) else { throw .topic }
        // A number that no 64 bits can count is longer than any time.
        lifetime = min(Int64(text) ?? .max, Self.longestLifetime)
        urgency = urgencies.first ?? "normal"
        topic = topics.first
    }

    /// At most 32 characters of the alphabet of Base64url.
    private static func isTopic(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: "_")
            }
    }
}
