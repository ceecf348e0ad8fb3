import Testing

@testable import HTTP

struct QueryEncodingTests {
    /// One of every character that some client encodes in its own way.
    private static let text = "a b&c=d+e:f,g$h'i!j(k)l*m~n/é-._"

    private static func keeping(_ characters: String, space: String = "%20") -> QueryEncoding {
        QueryEncoding(space: space, kept: .characters(Set(characters.utf8)))
    }

    @Test(
        "Every encoding spells a text as its clients do",
        arguments: [
            (.percent, "a%20b%26c%3Dd%2Be%3Af%2Cg%24h%27i%21j%28k%29l%2Am~n%2F%C3%A9-._"),
            (.form, "a+b%26c%3Dd%2Be%3Af%2Cg%24h%27i%21j%28k%29l*m~n%2F%C3%A9-._"),
            // The clients of NCMB: JavaScript, Swift, Objective-C, Android, Deno.
            (keeping("!()*~"), "a%20b%26c%3Dd%2Be%3Af%2Cg%24h%27i!j(k)l*m~n%2F%C3%A9-._"),
            (keeping(":,$'"), "a%20b%26c%3Dd%2Be:f,g$h'i%21j%28k%29l%2Am~n%2F%C3%A9-._"),
            (keeping(":$'"), "a%20b%26c%3Dd%2Be:f%2Cg$h'i%21j%28k%29l%2Am~n%2F%C3%A9-._"),
            (
                keeping("*", space: "+"),
                "a+b%26c%3Dd%2Be%3Af%2Cg%24h%27i%21j%28k%29l*m~n%2F%C3%A9-._"
            ),
            (keeping(":,$&+="), "a%20b&c=d+e:f,g$h%27i%21j%28k%29l%2Am~n%2F%C3%A9-._"),
            (QueryEncoding(space: "+", kept: .all), "a+b&c=d+e:f,g$h'i!j(k)l*m~n/é-._"),
        ] as [(QueryEncoding, String)]
    )
    func spelling(encoding: QueryEncoding, spelled: String) {
        #expect(encoding.encoded(Self.text).unicodeScalars.elementsEqual(spelled.unicodeScalars))
    }

    @Test("Control characters, percent signs and every byte of a code point are encoded")
    func bytes() {
        #expect(QueryEncoding.percent.encoded("\r\n\0%\u{7F}") == "%0D%0A%00%25%7F")
        #expect(QueryEncoding.percent.encoded("😀e\u{301}") == "%F0%9F%98%80e%CC%81")
        #expect(QueryEncoding.percent.encoded("") == "")
    }

    @Test("Names are spelled like values, and a pair with an empty value keeps its equals sign")
    func pairs() {
        let pairs = [(name: "a b", value: "1&2"), (name: "c", value: ""), (name: "c", value: "=")]
        #expect(QueryEncoding.form.encoded(pairs) == "a+b=1%262&c=&c=%3D")
        #expect(QueryEncoding.percent.encoded([]) == "")
    }

    @Test("A path keeps every visible ASCII character, and nothing else")
    func path() {
        #expect(PercentEncoding.path("/a%20b/{x}?#\"") == "/a%20b/{x}?#\"")
        #expect(PercentEncoding.path("/ü \t") == "/%C3%BC%20%09")
    }
}
