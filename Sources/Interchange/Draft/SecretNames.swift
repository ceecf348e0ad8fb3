/// Tells from its name whether a field holds a secret.
package enum SecretNames {
    /// Whether the value of a header field must not be written down.
    package static func isSecretHeader(_ name: String) -> Bool {
        let name = name.lowercased()
        if name == "idempotency-key" { return false }
        return ["cookie", "set-cookie"].contains(name)
            || ["auth", "token", "secret", "password", "session", "signature", "credential"]
                .contains { name.contains($0) }
            || holdsKey(name)
    }

    /// Whether the value of a query field must not be written down.
    static func isSecretQueryField(_ name: String) -> Bool {
        name.lowercased() == "key" || isSecretField(name)
    }

    /// Whether the value of a form field, or of a member of a body, must not be written down.
    ///
    /// Stricter than for header fields: `deviceToken` and `author` are ordinary data.
    static func isSecretField(_ name: String) -> Bool {
        let letters = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return fields.contains(letters) || endings.contains { letters.hasSuffix($0) }
            || ["otp", "totp", "pin"].contains(lastWord(of: name))
    }

    /// Whether the value of a variable must not be written down.
    static func isSecretVariable(_ name: String) -> Bool {
        isSecretHeader(name) || isSecretField(name)
    }

    /// `pin` of `card_pin`, `cardPin` and `CARD_PIN`, but not of `spin`; in lower case.
    private static func lastWord(of name: String) -> String {
        var word = ""
        for letter in name.reversed() {
            guard letter.isLetter || letter.isNumber else { break }
            // What begins with a capital and goes on without begins a word.
            if let next = word.last, letter.isLowercase, next.isUppercase { break }
            word.append(letter)
        }
        return String(word.reversed()).lowercased()
    }

    /// `X-Amz-Signature` and its like are those of addresses that are signed.
    private static let endings = [
        "password", "secret", "apikey", "signature", "securitytoken", "credential",
    ]

    private static let fields: Set<String> = [
        "passwd", "pwd", "passphrase", "passcode", "mfacode", "otpcode", "token", "accesstoken",
        "refreshtoken", "idtoken",
        "authtoken", "authorization", "auth", "privatekey", "accesskey", "signature", "sig",
        "sessionid", "sessiontoken", "session", "jwt", "clientassertion",
    ]

    private static func holdsKey(_ name: String) -> Bool {
        ["apikey", "api-key", "api_key", "access-key", "access_key", "-key"].contains {
            name.contains($0)
        }
    }
}
