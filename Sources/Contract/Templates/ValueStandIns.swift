package import Compression
package import Cryptography
package import JSON

/// Takes the place of everything that is made up while a request is laid out, in the order of use.
///
/// They show the place of each value to a planner that lays a request out once and fills it in for every arrival.
package protocol ValueStandIns: Sendable {
    /// Stands for the value of a function, with the type that has.
    func value(of function: TemplateFunction) -> JSONValue

    /// Stands for the Base64 of a text; `nil` leaves it as it is.
    func base64(of text: String) -> String?

    /// Stands for the signature of a message; `nil` has it signed.
    func signature(of message: [UInt8]) -> String?

    /// Stands for the hash of a text; `nil` has it hashed.
    func hash(
        _ algorithm: HashAlgorithm,
        of text: [UInt8],
        in encoding: HMACSignature.TextEncoding
    ) -> String?

    /// Stands for the body where it is signed; `nil` leaves it as it is.
    func signedBody(_ body: [UInt8]) -> [UInt8]?

    /// What is sent for now of a body that is to be compressed; `nil` has it compressed.
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
