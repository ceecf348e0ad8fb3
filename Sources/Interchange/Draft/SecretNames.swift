import Base

/// Decides by its name whether a field contains a secret.
package enum SecretNames {
    /// Whether the value of a header field must be kept out of files.
    package static func isSecretHeader(_ name: String) -> Bool {
        let name = name.lowercased()
        if name == "idempotency-key" { return false }
        return ["cookie", "set-cookie"].contains(name)
            || ["auth", "token", "secret", "password", "session", "signature", "credential"]
                .contains { name.contains($0) }
            || holdsKey(name)
    }

    /// Whether the value of a query field must be kept out of files.
    static func isSecretQueryField(_ name: String) -> Bool {
        name.lowercased() == "key" || isSecretField(name)
    }

    /// Whether the value of a form field, or of a member of a body, must be kept out of files.
    ///
    /// Stricter than for header fields: `deviceToken` and `author` are ordinary data.
    static func isSecretField(_ name: String) -> Bool {
        let letters = letters(of: name)
        if fields.contains(letters) || endings.contains(where: { letters.hasSuffix($0) }) {
            return true
        }
        return ["otp", "pin"].contains { letters.hasSuffix($0) }
            && ["otp", "totp", "pin"].contains(lastWord(of: name))
    }

    /// Whether the value of a variable must be kept out of files.
    static func isSecretVariable(_ name: String) -> Bool {
        isSecretHeader(name) || isSecretField(name)
    }

    /// The letters and digits of a name in lower case.
    private static func letters(of name: String) -> String {
        // Large bodies have many names, and most are plain.
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else {
            return name.lowercased().filter { $0.isLetter || $0.isNumber }
        }
        let bytes = name.utf8.filter { $0.isASCIILetter || $0.isASCIIDigit }
            .map { $0.isASCIIDigit ? $0 : $0 | 0x20 }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// `pin` of `card_pin`, `cardPin` and `CARD_PIN`, but not of `spin`; in lower case.
    private static func lastWord(of name: String) -> String {
        var word = ""
        for letter in name.reversed() {
            guard letter.isLetter || letter.isNumber else { break }
            // A capital followed by a small letter begins a word.
            if let next = word.last, letter.isLowercase, next.isUppercase { break }
            word.append(letter)
        }
        return String(word.reversed()).lowercased()
    }

    /// Fields of signed addresses, such as `X-Amz-Signature`.
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
