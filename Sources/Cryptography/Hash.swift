/// A hash function by its common name.
package enum HashAlgorithm: String, Sendable, Hashable, CaseIterable {
    case sha1, sha256, sha512
}
