import Cryptography

/// A sender for APNs with a public key: sinks accept it, and reference services use it.
package enum KnownSender {
    package static let keyID = "ASSAYKEY01"
    package static let teamID = "ASSAYTEAM1"

    /// Not a secret: only sinks of this program accept it.
    package static let pem = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgqYD1Xck4FveEucj9
        IZSZ4iosW4WcARlkJT7nlHAgnyGhRANCAASfvv72m/6emJcv8h2qv/PUHl7yc9xp
        2n9CUiBlhGA2pdtmvuSSAZbgDOz16ltUSnHU1JtyqwmG033lempnBijE
        -----END PRIVATE KEY-----
        """
}
