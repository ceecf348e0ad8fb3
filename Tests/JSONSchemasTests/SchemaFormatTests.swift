import JSON
import JSONSchemas
import Testing

@Suite("Schema formats")
struct SchemaFormatTests {
    private static let rows: [(format: String, good: [String], bad: [String])] = [
        (
            "date", ["2024-02-29", "0001-01-01"],
            [
                "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-01", "2024-1-01", "2024-01-01 ",
                "",
            ]
        ),
        (
            "time", ["09:30:00Z", "09:30:00.5+09:00", "23:59:60Z", "08:59:60+09:00", "09:30:00z"],
            ["09:30:00", "24:00:00Z", "09:60:00Z", "12:00:60Z", "09:30:00+24:00", "09:30:00.Z"]
        ),
        (
            "date-time", ["2024-01-31T09:30:00Z", "2024-01-31t09:30:00.123+09:00"],
            ["2024-01-31 09:30:00Z", "2024-01-31T09:30:00", "2024-01-31", "2024-01-31T09:30:00Z\n"]
        ),
        (
            "duration", ["P1D", "PT1H30M", "P1Y2M3DT4H5M6S", "P2W"],
            ["P", "PT", "1D", "P1H", "P1Y2D", "P1W2D", "PT1S1M", "P1.5D"]
        ),
        (
            "email", ["a@example.com", "\"a b\"@example.com", "a@[192.0.2.1]", "a@[IPv6:::1]"],
            ["a", "@example.com", "a@", ".a@example.com", "a..b@example.com", "a b@example.com"]
        ),
        ("idn-email", ["é@exämple.com"], ["é", "é@-a.com"]),
        (
            "hostname", ["a", "www.example.com", "1and1.com", "xn--bcher-kva.de"],
            ["", "a.", ".a", "a_b", "-a", "a-", "bücher.de", "xn--X", "a b"]
        ),
        ("idn-hostname", ["bücher.de", "例え。テスト"], ["Bücher\u{301}-", "a\u{200D}b", "אa"]),
        ("ipv4", ["192.0.2.1", "0.0.0.0"], ["192.0.2", "192.0.2.256", "192.0.2.01", "1.2.3.4.5"]),
        (
            "ipv6",
            ["::", "::1", "1:2:3:4:5:6:7:8", "1::8", "::ffff:192.0.2.1", "1:2:3:4:5:6:7::"],
            [
                "", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::",
                "::1%eth0",
            ]
        ),
        (
            "uri", ["https://a:80/b?c#d", "urn:a:b", "http://[::1]/", "mailto:a@b"],
            ["/a", "http://a b", "http://a/%zz", "http://a:b/", "http://[::1", "http://ä/"]
        ),
        ("uri-reference", ["", "../a", "#b", "//a", "./a:b"], ["1:b", "a b", "#a#b", "[::1]"]),
        ("iri", ["http://ä/ö"], ["/ä", "http://a/\u{FFFE}"]),
        ("iri-reference", ["ä?ö"], ["ä\\ö"]),
        (
            "uri-template", ["/a/{b}", "{?a,b*}", "{a:3}", "{+a.b}", ""],
            ["{", "}", "{}", "{a", "{a:0}", "{a b}", "{a,}", "%2"]
        ),
        (
            "uuid", ["2EB8AA08-aa98-11ea-b4aa-73b441d16380"],
            ["2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638"]
        ),
        ("json-pointer", ["", "/", "/a~0~1/0"], ["a", "/~", "/~2", "#/a"]),
        ("relative-json-pointer", ["0", "1/a", "2#"], ["", "/a", "01", "0##", "-1"]),
        ("regex", ["^a+$", "[]"], ["(", "(?i)a"]),
        ("something-else", ["anything"], []),
    ]

    @Test("A format accepts exactly the values of its standard", arguments: rows.indices)
    func format(index: Int) throws {
        let row = Self.rows[index]
        let schema = try JSONSchema(
            document: ["format": .string(row.format)],
            assertsFormat: true
        )
        #expect(row.good.filter { !schema.isValid(.string($0)) } == [])
        #expect(row.bad.filter { schema.isValid(.string($0)) } == [])
        #expect(schema.isValid(1))
    }
}
