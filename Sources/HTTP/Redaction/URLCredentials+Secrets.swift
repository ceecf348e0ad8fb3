package import Base

extension URLCredentials {
    /// The password, literal and decoded; a user name without one, as it may be a token.
    package var secrets: [String] {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let secret = String(parts.last ?? "")
        return Array(Set([secret, PercentEncoding.decoded(secret)])).sorted()
    }
}
