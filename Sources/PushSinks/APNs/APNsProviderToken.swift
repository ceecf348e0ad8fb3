import Cryptography
import JSON

/// What a sender's token says once its signature was looked at.
struct APNsProviderToken: Hashable, Sendable {
    /// Why the token is never good.
    let fault: APNsReason?
    let keyID: String
    let team: String
    /// When it was made, in seconds since 1970.
    let issued: Int64

    /// How far a token's time may be from now, in seconds.
    private static let lifetime: Int64 = 3_600

    /// - Parameters:
    ///   - authorization: The whole value of the field.
    ///   - keys: Those that may have signed it.
    init(authorization: ArraySlice<UInt8>, _ keys: [APNsKey]) {
        let text = String(decoding: authorization, as: UTF8.self)
        let scheme = text.prefix { $0 != " " }
        guard scheme.lowercased() == "bearer", scheme.endIndex < text.endIndex,
            let token = CompactToken(String(text[text.index(after: scheme.endIndex)...])),
            let keyID = token.header["kid"]?.stringValue,
            let team = token.claims["iss"]?.stringValue,
            let issued = Self.issued(token),
            let key = keys.first(where: { $0.id == keyID }),
            key.team == nil || key.team == team,
            token.isSigned(by: key.key)
        else {
            self.init(fault: .invalidProviderToken, keyID: "", team: "", issued: 0)
            return
        }
        let fault: APNsReason? =
            switch key.standing {
            case .good: nil
            case .revoked: .forbidden
            case .otherEnvironment: .badEnvironmentKeyIdInToken
            }
        self.init(fault: fault, keyID: keyID, team: team, issued: issued)
    }

    /// A text of digits is taken too: senders in wide use sign it, and APNs accepts theirs (FACTS.md §4).
    private static func issued(_ token: CompactToken) -> Int64? {
        token.seconds("iat") ?? token.claims["iat"]?.stringValue.flatMap { Int64($0) }
    }

    private init(fault: APNsReason?, keyID: String, team: String, issued: Int64) {
        self.fault = fault
        self.keyID = keyID
        self.team = team
        self.issued = issued
    }

    /// Why the token is no good at a moment, in seconds since 1970; `nil` when it is.
    func fault(at now: Int64) -> APNsReason? {
        if let fault { return fault }
        if issued < now - Self.lifetime { return .expiredProviderToken }
        return issued > now + Self.lifetime ? .invalidProviderToken : nil
    }
}

/// What one connection has shown of its sender: the first good token binds it.
struct APNsBinding {
    private var authorization: [UInt8] = []
    private var token: APNsProviderToken?
    /// When a token took the place of another, on CLOCK_MONOTONIC in nanoseconds.
    private var lastUpdate: Int64?

    /// Tokens may be renewed once in so many nanoseconds.
    private static let updatePause: Int64 = 20 * 60 * 1_000_000_000

    /// Whether a good token came.
    var isBound: Bool { token != nil }

    /// Looks at the token of a request.
    ///
    /// - Parameters:
    ///   - sent: The value of `authorization`.
    ///   - moment: When the request came, on CLOCK_MONOTONIC in nanoseconds.
    ///   - now: The same in seconds since 1970.
    ///   - read: Finds out what a token says; only asked for one that is not that of the last request.
    /// - Returns: Whether a token took the place of another.
    /// - Throws: Why the request is refused.
    mutating func check(
        _ sent: ArraySlice<UInt8>,
        at moment: Int64,
        now: Int64,
        read: (ArraySlice<UInt8>) -> APNsProviderToken
    ) throws(APNsRefusal) -> Bool {
        if let token, sent.elementsEqual(authorization) {
            if let fault = token.fault(at: now) { throw APNsRefusal(fault) }
            return false
        }
        let new = read(sent)
        if let fault = new.fault(at: now) { throw APNsRefusal(fault) }
        let isRenewal = token != nil
        if let token {
            if new.team != token.team { throw APNsRefusal(.invalidProviderToken) }
            if new.keyID != token.keyID { throw APNsRefusal(.unrelatedKeyIdInToken) }
            if let lastUpdate, moment - lastUpdate < Self.updatePause {
                throw APNsRefusal(.tooManyProviderTokenUpdates)
            }
            lastUpdate = moment
        }
        token = new
        authorization = Array(sent)
        return isRenewal
    }
}
