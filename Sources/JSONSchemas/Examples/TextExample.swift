package import JSON
import RegularExpressions

/// Texts that keep to the format, pattern and length of a schema, as far as that can be guessed.
package enum TextExample {
    /// The first guess that fits, else any text of the right length.
    package static func value(_ schema: JSONValue) -> String {
        let format = schema["format"]?.stringValue.flatMap { formats[$0] }
        let least = min(schema["minLength"]?.intValue ?? 0, 1_000)
        let most = max(0, schema["maxLength"]?.intValue ?? .max)
        let fitted = { (text: String) -> String in
            let count = text.unicodeScalars.count
            if count < least {
                let filling = String(repeating: "text", count: (least - count) / 4 + 1)
                return text + filling.prefix(least - count)
            }
            return count > most ? String(text.prefix(most)) : text
        }
        guard let pattern = schema["pattern"]?.stringValue else {
            return format ?? fitted("text")
        }
        let made = PatternExample.text(for: pattern)
        let guesses = ([format, made].compactMap(\.self) + common).flatMap { [$0, fitted($0)] }
        do {
            let expression = try RegularExpression(ecma: pattern)
            return guesses.first { expression.containsMatch(in: $0) } ?? fitted("text")
        } catch {
            // The schema says so itself when it is taken over.
            return fitted("text")
        }
    }

    private static let formats = [
        "date-time": "2026-01-31T12:00:00Z", "date": "2026-01-31", "time": "12:00:00Z",
        "duration": "PT1M", "email": "user@example.com", "idn-email": "user@example.com",
        "hostname": "example.com", "idn-hostname": "example.com", "ipv4": "192.0.2.1",
        "ipv6": "2001:db8::1", "uri": "https://example.com/", "iri": "https://example.com/",
        "url": "https://example.com/", "uri-reference": "/", "iri-reference": "/",
        "uuid": "00000000-0000-4000-8000-000000000000", "byte": "dGV4dA==",
        "json-pointer": "/a", "regex": "a",
    ]

    private static let common = [
        "text", "a", "A", "1", "aaaaaaaa", "AAA", "abc123", "Abc123", "0", "123456", "a-b", "a_b",
        "2026-01-31", "2026-01-31T12:00:00Z", "12:00", "+819012345678", "user@example.com",
        "https://example.com/", "00000000-0000-4000-8000-000000000000", "1.0", "1.0.0", "#ffffff",
        "en", "en-US", "JPY", String(repeating: "a", count: 64), String(repeating: "0", count: 64),
        String(repeating: "A", count: 16), String(repeating: "0", count: 16),
        String(repeating: "a", count: 32), String(repeating: "0", count: 24),
    ]
}
