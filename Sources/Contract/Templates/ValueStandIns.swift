package import Compression
package import Cryptography
package import JSON

/// Replaces all generated values while a request is encoded, in the order of use.
///
/// They mark the place of each value for a planner that encodes a request once and fills it in for every arrival.
package protocol ValueStandIns: Sendable {
    /// A stand-in for the value of a function, with its type.
    func value(of function: TemplateFunction) -> JSONValue

    /// A stand-in for the Base64 of a text; `nil` leaves it unchanged.
    func base64(of text: String) -> String?

    /// A stand-in for the signature of a message; `nil` signs it.
    func signature(of message: [UInt8]) -> String?

    /// A stand-in for the hash of a text; `nil` hashes it.
    func hash(
        _ algorithm: HashAlgorithm,
        of text: [UInt8],
        in encoding: HMACSignature.TextEncoding
    ) -> String?

    /// A stand-in for the body where it is signed; `nil` leaves it unchanged.
    func signedBody(_ body: [UInt8]) -> [UInt8]?

    /// A stand-in for a body that is to be compressed; `nil` compresses it.
    func compressed(_ body: [UInt8], as coding: ContentCoding) -> [UInt8]?
}

extension ValueStandIns {
    package func base64(of text: String) -> String? { nil }
    package func signature(of message: [UInt8]) -> String? { nil }
    package func signedBody(_ body: [UInt8]) -> [UInt8]? { nil }
    package func compressed(_ body: [UInt8], as coding: ContentCoding) -> [UInt8]? { nil }

    package func hash(
        _ algorithm: HashAlgorithm,
        of text: [UInt8],
        in encoding: HMACSignature.TextEncoding
    ) -> String? { nil }
}
