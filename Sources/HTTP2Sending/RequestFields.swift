import CNGHTTP2
import HTTP

/// The fields of a request as nghttp2 takes them.
struct RequestFields {
    /// Names in lower case, pseudo-header fields first.
    private let fields: [(name: String, value: String)]

    /// Fields that do not recur or are sensitive are sent without an entry in the header table (Apple, "Sending
    /// notification requests to APNs").
    private static let unindexed: Set = [
        ":path", "authorization", "apns-id", "apns-expiration", "apns-collapse-id",
    ]

    /// - Parameters:
    ///   - request: The request.
    ///   - origin: Scheme, host and port of the server.
    ///   - scheme: Scheme of the connection.
    init(_ request: HTTPRequest, _ origin: String, _ scheme: String) {
        let host = origin.utf8.firstRange(of: "://".utf8).map { origin[$0.upperBound...] }
        fields =
            [
                (":method", request.method), (":scheme", scheme),
                (":authority", host.map(String.init) ?? origin), (":path", request.target),
            ] + request.headers.fields.map { ($0.name.lowercased(), $0.value) }
            + (request.body.map { [("content-length", "\($0.count)")] } ?? [])
    }

    /// Lays the fields out for the time of a call; the library copies them.
    func withFields<Result>(_ body: (UnsafeBufferPointer<nghttp2_nv>) -> Result) -> Result {
        var text: [UInt8] = []
        for field in fields {
            text.append(contentsOf: field.name.utf8)
            text.append(contentsOf: field.value.utf8)
        }
        return text.withUnsafeMutableBufferPointer { text in
            var start = text.baseAddress
            let laidOut = fields.map { field in
                let (nameCount, valueCount) = (field.name.utf8.count, field.value.utf8.count)
                defer { start = start.map { $0 + nameCount + valueCount } }
                let isUnindexed = Self.unindexed.contains(field.name)
                let flags = isUnindexed ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE
                return nghttp2_nv(
                    name: start,
                    value: start.map { $0 + nameCount },
                    namelen: nameCount,
                    valuelen: valueCount,
                    flags: UInt8(flags.rawValue)
                )
            }
            return laidOut.withUnsafeBufferPointer(body)
        }
    }
}
