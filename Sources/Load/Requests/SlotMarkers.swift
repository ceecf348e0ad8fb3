import Base
import Compression
import Contract
import Cryptography
import JSON
import Synchronization

/// Texts that stand in for values while a request is laid out, and are then found in its bytes.
///
/// Some have every ASCII character, so that the bytes show how values are encoded there.
final class SlotMarkers: ValueStandIns {
    /// Value that a marker stands in for.
    enum Meaning: Hashable {
        /// A value of the arrival.
        case drawn(SlotValue)
        /// A value of the recipient, by its number among those.
        case ofRecipient(SlotValue, UInt64)
        /// A value captured by an earlier step, by its index; as a number to learn where that would be written
        /// without quotes.
        case captured(Int, isNumber: Bool)
        /// The number of the arrival, also where a recipient is named.
        case arrival
        /// The access token with this index.
        case token(Int)
        /// Of a text with markers in it.
        case base64(String)
        case signature
        /// A body with markers in it, where it is signed or hashed.
        case signedBody([UInt8])
        /// Of a text with markers in it.
        case hash([UInt8], RequestHash)

        /// Whether a text that is exactly this becomes a number.
        var isNumber: Bool {
            switch self {
            case .drawn(let value), .ofRecipient(let value, _): value.isNumber
            case .captured(_, let isNumber): isNumber
            case .arrival, .token, .base64, .signature, .signedBody, .hash: false
            }
        }

        /// Every byte it can have; `nil` for any.
        var possibleBytes: Set<UInt8>? {
            switch self {
            case .drawn(let value), .ofRecipient(let value, _): value.possibleBytes
            case .captured, .token: nil
            case .arrival: SlotValue.alphanumericBytes
            case .base64, .signature: Self.base64Bytes
            case .hash(_, let hash): hash.encoding == .hex ? SlotValue.plainBytes : Self.base64Bytes
            // The encoder does not process the text to sign.
            case .signedBody: SlotValue.plainBytes
            }
        }

        private static let base64Bytes = SlotValue.alphanumericBytes.union("+/=-_".utf8)
    }

    /// Recipient of a request that a marker belongs to.
    enum Instance: Int, Hashable {
        /// None, or the first one when it is named outside the list.
        case single = 0
        /// The first and the second of the list, to learn the form of the list.
        case first, second
    }

    private struct State {
        var meanings: [Meaning] = []
        var message: [UInt8]?
        var compression: ContentCoding?
    }

    private let state = Mutex(State())

    /// By the numbers in the markers.
    var meanings: [Meaning] { state.withLock(\.meanings) }
    /// The text to sign; `nil` for none.
    var message: [UInt8]? { state.withLock(\.message) }
    /// Content coding for a body with values; `nil` for none.
    var compression: ContentCoding? { state.withLock(\.compression) }

    func value(of function: TemplateFunction) -> JSONValue {
        marker(add(.drawn(SlotValue(function))), .single)
    }

    func base64(of text: String) -> String? {
        guard MarkerText.isMarked(Array(text.utf8)) else { return nil }
        return marker(add(.base64(text)), .single).scalarText
    }

    func signature(of message: [UInt8]) -> String? {
        state.withLock { $0.message = message }
        return marker(add(.signature), .single).scalarText
    }

    func hash(
        _ algorithm: HashAlgorithm,
        of text: [UInt8],
        in encoding: HMACSignature.TextEncoding
    ) -> String? {
        guard MarkerText.isMarked(text) else { return nil }
        let hash = RequestHash(algorithm, in: encoding)
        return marker(add(.hash(text, hash)), .single).scalarText
    }

    func signedBody(_ body: [UInt8]) -> [UInt8]? {
        guard MarkerText.isMarked(body) else { return nil }
        return Array(marker(add(.signedBody(body)), .single).scalarText.utf8)
    }

    func compressed(_ body: [UInt8], as coding: ContentCoding) -> [UInt8]? {
        guard MarkerText.isMarked(body) else { return nil }
        state.withLock { $0.compression = coding }
        return body
    }

    /// The number of a meaning that is new.
    func add(_ meaning: Meaning) -> Int {
        state.withLock { state in
            state.meanings.append(meaning)
            return state.meanings.count - 1
        }
    }

    /// A marker with the type that its value has.
    func marker(_ number: Int, _ instance: Instance) -> JSONValue {
        let meaning = state.withLock { $0.meanings[number] }
        if meaning.isNumber { return .integer(MarkerText.number(number, instance)) }
        let isPlain = meaning.possibleBytes?.isSubset(of: SlotValue.plainBytes) ?? false
        return .string(
            isPlain ? MarkerText.short(number, instance) : MarkerText.probe(number, instance)
        )
    }
}

extension SlotValue {
    /// The value of a template function.
    init(_ function: TemplateFunction) {
        switch function {
        case .hex(let count): self = .hex(count)
        case .digits(let count): self = .digits(count)
        case .alphanumerics(let count): self = .alphanumerics(count)
        case .uuid: self = .uuid
        case .sequence: self = .sequence
        case .now(let format, let shift, let zone):
            self = .now(format, shiftNanoseconds: shift, zoneSeconds: zone)
        }
    }

    /// Whether a text that is exactly this value becomes a number.
    var isNumber: Bool {
        switch self {
        case .index, .sequence: true
        case .now(let format, _, _): format.isNumeric
        case .hex, .digits, .alphanumerics, .uuid, .message, .column, .captured, .capturedJSON,
            .token:
            false
        }
    }

    /// Every byte the value can have; `nil` for any.
    var possibleBytes: Set<UInt8>? {
        switch self {
        case .hex, .digits, .alphanumerics, .index, .sequence, .message:
            Self.alphanumericBytes
        case .uuid: Self.plainBytes
        case .now(let format, _, let zone):
            format.pieces(offsetSeconds: zone).reduce(into: Set("0123456789".utf8)) { set, piece in
                switch piece {
                case .literal(let text): set.formUnion(text.utf8)
                case .weekdayName: set.formUnion(TimePiece.weekdayNames.joined().utf8)
                case .monthName: set.formUnion(TimePiece.monthNames.joined().utf8)
                default: break
                }
            }
        case .column, .captured, .capturedJSON, .token: nil
        }
    }

    static let alphanumericBytes = Set(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8
    )
    /// They are spelled as they are everywhere.
    static let plainBytes = alphanumericBytes.union("-".utf8)
}
