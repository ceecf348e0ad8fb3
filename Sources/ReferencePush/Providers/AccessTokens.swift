import Cryptography
import HTTP
import HTTP2Sending
import HTTPServer
import JSON
import Platform
import Synchronization

/// The sender's access token for FCM (RFC 7523), and its state.
struct AccessTokens: Sendable {
    private enum Stage {
        case none, asked
        case good(authorization: String, renewal: Int64)
    }

    private var stage = Stage.none
    /// Shipments that wait for a token.
    private var parked: [Shipment] = []
    /// Number of granted tokens.
    private(set) var grantedCount = 0

    /// The value of `authorization`; without a token the shipment is queued.
    ///
    /// - Parameters:
    ///   - shipment: The shipment to send.
    ///   - now: On CLOCK_MONOTONIC, in nanoseconds.
    /// - Returns: The value, or `nil` and whether the caller must request a token.
    mutating func authorization(for shipment: Shipment, _ now: Int64) -> (String?, asks: Bool) {
        switch stage {
        case .good(let authorization, let renewal) where now < renewal:
            return (authorization, false)
        case .asked:
            parked.append(shipment)
            return (nil, false)
        case .none, .good:
            parked.append(shipment)
            stage = .asked
            return (nil, true)
        }
    }

    /// Stores a token, or that none was granted.
    ///
    /// - Parameters:
    ///   - grant: The token and its lifetime in seconds; `nil` for a failure.
    ///   - now: On CLOCK_MONOTONIC, in nanoseconds.
    /// - Returns: The shipments that waited for it.
    mutating func take(_ grant: (token: String, life: Int64)?, _ now: Int64) -> [Shipment] {
        defer { parked = [] }
        guard let grant else {
            stage = .none
            return parked
        }
        grantedCount += 1
        // Before it ends, by five minutes where it lasts longer than ten.
        let life = max(grant.life - 300, grant.life / 2)
        stage = .good(
            authorization: "Bearer \(grant.token)",
            renewal: now + life * 1_000_000_000
        )
        return parked
    }

    /// Drops a token that was refused.
    mutating func drop(_ refused: String?) {
        if case .good(refused, _) = stage { stage = .none }
    }
}

extension ProviderDelivery {
    /// The value of `authorization` for FCM; `nil` without a token yet, while the shipment waits.
    func accessToken(for shipment: Shipment, _ sender: HTTP2Sender, _ origin: String) -> String? {
        let (authorization, asks) = state.withLock {
            $0.accessTokens.authorization(for: shipment, MonotonicClock.now)
        }
        if asks { askForAccount(sender, origin) }
        return authorization
    }

    /// Asks a sink for the service account that it knows, and then for a token.
    private func askForAccount(_ sender: HTTP2Sender, _ origin: String) {
        let path = "/.well-known/assay/sender"
        let request = HTTPRequest(method: "GET", origin: origin, path: path)
        sender.send(request) { outcome in
            let file = Self.json(outcome)
            guard let assertion = try? Self.assertion(file) else { return self.granted(nil) }
            self.askForToken(sender, origin, assertion)
        }
    }

    private func askForToken(_ sender: HTTP2Sender, _ origin: String, _ assertion: String) {
        let grant = PercentEncoding.encoded("urn:ietf:params:oauth:grant-type:jwt-bearer")
        let field = HTTPFields.Field(
            name: "Content-Type",
            value: "application/x-www-form-urlencoded"
        )
        let request = HTTPRequest(
            method: "POST",
            origin: origin,
            path: "/token",
            headers: HTTPFields([field]),
            body: Array("grant_type=\(grant)&assertion=\(assertion)".utf8)
        )
        sender.send(request) { outcome in
            let response = Self.json(outcome)
            guard let token = response?["access_token"]?.stringValue,
                let life = response?["expires_in"]?.intValue
            else { return self.granted(nil) }
            self.granted((token, Int64(life)))
        }
    }

    /// Sends the shipments that waited for a token; without one they are retried like others.
    private func granted(_ grant: (token: String, life: Int64)?) {
        let now = MonotonicClock.now
        for shipment in state.withLock({ $0.accessTokens.take(grant, now) }) {
            if grant == nil { lack(shipment) } else { plan(shipment, at: now) }
        }
    }

    /// The assertion of a service account, good for an hour (RFC 7523 §3).
    private static func assertion(_ file: JSONValue?) throws(SigningKey.Unusable) -> String? {
        guard let pem = file?["private_key"]?.stringValue,
            let email = file?["client_email"]?.stringValue,
            let endpoint = file?["token_uri"]?.stringValue
        else { return nil }
        let now = Int(Instant.now().milliseconds / 1_000)
        let key = try SigningKey(pem: pem, algorithm: .rs256)
        return try key.compactToken(
            ["alg": "RS256", "typ": "JWT"],
            [
                "iss": .string(email), "aud": .string(endpoint), "iat": .integer(now),
                "exp": .integer(now + 3_600),
                "scope": "https://www.googleapis.com/auth/firebase.messaging",
            ]
        )
    }

    /// The JSON of a successful response; `nil` for any other.
    private static func json(_ outcome: HTTP2Sender.Outcome) -> JSONValue? {
        guard case .answered(let response) = outcome, response.status == 200 else { return nil }
        return try? JSONValue(parsing: response.body, duplicates: .refused)
    }
}
