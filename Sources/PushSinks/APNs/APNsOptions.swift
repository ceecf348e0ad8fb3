package import Cryptography
import ReferencePush

/// Which senders an APNs sink knows, and which APNs it is.
package struct APNsOptions: Sendable {
    /// The two sides of APNs.
    package enum Environment: String, Hashable, Sendable, CaseIterable {
        case production, sandbox
    }

    package var environment = Environment.sandbox
    /// By whose keys tokens of senders may be signed.
    package var keys: [APNsKey]
    /// The bundle identifiers that may be sent to; none lets all be.
    package var topics: [String] = []

    /// Knows the keys of the contract `contracts/apns`.
    package init() { keys = APNsKey.known }

    /// Knows one key.
    package init(key: APNsKey) { keys = [key] }

    /// Whether the built-in key is one of them.
    var knowsBuiltInKey: Bool { keys.contains { $0.id == KnownSender.keyID } }
}

/// A key by which senders sign their tokens.
package struct APNsKey: Sendable {
    /// What becomes of a token that a key has signed.
    package enum Standing: Hashable, Sendable {
        case good
        /// It may do nothing any more.
        case revoked
        /// It is good for the other environment only.
        case otherEnvironment
    }

    /// Ten characters: `kid` of a token's header.
    package let id: String
    /// Ten characters: `iss` of a token's claims; `nil` takes any.
    package let team: String?
    package let standing: Standing
    let key: VerifyingKey

    /// Reads a private key as Apple hands it out.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - team: Whose key it is; `nil` lets any team use it.
    ///   - standing: What it may do.
    ///   - pem: The text of its file, `AuthKey_ABC123DEFG.p8`.
    /// - Throws: When the text is no key on P-256.
    package init(
        id: String,
        team: String?,
        standing: Standing = .good,
        pem: String
    ) throws(SigningKey.Unusable) {
        self.init(
            id: id,
            team: team,
            standing: standing,
            key: VerifyingKey(try SigningKey(pem: pem, algorithm: .es256))
        )
    }

    private init(id: String, team: String?, standing: Standing, key: VerifyingKey) {
        self.id = id
        self.team = team
        self.standing = standing
        self.key = key
    }

    /// What everybody may sign with who has `contracts/apns`: a second key of the same team, one of another,
    /// one that is revoked and one of the other environment too.
    static let known: [APNsKey] = {
        do {
            let key = VerifyingKey(try SigningKey(pem: knownPEM, algorithm: .es256))
            return [
                APNsKey(
                    id: KnownSender.keyID,
                    team: KnownSender.teamID,
                    standing: .good,
                    key: key
                ),
                APNsKey(id: "ASSAYKEY02", team: "ASSAYTEAM1", standing: .good, key: key),
                APNsKey(id: "ASSAYKEY03", team: "ASSAYTEAM2", standing: .good, key: key),
                APNsKey(id: "ASSAYKEY04", team: "ASSAYTEAM1", standing: .revoked, key: key),
                APNsKey(
                    id: "ASSAYKEY05",
                    team: "ASSAYTEAM1",
                    standing: .otherEnvironment,
                    key: key
                ),
            ]
        } catch {
            preconditionFailure("the built-in key is none: \(error)")
        }
    }()

    /// No secret: it opens nothing but sinks of this program.
    package static let knownPEM = KnownSender.pem
}
