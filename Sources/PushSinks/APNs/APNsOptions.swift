package import Cryptography
import ReferencePush

/// Which senders an APNs sink knows, and which APNs it is.
package struct APNsOptions: Sendable {
    /// The two sides of APNs.
    package enum Environment: String, Hashable, Sendable, CaseIterable {
        case production, sandbox
    }

    package var environment = Environment.sandbox
    /// Keys that may sign the tokens of senders.
    package var keys: [APNsKey]
    /// Allowed bundle identifiers; empty allows all.
    package var topics: [String] = []

    /// Knows the keys of the contract `contracts/apns`.
    package init() { keys = APNsKey.known }

    /// Options with a single key.
    package init(key: APNsKey) { keys = [key] }

    /// Whether the built-in key is among the keys.
    var knowsBuiltInKey: Bool { keys.contains { $0.id == KnownSender.keyID } }
}

extension SinkEntry {
    static let apns = SinkEntry(name: "apns", defects: Defect.apns) {
        APNsSink(options: $0.apns, knobs: $0.knobs)
    }
}

/// A key by which senders sign their tokens.
package struct APNsKey: Sendable {
    /// Validity of tokens that a key has signed.
    package enum Standing: Hashable, Sendable {
        case good
        /// The key was revoked.
        case revoked
        /// The key is valid for the other environment only.
        case otherEnvironment
    }

    /// Ten characters: `kid` of a token's header.
    package let id: String
    /// Ten characters: `iss` of a token's claims; `nil` takes any.
    package let team: String?
    package let standing: Standing
    let key: VerifyingKey

    /// Reads a private key in Apple's file format.
    ///
    /// - Parameters:
    ///   - id: Its identifier.
    ///   - team: The team that owns it; `nil` allows any team.
    ///   - standing: Its validity.
    ///   - pem: The text of its file, `AuthKey_ABC123DEFG.p8`.
    /// - Throws: A `SigningKey.Unusable` for a text that is not a P-256 key.
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

    /// Public keys of `contracts/apns`: with a second key of the same team, one of another team, a revoked one and
    /// one of the other environment.
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

    /// Not a secret: only sinks of this program accept it.
    package static let knownPEM = KnownSender.pem
}
