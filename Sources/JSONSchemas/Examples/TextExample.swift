package import JSON
import RegularExpressions

/// Texts that keep to the format, pattern and length of a schema, as far as that can be guessed.
package enum TextExample {
    /// The first guess that fits, else any text of the right length.
    package static func value(_ schema: JSONValue) -> String {
        guard schema["pattern"] != nil else { return guesses(schema)[0] }
        return fitting(schema).first ?? fitted("text", schema)
    }

    /// Different texts that have the pattern and the length of the schema, the most usual first.
    static func fitting(_ schema: JSONValue) -> [String] {
        let length = length(schema)
        var seen: Set<String> = []
        let guesses = guesses(schema).filter { text in
            length.contains(text.unicodeScalars.count) && seen.insert(text).inserted
        }
        guard let pattern = schema["pattern"]?.stringValue else { return guesses }
        do {
            let expression = try RegularExpression(ecma: pattern)
            return guesses.filter(expression.containsMatch)
        } catch {
            // The schema says so itself when it is taken over.
            return []
        }
    }

    /// Texts for the format, for the pattern, and usual ones, with and without a change of their length; never empty.
    private static func guesses(_ schema: JSONValue) -> [String] {
        let format = schema["format"]?.stringValue ?? ""
        let known = [formats[format]].compactMap(\.self)
        let made = schema["pattern"]?.stringValue.map { texts(for: $0, length(schema)) } ?? []
        guard !made.isEmpty || schema["pattern"] != nil else {
            // A format says more than a length.
            let others = (otherFormats[format] ?? []) + known.map { fitted($0, schema) }
            guard known.isEmpty else { return known + others }
            return (["text"] + others).map { fitted($0, schema) }
                + (1...99).map { fitted("text\($0)", schema, isNumbered: true) }
        }
        return known + made + (known + made + common).flatMap { [$0, fitted($0, schema)] }
    }

    /// Texts for a pattern: short ones first, those of the least length next.
    private static func texts(for pattern: String, _ length: ClosedRange<Int>) -> [String] {
        let choices = (0..<12).map(PatternExample.Choice.same) + [.mixed]
        return choices.flatMap { choice -> [String] in
            guard let shortest = PatternExample.text(for: pattern, choice) else { return [] }
            let lacking = length.lowerBound - shortest.unicodeScalars.count
            let spares = lacking > 0 ? [lacking] : [0, 1]
            return [shortest]
                + spares.compactMap { PatternExample.text(for: pattern, choice, spare: $0) }
        }
    }

    private static func length(_ schema: JSONValue) -> ClosedRange<Int> {
        let least = min(max(0, schema["minLength"]?.intValue ?? 0), 10_000)
        return least...max(least, schema["maxLength"]?.intValue ?? .max)
    }

    /// A text, shortened or made longer to the length of the schema.
    private static func fitted(
        _ text: String,
        _ schema: JSONValue,
        isNumbered: Bool = false
    ) -> String {
        let least = length(schema).lowerBound
        let most = max(0, schema["maxLength"]?.intValue ?? .max)
        let count = text.unicodeScalars.count
        if count < least {
            let filling = String(repeating: "text", count: (least - count) / 4 + 1)
            return text + filling.prefix(least - count)
        }
        // What distinguishes the text is its end.
        return count > most ? String(isNumbered ? text.suffix(most) : text.prefix(most)) : text
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

    /// Further values of formats: for short texts, and for lists without duplicates.
    private static let otherFormats = [
        "date-time": ["2026-02-01T12:00:00Z", "2026-02-02T12:00:00Z", "2026-02-03T12:00:00Z"],
        "date": ["2026-02-01", "2026-02-02", "2026-02-03"],
        "time": ["12:00:01Z", "12:00:02Z", "12:00:03Z"], "duration": ["PT2M", "PT3M", "P1D"],
        "email": ["a@b.co", "user2@example.com", "user3@example.com"],
        "idn-email": ["a@b.co", "user2@example.com", "user3@example.com"],
        "hostname": ["a.co", "a", "www.example.com"],
        "ipv4": ["1.1.1.1", "192.0.2.2", "192.0.2.3"],
        "ipv6": ["::1", "2001:db8::2", "2001:db8::3"],
        "uri": ["a:b", "https://example.com/2", "https://example.com/3"],
        "url": ["https://example.com/2", "https://example.com/3"],
        "uri-reference": ["/2", "/3"],
        "uuid": [
            "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002",
            "00000000-0000-4000-8000-000000000003",
        ],
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
