package import Base

extension URLCredentials {
    /// The password, as it stands and decoded; a name without one may be a token.
    package var secrets: [String] {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let secret = String(parts.last ?? "")
        return Array(Set([secret, PercentEncoding.decoded(secret)])).sorted()
    }
}
