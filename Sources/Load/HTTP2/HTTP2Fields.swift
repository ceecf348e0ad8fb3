import CNGHTTP2
import Glibc

/// HTTP/2 fields of a send's requests, as views of the bytes written for HTTP/1.1.
///
/// Names and their order never change, so only values are located.
struct HTTP2Fields: ~Copyable {
    /// Meaning of a line of the head.
    private enum Line {
        /// The value of the field with this index, from an offset in the line on.
        case field(Int, valueStart: Int)
        /// HTTP/2 has no such field.
        case left
    }

    /// Owned; pseudo-header fields first.
    private let fields: UnsafeMutableBufferPointer<nghttp2_nv>
    /// Owned; memory of the fields' names, the method and the scheme.
    private let texts: UnsafeMutableRawBufferPointer
    private var lines: [Line] = []
    private let methodCount: Int
    private let hasBody: Bool

    private static let notCopied =
        NGHTTP2_NV_FLAG_NO_COPY_NAME.rawValue | NGHTTP2_NV_FLAG_NO_COPY_VALUE.rawValue
    private static let authorityIndex = 2
    private static let pathIndex = 3
    private static let versionCount = " HTTP/1.1\r\n".utf8.count
    /// RFC 9113 §8.2.2.
    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
    ]

    /// - Parameters:
    ///   - layout: Its fields must include `Host`.
    ///   - scheme: `http` or `https`.
    init(_ layout: RequestLayout, scheme: String) {
        methodCount = layout.method.utf8.count
        hasBody = layout.hasBody
        var names = [":method", ":scheme", ":authority", ":path"]
        var flags = [NGHTTP2_NV_FLAG_NONE, NGHTTP2_NV_FLAG_NONE, NGHTTP2_NV_FLAG_NONE]
        flags.append(layout.targetVaries ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE)
        for field in layout.fields {
            let name = field.name.lowercased()
            let valueStart = name.utf8.count + 2
            if name == "host" {
                lines.append(.field(Self.authorityIndex, valueStart: valueStart))
            } else if Self.connectionFields.contains(name) {
                lines.append(.left)
            } else {
                lines.append(.field(names.count, valueStart: valueStart))
                names.append(name)
                flags.append(field.varies ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE)
            }
        }
        if hasBody {
            lines.append(.field(names.count, valueStart: "content-length: ".utf8.count))
            names.append("content-length")
            flags.append(NGHTTP2_NV_FLAG_NONE)
        }
        let constants = names + [layout.method, scheme]
        texts = .allocate(byteCount: constants.reduce(0) { $0 + $1.utf8.count }, alignment: 1)
        fields = .allocate(capacity: names.count)
        var end = 0
        var places: [UnsafeMutableRawBufferPointer] = []
        for text in constants {
            let place = UnsafeMutableRawBufferPointer(
                rebasing: texts[end..<end + text.utf8.count]
            )
            place.copyBytes(from: text.utf8)
            places.append(place)
            end += place.count
        }
        for index in names.indices {
            fields.initializeElement(at: index, to: nghttp2_nv())
            fields[index].name = places[index].baseAddress?.assumingMemoryBound(to: UInt8.self)
            fields[index].namelen = places[index].count
            fields[index].flags = UInt8(flags[index].rawValue | Self.notCopied)
        }
        set(0, UnsafeRawBufferPointer(places[names.count]))
        set(1, UnsafeRawBufferPointer(places[names.count + 1]))
    }

    deinit {
        fields.deallocate()
        texts.deallocate()
    }

    /// Begins the request that was looked at last; its bytes must still be there.
    ///
    /// - Returns: The stream; `nil` when the connection takes no more.
    func submit(_ lane: Int, to session: HTTP2Session) -> Int32? {
        session.submit(lane, UnsafeBufferPointer(fields), hasBody: hasBody)
    }

    /// Finds the values in a request.
    ///
    /// - Parameter bytes: The complete request, as written for HTTP/1.1.
    /// - Returns: Where its body begins.
    mutating func find(in bytes: UnsafeRawBufferPointer) -> Int {
        let end = lineEnd(bytes, from: 0)
        set(
            Self.pathIndex,
            UnsafeRawBufferPointer(rebasing: bytes[methodCount + 1..<end - Self.versionCount])
        )
        var start = end
        for line in lines {
            let end = lineEnd(bytes, from: start)
            if case .field(let index, let valueStart) = line {
                // RFC 9113 §8.2.1: no blanks around a value.
                let value = UnsafeRawBufferPointer(rebasing: bytes[start + valueStart..<end - 2])
                set(index, ResponseHead.trimmed(value))
            }
            start = end
        }
        return start + 2
    }

    /// The position after a line; its end always exists, as the writer ends each line and values cannot.
    private func lineEnd(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        let base = bytes.baseAddress.unsafelyUnwrapped
        guard let end = memchr(base + start, 0x0A, bytes.count - start) else { return bytes.count }
        return UnsafeRawPointer(end) - base + 1
    }

    private func set(_ index: Int, _ value: UnsafeRawBufferPointer) {
        // The library reads it and no more.
        fields[index].value = UnsafeMutablePointer(
            mutating: value.baseAddress?.assumingMemoryBound(to: UInt8.self)
        )
        fields[index].valuelen = value.count
    }
}
