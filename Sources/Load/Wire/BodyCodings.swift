import Compression
import Measure

/// The content codings of a body (RFC 9110 §8.4), and how they are undone.
struct BodyCodings: Hashable, Sendable {
    /// In the order in which they were applied; `nil` for one that is not known here.
    private var list: [ContentCoding?] = []

    /// As many as other clients undo: each takes its time.
    private static let most = 5

    var isEmpty: Bool { list.isEmpty }

    /// Takes the value of a field, which may stand more than once.
    mutating func add(_ value: UnsafeRawBufferPointer) {
        ResponseHead.forEachElement(of: value) { element in
            let name = String(decoding: element, as: UTF8.self)
            guard name.lowercased() != "identity", list.count <= Self.most else { return }
            list.append(ContentCoding(name: name))
        }
    }

    /// What a body stands for.
    ///
    /// - Parameters:
    ///   - body: All of it.
    ///   - limit: The most bytes that it may stand for, however small it is.
    /// - Returns: The bytes, or why they are not known.
    func undone(_ body: [UInt8], limit: Int) -> Result<[UInt8], UnjudgedAnswer> {
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
