import Base
import JSON

/// The tokens of an application, with indices for look-ups.
struct NHNTokenStore: Sendable {
    private var tokens: [NHNToken.Key: NHNToken] = [:]
    /// In the order of their first registration under the user.
    private var byUID: [CodePoints: Keys] = [:]
    private var byDevice: [CodePoints: Keys] = [:]
    private var registrations = 0

    private typealias Keys = BoundedStore<NHNToken.Key, Void>
}

extension NHNTokenStore {
    /// In no order.
    var all: some Sequence<NHNToken> { tokens.values }

    subscript(_ key: NHNToken.Key) -> NHNToken? { tokens[key] }

    func hasTokens(uid: String) -> Bool { byUID[CodePoints(uid)] != nil }

    /// The tokens of a user, the latest registration first.
    func tokens(uid: String) -> [NHNToken] {
        keys(of: uid, in: byUID).compactMap { tokens[$0] }.sorted { $0.sequence > $1.sequence }
    }

    /// Tokens by user, then by text, after a cursor; takes time in proportion to the users.
    func tokens(after cursor: (uid: String, token: String)?, limit: Int) -> [NHNToken] {
        var found: [NHNToken] = []
        let users = byUID.keys.map(\.text).filter { uid in
            cursor.map { !uid.precedes($0.uid) } ?? true
        }
        for uid in users.sorted(by: { $0.precedes($1) }) {
            let own = tokens(uid: uid).filter { token in
                guard let cursor, uid.hasSameCodePoints(as: cursor.uid) else { return true }
                return cursor.token.precedes(token.text)
            }
            found += own.sorted { $0.text.precedes($1.text) }
            if found.count >= limit { break }
        }
        return Array(found.prefix(limit))
    }

    /// Registers or updates a token.
    ///
    /// - Parameters:
    ///   - token: The token.
    ///   - old: The replaced token, if any; ignored when it equals the new one.
    ///   - isSingle: Whether a user has a single token.
    mutating func register(_ token: NHNToken, inPlaceOf old: String?, isSingle: Bool) {
        var token = token
        if let earlier = tokens[token.key] { token.carryOver(from: earlier) }
        if let old {
            let key = NHNToken.Key(pushType: token.pushType, token: CodePoints(old))
            if key != token.key { remove(key) }
        }
        // Tokens for calls are separate: a device has one token of each kind.
        var rivals = keys(of: token.deviceID, in: byDevice)
        if isSingle { rivals += keys(of: token.uid, in: byUID) }
        for key in rivals where key != token.key && key.pushType.isVoIP == token.pushType.isVoIP {
            remove(key)
        }
        remove(token.key)
        registrations += 1
        token.sequence = registrations
        tokens[token.key] = token
        byUID[CodePoints(token.uid), default: Keys()].insert(token.key)
        byDevice[CodePoints(token.deviceID), default: Keys()].insert(token.key)
    }

    @discardableResult
    mutating func remove(_ key: NHNToken.Key) -> NHNToken? {
        guard let token = tokens.removeValue(forKey: key) else { return nil }
        Self.remove(key, of: token.uid, from: &byUID)
        Self.remove(key, of: token.deviceID, from: &byDevice)
        return token
    }

    /// Removes everything that is registered for a user.
    mutating func removeAll(uid: String) {
        for key in keys(of: uid, in: byUID) { remove(key) }
    }

    private func keys(of owner: String, in table: [CodePoints: Keys]) -> [NHNToken.Key] {
        table[CodePoints(owner)].map { Array($0.keys) } ?? []
    }

    private static func remove(
        _ key: NHNToken.Key,
        of owner: String,
        from table: inout [CodePoints: Keys]
    ) {
        let owner = CodePoints(owner)
        table[owner]?.remove(key)
        if table[owner]?.count == 0 { table[owner] = nil }
    }
}

extension String {
    /// Whether it comes before another in the order of code points.
    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
