import Base
import JSON

/// A registered token with its device and user.
struct NHNToken: Sendable {
    /// Identifies a token.
    struct Key: Hashable, Sendable {
        let pushType: NHNPushType
        let token: CodePoints
    }

    let key: Key
    var uid: String
    var deviceID: String
    var allowsNotifications: Bool
    var allowsAds: Bool
    var allowsNightAds: Bool
    var timezoneID: String
    var country: String
    var language: String
    var created: Instant
    /// When its data were last written.
    var updated: Instant
    /// Since when ads are allowed; `nil` while they are not.
    var adsAllowed: Instant?
    /// Since when ads at night are allowed; `nil` while they are not.
    var nightAdsAllowed: Instant?
    /// When it was last registered.
    var activated: Instant
    /// Later registrations have larger numbers.
    var sequence = 0
}

extension NHNToken {
    var pushType: NHNPushType { key.pushType }
    var text: String { key.token.text }

    /// Whether the Korean rules about consent apply.
    var isKorean: Bool { language == "ko" || language == "kor" || language.contains("ko-") }

    /// Whether its zone is `offset` minutes ahead of UTC; `nil` matches any zone.
    func isInZone(_ offset: Int?) -> Bool {
        offset == nil || offset == TimeZoneTable.standardOffset(of: timezoneID)
    }

    /// The token in lists; a consent that was not given has no time.
    var json: JSONValue {
        [
            "pushType": .string(pushType.rawValue),
            "isNotificationAgreement": .bool(allowsNotifications),
            "isAdAgreement": .bool(allowsAds), "isNightAdAgreement": .bool(allowsNightAds),
            "timezoneId": .string(timezoneID), "country": .string(country),
            "language": .string(language), "uid": .string(uid), "token": .string(text),
            "updatedDateTime": .string(NHNTime.text(updated)),
            "adAgreementDateTime": adsAllowed.map { .string(NHNTime.text($0)) } ?? .null,
            "nightAdAgreementDateTime": nightAdsAllowed.map { .string(NHNTime.text($0)) } ?? .null,
            "deviceId": .string(deviceID),
            "activatedDateTime": .string(NHNTime.text(activated)),
        ]
    }
}

// MARK: - Registration

extension NHNToken {
    /// Reads a registration.
    ///
    /// - Returns: The token and the one that it replaces, if the client names one; `nil` for a faulty registration.
    static func registration(
        _ fields: NHNFields,
        at now: Instant
    ) -> (token: NHNToken, old: String?)? {
        let token = fields.text("token", required: true, limit: 1_600)
        let old = fields.text("oldToken", limit: 1_600)
        let type: NHNPushType? = fields.choice("pushType", required: true)
        let consents = Consents(fields)
        let zone = fields.text("timezoneId", required: true)
        let country = fields.text("country", required: true, limit: 3)
        let language = fields.text("language", required: true, limit: 8)
        let uid = fields.text("uid", required: true, limit: 64)
        let device = fields.text("deviceId", required: true, limit: 36)
        check("token", token, fields) { !$0.unicodeScalars.contains { $0.isHangul } }
        check("oldToken", old, fields) { !$0.unicodeScalars.contains { $0.isHangul } }
        check("timezoneId", zone, fields) { TimeZoneTable.standardOffset(of: $0) != nil }
        check("country", country, fields) { (2...3).contains($0.utf8.count) && $0.isCode }
        check("language", language, fields) { $0.isCode }
        check("uid", uid, fields) { !$0.contains { $0.isEmoji } }
        guard let token, let type, let consents, let zone, let country, let language, let uid,
            let device
        else { return nil }
        let registered = NHNToken(
            key: Key(pushType: type, token: CodePoints(token)),
            uid: uid,
            deviceID: device,
            allowsNotifications: consents.notifications,
            allowsAds: consents.ads,
            allowsNightAds: consents.nightAds,
            timezoneID: zone,
            country: country,
            language: language,
            created: now,
            updated: now,
            adsAllowed: consents.ads ? now : nil,
            nightAdsAllowed: consents.nightAds ? now : nil,
            activated: now
        )
        return (registered, old)
    }

    /// Consents of the user.
    private struct Consents {
        let notifications: Bool
        let ads: Bool
        let nightAds: Bool

        /// `nil` for a fault; all three are read, so that the first is reported.
        init?(_ fields: NHNFields) {
            let notifications = fields.flag("isNotificationAgreement", required: true)
            let ads = fields.flag("isAdAgreement", required: true)
            let nightAds = fields.flag("isNightAdAgreement", required: true)
            guard let notifications, let ads, let nightAds else { return nil }
            self.notifications = notifications
            self.ads = ads
            self.nightAds = nightAds
        }
    }

    private static func check(
        _ name: String,
        _ text: String?,
        _ fields: NHNFields,
        _ isAllowed: (String) -> Bool
    ) {
        if let text, !isAllowed(text) { fields.faults.note(.invalid, fields.name(name), text) }
    }

    /// Consents keep their original time.
    mutating func carryOver(from earlier: NHNToken) {
        created = earlier.created
        if allowsAds, earlier.allowsAds { adsAllowed = earlier.adsAllowed }
        if allowsNightAds, earlier.allowsNightAds { nightAdsAllowed = earlier.nightAdsAllowed }
    }
}

extension String {
    /// Whether it consists of ASCII letters and hyphens.
    fileprivate var isCode: Bool {
        unicodeScalars.allSatisfy { $0 == "-" || $0.isASCII && $0.properties.isAlphabetic }
    }
}

extension Unicode.Scalar {
    /// Whether it is a Korean letter or syllable.
    fileprivate var isHangul: Bool {
        switch value {
        case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
        default: false
        }
    }
}

extension Character {
    /// Whether it is shown as a picture.
    fileprivate var isEmoji: Bool {
        guard let first = unicodeScalars.first else { return false }
        // Digits and signs are emoji only before a variation selector or a keycap.
        return first.properties.isEmojiPresentation
            || first.properties.isEmoji && unicodeScalars.count > 1
    }
}
