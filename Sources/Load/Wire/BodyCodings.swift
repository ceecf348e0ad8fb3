import Compression
import LoadModel
import Measure

/// The content codings of a body (RFC 9110 §8.4), and how they are undone.
struct BodyCodings: Hashable, Sendable {
    /// In the order of application; `nil` for an unknown coding.
    private var list: [ContentCoding?] = []

    /// Most codings that are decoded, as in other clients: each takes time.
    private static let most = 5

    var isEmpty: Bool { list.isEmpty }

    /// Adds the value of a field, which may occur more than once.
    mutating func add(_ value: UnsafeRawBufferPointer) {
        ResponseHead.forEachElement(of: value) { element in
            let name = String(decoding: element, as: UTF8.self)
            guard name.lowercased() != "identity", list.count <= Self.most else { return }
            list.append(ContentCoding(name: name))
        }
    }

    /// Decodes a body.
    ///
    /// - Parameters:
    ///   - body: The complete body.
    ///   - limit: Largest size in bytes of the decoded body.
    /// - Returns: The decoded bytes, or why they are unknown.
    func undone(_ body: [UInt8], limit: Int) -> Result<[UInt8], UnjudgedResponse> {
        guard list.count <= Self.most else { return .failure(.notDecodable) }
        var body = body
        for coding in list.reversed() {
            guard let coding else { return .failure(.notDecodable) }
            do throws(ContentCoding.Failure) {
                body = try coding.decoded(body, limit: limit)
            } catch {
                if case .tooLarge = error { return .failure(.tooLong) }
                return .failure(.notDecodable)
            }
        }
        return .success(body)
    }
}
