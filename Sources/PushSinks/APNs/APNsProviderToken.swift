import Cryptography
import JSON

/// Claims of a sender's token, after checking its signature.
struct APNsProviderToken: Hashable, Sendable {
    /// Why the token is permanently invalid; `nil` otherwise.
    let fault: APNsReason?
    let keyID: String
    let team: String
    /// When it was made, in seconds since 1970.
    let issued: Int64

    /// Largest difference of a token's time from now, in seconds.
    private static let lifetime: Int64 = 3_600

    /// - Parameters:
    ///   - authorization: The complete value of the field.
    ///   - keys: Keys that may have signed it.
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

    /// Why the token is invalid at a moment, in seconds since 1970; `nil` for a valid one.
    func fault(at now: Int64) -> APNsReason? {
        if let fault { return fault }
        if issued < now - Self.lifetime { return .expiredProviderToken }
        return issued > now + Self.lifetime ? .invalidProviderToken : nil
    }
}

/// A connection's knowledge of its sender: the first valid token binds it.
struct APNsBinding {
    /// Without its scheme.
    private var authorization: [UInt8] = []
    private var token: APNsProviderToken?
    /// When a token took the place of another, on CLOCK_MONOTONIC in nanoseconds.
    private var lastUpdate: Int64?

    /// Shortest time between renewals of a token, in nanoseconds.
    private static let updatePause: Int64 = 20 * 60 * 1_000_000_000

    /// What follows the scheme in a value of `authorization`; `nil` for nothing.
    static func token(of authorization: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let space = UInt8(ascii: " ")
        let token = authorization.drop { $0 != space }.drop { $0 == space }
        return token.isEmpty ? nil : token
    }

    /// Whether a valid token came.
    var isBound: Bool { token != nil }

    /// Checks the token of a request.
    ///
    /// - Parameters:
    ///   - sent: The value of `authorization`.
    ///   - moment: When the request came, on CLOCK_MONOTONIC in nanoseconds.
    ///   - now: The same in seconds since 1970.
    ///   - read: Parses a token; called only for one that differs from the last request's.
    /// - Returns: Whether a token replaced another.
    /// - Throws: Why the request is refused.
    mutating func check(
        _ sent: ArraySlice<UInt8>,
        at moment: Int64,
        now: Int64,
        read: (ArraySlice<UInt8>) -> APNsProviderToken
    ) throws(APNsRefusal) -> Bool {
        // The scheme may be written in another case (RFC 9110, section 11.1).
        let text = Self.token(of: sent) ?? []
        if let token, text.elementsEqual(authorization) {
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
        authorization = Array(text)
        return isRenewal
    }
}
