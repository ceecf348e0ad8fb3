import Base
import HTTP
import Testing

struct URLCredentialsTests {
    @Test(
        "The part before the last @ is masked, in invalid URLs too",
        arguments: [
            ("http://u:pass@h:1/p", "http://…@h:1/p", ["pass"]),
            ("http://u:p%2Fss@h", "http://…@h", ["p%2Fss", "p/ss"]),
            ("http://u:se/cret@h", "http://…@h", ["se/cret"]),
            ("u:a@b@h:3128", "…@h:3128", ["a@b"]),
            ("socks5://token@h", "socks5://…@h", ["token"]),
            ("http://u:a:b@h", "http://…@h", ["a:b"]),
            ("http://h/p?q", "http://h/p?q", nil),
            ("", "", nil),
        ] as [(String, String, [String]?)]
    )
    func hidden(url: String, shown: String, secrets: [String]?) {
        #expect(URLCredentials.hidden(in: url) == shown)
        #expect(URLCredentials(in: url)?.secrets == secrets)
    }
}
