/// A hash function by its common name.
package enum HashAlgorithm: String, Sendable, Hashable, CaseIterable {
    case md5, sha1, sha256, sha512
}

extension HashAlgorithm {
    /// The length of a hash, in bytes.
    package var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha256: 32
        case .sha512: 64
        }
    }

    /// Block size in bytes.
    var blockByteCount: Int { self == .sha512 ? 128 : 64 }
}
