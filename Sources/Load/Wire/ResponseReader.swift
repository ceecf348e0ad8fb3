import LoadModel
import Measure
import Transport

/// Reads one response from the bytes of a connection, however they are split.
///
/// Bytes are read in place. Only an incomplete head is copied, and a body that the caller wants; a response in one
/// piece allocates no memory.
struct ResponseReader {
    /// Which bodies are stored.
    struct Capture: Hashable, Sendable {
        /// The smallest status whose bodies are stored.
        let lowestStatus: Int
        /// In bytes; the rest is dropped.
        let limit: Int
        /// Whether the head of the final response is stored too.
        var keepsHead = false
        /// Responses with a status outside are sampled for display: the head and the beginning of the body; `nil`
        /// samples none.
        var usual: ClosedRange<Int>?

        /// Bytes stored of a body that is only displayed.
        static let sampleLimit = 2 << 10

        static let nothing = Capture(lowestStatus: .max, limit: 0)
        static let everything = Capture(lowestStatus: 0, limit: 1 << 20)
        /// One byte more than a check reads, to detect larger ones.
        static let wholeResponse = Capture(
            lowestStatus: 0,
            limit: CheckedResponse.largestBody + 1,
            keepsHead: true
        )
        static let failures = Capture(lowestStatus: 400, limit: 64 << 10)
    }

    enum Step: Hashable {
        /// The response is incomplete.
        case more
        case complete
        case malformed(ResponseFault)
    }

    private enum Body {
        case head, counted, chunked, untilClose, ended
    }

    /// Zero until the final head is complete.
    private(set) var status = 0
    /// Whether another request can follow on the connection.
    private(set) var keepsAlive = false
    /// The body, if it is stored.
    private(set) var body: [UInt8] = []
    /// From the status line to the empty line, if it is stored.
    private(set) var head: [UInt8] = []
    /// The body without its content codings; `nil` for a body without any.
    private var decoded: [UInt8]?
    /// Why the body cannot be read; `nil` for a readable body.
    private(set) var unjudged: UnjudgedResponse?
    /// Whether any byte was read.
    private(set) var hasBegun = false
    /// The events of the response; `nil` where none are promised, and for any other media type.
    var events: EventReading?

    private var place = Body.head
    private var remaining = 0
    private var chunks = ChunkReader()
    private var codings = BodyCodings()
    /// Whether the body is longer than what was stored.
    private var isCut = false
    private var isResponseToHead = false
    private var capture = Capture.nothing
    /// Whether the response is stored for display.
    private var isSampled = false
    /// The beginning of an incomplete head.
    private var partialHead: [UInt8] = []

    /// Begins the response to the next request.
    ///
    /// - Parameters:
    ///   - isResponseToHead: Whether the request's method is `HEAD`: the response then has no body, whatever its head
    ///     says.
    ///   - capture: Which bodies are stored.
    mutating func begin(isResponseToHead: Bool, capture: Capture) {
        self.isResponseToHead = isResponseToHead
        self.capture = capture
        place = .head
        status = 0
        keepsAlive = false
        hasBegun = false
        isSampled = false
        isCut = false
        if decoded != nil { decoded = nil }
        unjudged = nil
        if events != nil { events = nil }
        if !codings.isEmpty { codings = BodyCodings() }
        // The memory stays: the next body of this connection is likely to be as long.
        if !body.isEmpty { body.removeAll(keepingCapacity: true) }
        if !partialHead.isEmpty { partialHead.removeAll() }
        if !head.isEmpty { head = [] }
    }

    /// Parses the next bytes.
    mutating func take(_ bytes: UnsafeRawBufferPointer) -> Step {
        guard !bytes.isEmpty else { return .more }
        hasBegun = true
        guard !partialHead.isEmpty else { return read(bytes) }
        partialHead.append(contentsOf: bytes)
        let whole = partialHead
        partialHead = []
        return whole.withUnsafeBytes { read($0) }
    }

    /// Handles the end of the connection, which may complete the response.
    mutating func takeEnd() -> Step {
        guard place == .untilClose else { return .more }
        place = .ended
        return .complete
    }

    private mutating func read(_ bytes: UnsafeRawBufferPointer) -> Step {
        var position = 0
        while place == .head {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
            switch ResponseHead.read(rest) {
            case .incomplete:
                partialHead.append(contentsOf: rest)
                return .more
            case .malformed(let fault): return .malformed(fault)
            case .complete(let head, let end):
                position += end
                // 101 is final: no upgrade was requested, so nothing valid can follow.
                guard head.status >= 200 || head.status == 101 else { continue }
                endHead(head, byteCount: end)
                let bytes = UnsafeRawBufferPointer(rebasing: rest[..<end])
                if keepsHead { self.head = Array(bytes) }
                if let events {
                    events.isAnnounced = ResponseHead.announcesEvents(bytes)
                    beginEvents()
                }
            }
        }
        return readBody(bytes, from: position)
    }

    /// Whether the head is stored.
    private var keepsHead: Bool { capture.keepsHead || isSampled }

    /// Sets the status, which decides what is stored.
    private mutating func begin(status: Int) {
        self.status = status
        isSampled = capture.usual?.contains(status) == false
    }

    private mutating func endHead(_ head: ResponseHead, byteCount: Int) {
        begin(status: head.status)
        keepsAlive = head.keepsAlive && head.status != 101
        codings = head.codings
        if isResponseToHead || head.status < 200 || head.status == 204 || head.status == 304 {
            place = .ended
        } else if head.isCoded {
            // RFC 9112 §6.3: with both, the length is wrong, and the connection must not be reused.
            if head.contentLength != nil { keepsAlive = false }
            place = head.isChunked ? .chunked : .untilClose
            chunks = ChunkReader(headBytes: byteCount)
        } else if let length = head.contentLength {
            place = length == 0 ? .ended : .counted
            remaining = length
        } else {
            place = .untilClose
        }
        if place == .untilClose { keepsAlive = false }
    }

    /// Keeps the events after the head only if it announces them.
    private mutating func beginEvents() {
        guard let events else { return }
        events.isCoded = !codings.isEmpty
        if !events.isAnnounced { self.events = nil }
    }

    private mutating func readBody(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Step {
        var end = start
        switch place {
        case .head: return .more
        case .counted:
            end = start + min(remaining, bytes.count - start)
            keep(bytes, start..<end)
            remaining -= end - start
            if remaining > 0 { return .more }
            place = .ended
        case .untilClose:
            keep(bytes, start..<bytes.count)
            return .more
        case .chunked:
            var reader = chunks
            let step = reader.read(bytes, from: start) { chunk in
                keep(chunk, 0..<chunk.count)
            }
            chunks = reader
            switch step {
            case .more: return .more
            case .malformed(.size): return .malformed(.chunkSize)
            case .malformed(.end): return .malformed(.chunkEnd)
            case .malformed(.trailers): return .malformed(.headTooLarge)
            case .complete(let position): end = position
            }
            place = .ended
        case .ended: break
        }
        // RFC 9112 §6.3: bytes after a response do not belong to it, and would be taken for the beginning of the
        // next.
        if end < bytes.count { keepsAlive = false }
        return .complete
    }

    private mutating func keep(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
        if let events { events.take(UnsafeRawBufferPointer(rebasing: bytes[range])) }
        let isKept = status >= capture.lowestStatus
        guard isKept || isSampled else { return }
        let room = (isKept ? capture.limit : Capture.sampleLimit) - body.count
        if room < range.count { isCut = true }
        guard room > 0 else { return }
        body.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[range].prefix(room)))
    }
}

extension ResponseReader {
    /// The body as it was meant, as far as that is known.
    var content: [UInt8] { decoded ?? body }

    /// Undoes the content codings of a body that is all there.
    mutating func decode() {
        if isCut {
            unjudged = .tooLong
        } else if !codings.isEmpty && !body.isEmpty {
            switch codings.undone(body, limit: Capture.everything.limit) {
            case .success(let content): decoded = content
            case .failure(let reason): unjudged = reason
            }
        }
    }
}

// MARK: - HTTP/2

/// A response whose head comes field by field; the caller has parsed the bytes.
extension ResponseReader {
    /// Whether the response is complete.
    var hasEnded: Bool { place == .ended }

    /// Adds a field of the head, of an interim head, or of the trailers.
    mutating func takeField(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        guard place == .head else { return }
        hasBegun = true
        // RFC 9113 §8.2.1 forbids blanks around a value; some send them, and other clients leave them out.
        let value = ResponseHead.trimmed(value)
        if Self.isName(name, Self.codingName) { codings.add(value) }
        if let events, !events.isAnnounced, Self.isName(name, Self.typeName) {
            events.isAnnounced = ResponseHead.isEventStream(value)
        }
        if name.first == UInt8(ascii: ":") {
            // `:status`, the only pseudo-header of responses, with three digits.
            codings = BodyCodings()
            events?.isAnnounced = false
            begin(status: value.reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) })
            if keepsHead { head = Array("HTTP/2 \(status)\r\n".utf8) }
        } else if keepsHead {
            head += name
            head += ": ".utf8
            head += value
            head += "\r\n".utf8
        }
    }

    private static let codingName: StaticString = "content-encoding"
    private static let typeName: StaticString = "content-type"

    private static func isName(_ name: UnsafeRawBufferPointer, _ wanted: StaticString) -> Bool {
        name.count == wanted.utf8CodeUnitCount
            && name.elementsEqual(
                UnsafeRawBufferPointer(start: wanted.utf8Start, count: name.count)
            )
    }

    /// Ends those fields.
    mutating func endFields() {
        guard place == .head else { return }
        guard status >= 200 else { return status = 0 }
        if keepsHead { head += "\r\n".utf8 }
        beginEvents()
        place = .untilClose
    }

    /// Adds bytes of the body.
    mutating func takeBody(_ bytes: UnsafeRawBufferPointer) { keep(bytes, 0..<bytes.count) }

    /// Ends the response.
    mutating func endStream() {
        if place == .untilClose { place = .ended }
    }
}

/// Why bytes are not an HTTP/1.1 response.
package enum ResponseFault: String, Error, Hashable, Sendable, CaseIterable {
    /// The response does not begin with `HTTP/1.x` and three digits.
    case statusLine
    /// A header line without a name before its colon, or with a space in the name.
    case fieldLine
    /// The head, including trailers, is larger than the limit.
    case headTooLarge
    /// `Content-Length` is not a number, or two values differ.
    case contentLength
    /// The size of a chunk is not a hexadecimal number, or its line does not end.
    case chunkSize
    /// A chunk is longer than its size.
    case chunkEnd
}
