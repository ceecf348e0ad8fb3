package import Base
package import Contract
package import Cryptography

/// A value that differs between arrivals, or between their recipients.
package enum SlotValue: Hashable, Sendable {
    /// A number of hexadecimal digits.
    case hex(Int)
    /// A number of decimal digits.
    case digits(Int)
    /// A number of letters and digits.
    case alphanumerics(Int)
    /// A random UUID (RFC 9562, version 4).
    case uuid
    /// The number of the arrival, or of the recipient, from zero.
    case index
    /// The number of the arrival, or of the recipient, counted from one.
    case sequence
    /// The number of the arrival in the marker of its message.
    case message
    /// The moment at which the request is laid out.
    case now(TimeFormat, shiftNanoseconds: Int64, zoneSeconds: Int)
    /// A field of the recipient's row, by its number.
    case column(Int)
    /// A value captured by an earlier step, by its index.
    case captured(Int)
    /// The same as a JSON value: with quotes for a text.
    case capturedJSON(Int)
    /// The access token with this index: the same for all arrivals until it is renewed.
    case token(Int)
}

extension SlotValue {
    /// Whether it is an access token.
    var isToken: Bool { if case .token = self { true } else { false } }
}

/// Place of a value.
package struct RequestSlot: Hashable, Sendable {
    package let value: SlotValue
    /// Number of the random draw; equal numbers draw the same value.
    package let number: UInt64
    /// Whether the value is the recipient's, not the arrival's.
    let isOfRecipient: Bool
    /// `nil` writes the value as it is.
    package let spelling: ByteSpelling?

    package init(
        _ value: SlotValue,
        number: UInt64,
        isOfRecipient: Bool = false,
        spelling: ByteSpelling? = nil
    ) {
        self.value = value
        self.number = number
        self.isOfRecipient = isOfRecipient
        self.spelling = spelling
    }
}

/// One piece of a request.
package indirect enum RequestPiece: Hashable, Sendable {
    case text(String)
    case bytes([UInt8])
    case slot(RequestSlot)
    /// Pieces for each recipient of the request, with something between them.
    case recipients([RequestPiece], separator: [UInt8])
    /// The Base64 of other pieces.
    case base64([RequestPiece], spelling: ByteSpelling?)
    /// The signature of the request.
    case signature(spelling: ByteSpelling?)
    /// The body as it is sent; used in the text to sign or hash.
    case body
    /// The hash of the body as it is sent.
    case bodyHash(RequestHash, spelling: ByteSpelling?)
    /// The hash of other pieces.
    case hash([RequestPiece], RequestHash, spelling: ByteSpelling?)

    /// Whether arrivals have different bytes here.
    var varies: Bool {
        switch self {
        case .text, .bytes: false
        case .slot(let slot): !slot.value.isToken
        case .recipients, .base64, .signature, .body, .bodyHash, .hash: true
        }
    }
}

/// Algorithm of a hash, and its encoding as text.
package struct RequestHash: Hashable, Sendable {
    package let algorithm: HashAlgorithm
    package let encoding: HMACSignature.TextEncoding

    package init(_ algorithm: HashAlgorithm, in encoding: HMACSignature.TextEncoding) {
        self.algorithm = algorithm
        self.encoding = encoding
    }
}

/// How each request is signed, after the rest of it is written.
package struct RequestSigning: Hashable, Sendable {
    /// The text to sign.
    package let message: [RequestPiece]
    package let algorithm: HashAlgorithm
    package let key: [UInt8]
    /// Varying texts for the derivation of the key, in order.
    package let derivation: [[RequestPiece]]
    package let encoding: HMACSignature.TextEncoding

    package init(
        message: [RequestPiece],
        algorithm: HashAlgorithm,
        key: [UInt8],
        derivation: [[RequestPiece]] = [],
        encoding: HMACSignature.TextEncoding
    ) {
        self.message = message
        self.algorithm = algorithm
        self.key = key
        self.derivation = derivation
        self.encoding = encoding
    }
}
