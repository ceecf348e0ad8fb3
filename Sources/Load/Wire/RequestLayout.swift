import Base
package import Compression
import Contract
import Cryptography

/// A request laid out once: constant bytes, and places that each arrival fills.
package struct RequestLayout: Hashable, Sendable {
    package typealias Piece = RequestPiece

    /// A piece without references, so that filling it counts none.
    enum Place: Hashable, Sendable {
        case constant(Range<Int>)
        /// An index below zero stands for none.
        case value(Value, slot: UInt64, isOfRecipient: Bool, spelling: Int)
        case recipients(Range<Int>, separator: Range<Int>)
        case base64(Range<Int>, spelling: Int)
        case signature(spelling: Int)
        case body
        /// The range is that of the hash in the hashes of the body.
        case bodyHash(Range<Int>, HMACSignature.TextEncoding, spelling: Int)
        case hash(Range<Int>, RequestHash, spelling: Int)
    }

    enum Value: Hashable, Sendable {
        case hex(Int), digits(Int), alphanumerics(Int)
        case uuid, index, sequence, message
        /// An index of `times`.
        case now(Int)
        case column(Int)
        case captured(Int), capturedJSON(Int)
        /// The token with the index in `token`.
        case token
    }

    /// Format of a moment.
    struct Time: Hashable, Sendable {
        let shiftNanoseconds: Int64
        let zoneSeconds: Int
        let pieces: [TimePiece]
    }

    /// A header field, for writing the head in another form.
    struct Field: Hashable, Sendable {
        let name: String
        /// Whether arrivals have different values.
        let varies: Bool
    }

    package let method: String
    /// Whether arrivals have different request targets.
    let targetVaries: Bool
    /// In the order of the head's lines; `Content-Length`, if present, follows them.
    let fields: [Field]
    /// All constant bytes, concatenated.
    private(set) var constants: [UInt8] = []
    /// All places; grouped.
    private(set) var places: [Place] = []
    private(set) var spellings: [ByteSpelling] = []
    private(set) var times: [Time] = []
    private(set) var head = 0..<0
    private(set) var body = 0..<0
    private(set) var message = 0..<0
    /// The texts of the signature's derivation, each ended by `textEnd`.
    private(set) var derivation = 0..<0
    /// Algorithms for hashing the body, in the order of their hashes.
    private(set) var bodyHashes: [HashAlgorithm] = []
    /// Index of its access token; `nil` for none.
    private(set) var token: Int?
    let hasBody: Bool
    let signing: RequestSigning?
    /// Content coding of the body before it is hashed and sent; `nil` for none.
    let compression: ContentCoding?

    /// A byte that is in no text.
    static let textEnd: UInt8 = 0xFF

    /// Lays a request out.
    ///
    /// - Parameters:
    ///   - method: A token.
    ///   - target: Target of the request line.
    ///   - fields: Without `Content-Length`, which is written for each arrival.
    ///   - body: `nil` for a request without a body.
    ///   - signing: Defines the value of `.signature`; `nil` for an unsigned request.
    ///   - compression: Content coding of the body; `nil` for none.
    package init(
        method: String,
        target: [Piece],
        fields: [(name: String, value: [Piece])],
        body: [Piece]?,
        signing: RequestSigning? = nil,
        compression: ContentCoding? = nil
    ) {
        self.method = method
        self.compression = compression
        self.signing = signing
        hasBody = body != nil
        targetVaries = target.contains(where: \.varies)
        self.fields = fields.map {
            Field(name: $0.name, varies: $0.value.contains(where: \.varies))
        }
        var pieces: [Piece] = [.text(method + " ")] + target + [.text(" HTTP/1.1\r\n")]
        for field in fields {
            pieces += [.text(field.name + ": ")] + field.value + [.text("\r\n")]
        }
        if hasBody { pieces.append(.text("Content-Length: ")) }
        head = add(pieces)
        self.body = add(body ?? [])
        message = add(signing?.message ?? [])
        derivation = add((signing?.derivation ?? []).flatMap { $0 + [.bytes([Self.textEnd])] })
    }

    /// Whether all arrivals send the same bytes, until the token changes.
    var isConstant: Bool {
        places.allSatisfy { place in
            switch place {
            case .constant, .value(.token, _, _, _): true
            default: false
            }
        }
    }

    /// Whether values of recipients' rows are in it.
    var namesColumns: Bool {
        places.contains { place in
            if case .value(.column, _, _, _) = place { true } else { false }
        }
    }

    /// Columns used unencoded in the request line or in header fields, where control characters would end them.
    var headColumns: Set<Int> {
        var columns: Set<Int> = []
        for index in head {
            guard case .value(.column(let column), _, _, let spelling) = places[index] else {
                continue
            }
            if spelling < 0 || spellings[spelling].keeps("\r\n".utf8) { columns.insert(column) }
        }
        return columns
    }

    /// Whether recipients are named in it.
    var namesRecipients: Bool {
        places.contains { place in
            switch place {
            case .value(_, _, let isOfRecipient, _): isOfRecipient
            case .recipients: true
            case .constant, .base64, .signature, .body, .bodyHash, .hash: false
            }
        }
    }
}

// MARK: - Laying out

extension RequestLayout {
    /// Adds pieces and returns the range of their places; groups within them are added first.
    private mutating func add(_ pieces: [Piece]) -> Range<Int> {
        var own: [Place] = []
        for piece in pieces {
            let place = place(of: piece)
            // Adjacent constants are merged.
            if case .constant(let new) = place, case .constant(let last)? = own.last,
                last.upperBound == new.lowerBound
            {
                own[own.count - 1] = .constant(last.lowerBound..<new.upperBound)
            } else {
                own.append(place)
            }
        }
        places += own
        return places.count - own.count..<places.count
    }

    private mutating func place(of piece: Piece) -> Place {
        switch piece {
        case .text(let text): return .constant(constant(Array(text.utf8)))
        case .bytes(let bytes): return .constant(constant(bytes))
        case .slot(let slot):
            return .value(
                value(slot.value),
                slot: slot.number,
                isOfRecipient: slot.isOfRecipient,
                spelling: index(of: slot.spelling)
            )
        case .recipients(let pieces, let separator):
            return .recipients(add(pieces), separator: constant(separator))
        case .base64(let pieces, let spelling):
            return .base64(add(pieces), spelling: index(of: spelling))
        case .signature(let spelling): return .signature(spelling: index(of: spelling))
        case .body: return .body
        case .bodyHash(let hash, let spelling):
            let range = bodyHash(hash.algorithm)
            return .bodyHash(range, hash.encoding, spelling: index(of: spelling))
        case .hash(let pieces, let hash, let spelling):
            return .hash(add(pieces), hash, spelling: index(of: spelling))
        }
    }

    /// Range of a hash of the body in the memory of all body hashes.
    private mutating func bodyHash(_ algorithm: HashAlgorithm) -> Range<Int> {
        if !bodyHashes.contains(algorithm) { bodyHashes.append(algorithm) }
        let before = bodyHashes.prefix { $0 != algorithm }
        let start = before.reduce(0) { $0 + $1.byteCount }
        return start..<start + algorithm.byteCount
    }

    private mutating func constant(_ bytes: [UInt8]) -> Range<Int> {
        constants += bytes
        return constants.count - bytes.count..<constants.count
    }

    private mutating func index(of spelling: ByteSpelling?) -> Int {
        guard let spelling else { return -1 }
        if let index = spellings.firstIndex(of: spelling) { return index }
        spellings.append(spelling)
        return spellings.count - 1
    }

    private mutating func value(_ value: SlotValue) -> Value {
        switch value {
        case .hex(let count): return .hex(count)
        case .digits(let count): return .digits(count)
        case .alphanumerics(let count): return .alphanumerics(count)
        case .uuid: return .uuid
        case .index: return .index
        case .sequence: return .sequence
        case .message: return .message
        case .column(let index): return .column(index)
        case .captured(let index): return .captured(index)
        case .capturedJSON(let index): return .capturedJSON(index)
        case .token(let index):
            precondition(token == nil || token == index, "two tokens in a request")
            token = index
            return .token
        case .now(let format, let shift, let zone):
            times.append(
                Time(
                    shiftNanoseconds: shift,
                    zoneSeconds: format.hasZone ? zone : 0,
                    pieces: format.pieces(offsetSeconds: zone)
                )
            )
            return .now(times.count - 1)
        }
    }
}
