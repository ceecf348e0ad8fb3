import Cryptography
import Testing

@testable import HTTP

struct RedactorTests {
    private static let secret = #"p/s "w\+é%😀 x"#

    @Test(
        "A secret is removed in every form that a request or a report can give it",
        arguments: [
            #"p/s "w\+é%😀 x"#,
            // Percent-encoded: all but unreserved; lower-case digits; `+` for spaces.
            "p%2Fs%20%22w%5C%2B%C3%A9%25%F0%9F%98%80%20x",
            "p%2fs%20%22w%5c%2b%c3%a9%25%f0%9f%98%80%20x",
            "p%2Fs+%22w%5C%2B%C3%A9%25%F0%9F%98%80+x",
            // An encoder that leaves reserved characters unencoded, and one that encodes everything.
            "p/s%20\"w%5C+%C3%A9%25%F0%9F%98%80%20x",
            "%70%2F%73%20%22%77%5C%2B%C3%A9%25%F0%9F%98%80%20%78",
            // Percent-encoded twice.
            "p%252Fs%2520%2522w%255C%252B%25C3%25A9%2525%25F0%259F%2598%2580%2520x",
            // In JSON strings: only the required escapes, all permitted escapes, `\u` in both cases.
            #"p/s \"w\\+é%😀 x"#,
            #"p\/s \"w\\+é%😀 x"#,
            #"p\/s \"w\\+\u00e9%\ud83d\ude00 x"#,
            #"\u0070\u002F\u0073\u0020\u0022\u0077\u005C\u002B\u00E9\u0025\uD83D\uDE00\u0020x"#,
            // A JSON string that was percent-encoded: `where` in a query.
            "p%2Fs%20%5C%22w%5C%5C%2B%C3%A9%25%F0%9F%98%80%20x",
            "p%5C/s+%5C%22w%5C%5C%2B%5Cu00e9%25%5Cud83d%5Cude00+x",
            // A JSON string within a JSON string, with only the required and with all permitted escapes.
            #"p/s \\\"w\\\\+é%😀 x"#,
            #"p\\/s \\\"w\\\\+\\u00e9%\\ud83d\\ude00 x"#,
            #"p\\\/s \\\u0022w\\\u005c+\u005cu00e9%\\ud83d\\ude00 x"#,
            // References of HTML and XML, as names, decimal and hexadecimal numbers, also in a JSON string.
            "p/s &quot;w\\+é%😀 x", "p&#47;s &#34;w\\&#43;&#233;%&#128512; x",
            "p&#x2F;s &#x22;w\\&#x2b;&#xE9;%&#x1F600; x", "p\\/s &quot;w\\\\+\\u00e9%😀 x",
            // Hexadecimal digits.
            "702f732022775c2bc3a925f09f98802078",
            "702F732022775C2BC3A925F09F98802078",
        ]
    )
    func forms(encoded: String) throws {
        let redactor = try Redactor(secrets: [Self.secret])
        #expect(redactor.redact("<\(encoded)>") == "<[redacted]>")
        #expect(
            redactor.redact(Array("\(encoded)\(encoded)".utf8))
                == Array("[redacted][redacted]".utf8)
        )
    }

    @Test(
        "Every Base64 character that contains part of a secret is removed, at any offset",
        arguments: ["abcd", "abcde", "abcdef", secret, "?>?>?>~~~"],
        ["", "u", "us", "user:"]
    )
    func base64(secret: String, before: String) throws {
        let redactor = try Redactor(secrets: [secret])
        for after in ["", "1", "12", "123"] {
            for alphabet in [Base64.Alphabet.standard, .url] {
                let text = Base64.encode(Array((before + secret + after).utf8), alphabet: alphabet)
                // Characters that contain bits of the secret: from the one with its first bit to the one with its
                // last.
                let first = before.utf8.count * 8 / 6
                let last = ((before + secret).utf8.count * 8 - 1) / 6
                let expected = text.prefix(first) + "[redacted]" + text.dropFirst(last + 1)
                #expect(redactor.redact(text) == expected, "\(before)+\(secret)+\(after)")
            }
        }
    }

    @Test("Base64 is also found percent-encoded and in a JSON string")
    func encodedBase64() throws {
        let redactor = try Redactor(secrets: ["?>?>?>~~~"])
        // Pz4/Pj8+fn5+
        #expect(redactor.redact("d=Pz4%2FPj8%2Bfn5%2B&e=1") == "d=[redacted]&e=1")
        #expect(redactor.redact(#"{"d":"Pz4\/Pj8+fn5+"}"#) == #"{"d":"[redacted]"}"#)
        // With one byte before and after: `<` + secret + `>` is PD8+Pz4/Pn5+fj4=
        #expect(redactor.redact("PD8%2BPz4/Pn5%2Bfj4%3D") == "P[redacted]4%3D")
    }

    @Test("A secret escaped in a JSON body is removed even in Base64")
    func escapedInBase64() throws {
        let redactor = try Redactor(secrets: [#"a/b"c/d"#])
        for content in [#"[{"key":"a/b\"c/d"}]"#, #"[{"key":"a\/b\"c\/d"}]"#] {
            let text = redactor.redact(Base64.encode(Array(content.utf8)))
            #expect(text.hasPrefix("W3sia2V5Ijoi[redacted]"))
        }
    }

    @Test(
        "The longest of several secrets is removed, and overlapping ones leave nothing",
        arguments: [
            ("abcd", "[redacted]"), ("abcdefgh", "[redacted]"), ("xabcdefx", "x[redacted]efx"),
            ("abcdefghij", "[redacted]"), ("ghij", "[redacted]"), ("abc", "abc"), ("", ""),
            ("ABCD", "ABCD"), ("abcdabcd", "[redacted][redacted]"),
        ]
    )
    func several(text: String, redacted: String) throws {
        let redactor = try Redactor(secrets: ["abcd", "abcdefgh", "ghij", "abcd"])
        #expect(redactor.redact(text) == redacted)
    }

    @Test(
        "Text without a secret is unchanged, including broken encodings and bytes that are not text"
    )
    func untouched() throws {
        let redactor = try Redactor(secrets: ["secret"])
        for text in [
            "%", "%7", "%zz", "\\", "\\u", "\\u00", "\\ud83d", "\\ud83d\\u", "+", "secre",
            "%73ecre",
        ] {
            #expect(redactor.redact(text) == text)
        }
        #expect(redactor.redact([0xFF, 0x00, 0xC3]) == [0xFF, 0x00, 0xC3])
        #expect(
            redactor.redact([0xFF] + Array("secret".utf8) + [0x00])
                == [0xFF] + Array("[redacted]".utf8) + [0x00]
        )
        #expect(Redactor().redact("secret") == "secret")
    }

    @Test(
        "A secret of three characters is rejected, one of four is accepted, an empty one is ignored"
    )
    func tooShort() throws {
        let error = #expect(throws: SecretTooShort.self) {
            try Redactor(secrets: ["", "abcd", "äöü"])
        }
        #expect(
            error?.description
                == "secret 3: expected at least 4 characters, got 3; a shorter one cannot be distinguished "
                + "from other text: use a longer value, or do not mark it as secret"
        )
        #expect(try Redactor(secrets: ["", "äöüß"]).redact("äöüß") == "[redacted]")
    }

    @Test("A secret of many backslashes in a text of many backslashes is found at once")
    func ambiguous() throws {
        let redactor = try Redactor(secrets: [String(repeating: "\\", count: 64)])
        #expect(redactor.redact(String(repeating: "\\", count: 64)) == "[redacted]")
        #expect(redactor.redact(String(repeating: "\\", count: 128)) == "[redacted]")
        let short = String(repeating: "\\", count: 62)
        #expect(redactor.redact(short) == short)
    }

    @Test("A secret of eight characters or more is found with another first character")
    func damaged() throws {
        let long = String(repeating: "0123456789abcdef", count: 10)
        let redactor = try Redactor(secrets: ["SuperSecret", "short67", long])
        #expect(redactor.redact("key=AuperSecret&x=SuperSecret") == "key=A[redacted]&x=[redacted]")
        #expect(redactor.redact("Ahort67") == "Ahort67")
        #expect(redactor.redact("A\(long.dropFirst())") == "A[redacted]")
    }

    @Test("A long secret is found in pieces, and so is most of a truncated one")
    func pieces() throws {
        let secret = (0..<1_000).map { "\($0)" }.joined(separator: "-")
        let redactor = try Redactor(secrets: [secret])
        #expect(redactor.redact("<\(secret)>") == "<[redacted]>")
        #expect(redactor.redact("<\(secret)\(secret)>").hasSuffix("[redacted]>"))
        let base64 = Base64.encode(Array("<<<\(secret)>>>".utf8))
        #expect(redactor.redact(base64).count < 30)
        // After truncation, less than one piece of the rest remains.
        let rest = redactor.redact(String(secret.prefix(1_000)))
        #expect(rest.hasPrefix("[redacted]"))
        #expect(rest.count < 66 + Redactor.mark.count)
        #expect(
            try Redactor(secrets: [String(secret.prefix(132))]).redact(secret).hasPrefix(
                "[redacted]"
            )
        )
    }

    @Test(
        "The steps for each byte of a text are at most the bytes of a pattern, for any input",
        arguments: ["x", "\\", "%", "%25", "+", "\\u005c"]
    )
    func hostile(unit: String) {
        let secret = Array(String(repeating: unit, count: 1_000).utf8)
        let text = Array("<".utf8) + secret + secret + Array(">".utf8)
        let tree = PatternTree(Redactor.Pattern.all(for: secret))
        let scan = RedactionScan(of: text, for: tree)
        #expect(scan.matches == [1..<text.count - 1])
        // Entries that arrive at a byte, each with every way to read it: hardly more than twenty.
        #expect(scan.steps < text.count * 132 * 20)
    }
}
