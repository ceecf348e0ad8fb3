import Cryptography

/// The sender at APNs that everybody knows who has this program: sinks believe it, and reference services
/// send as it.
package enum KnownSender {
    package static let keyID = "ASSAYKEY01"
    package static let teamID = "ASSAYTEAM1"

    /// No secret: it opens nothing but sinks of this program.
    package static let pem = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqYD1Xck4FveEucj9
        IZSZ4iosW4WcARlkJT7nlHAgnyGhRANCAASfvv72m/6emJcv8h2qv/PUHl7yc9xp
        2n9CUiBlhGA2pdtmvuSSAZbgDOz16ltUSnHU1JtyqwmG033lempnBijE
        -----END PRIVATE KEY-----
        """
}
