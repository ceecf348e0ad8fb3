/// The options of curl by name, and whether they take a value.
///
/// Source: curl(1), version 8.
enum CurlOption {
    /// The long name of a letter; `nil` for an unknown one.
    static func name(of letter: Character) -> String? { letters[letter] }

    /// Whether the word after a long option belongs to it; `nil` for an unknown one.
    static func takesValue(_ name: String) -> Bool? {
        if withValue.contains(name) { return true }
        let isNegated = name.hasPrefix("no-") && withoutValue.contains(String(name.dropFirst(3)))
        return isNegated || withoutValue.contains(name) ? false : nil
    }

    private static let letters: [Character: String] = [
        "0": "http1.0", "1": "tlsv1", "2": "sslv2", "3": "sslv3", "4": "ipv4", "6": "ipv6",
        "a": "append", "A": "user-agent", "b": "cookie", "B": "use-ascii", "c": "cookie-jar",
        "C": "continue-at", "d": "data", "D": "dump-header", "e": "referer", "E": "cert",
        "f": "fail", "F": "form", "g": "globoff", "G": "get", "h": "help", "H": "header",
        "i": "include", "I": "head", "j": "junk-session-cookies", "J": "remote-header-name",
        "k": "insecure", "K": "config", "l": "list-only", "L": "location", "m": "max-time",
        "M": "manual", "n": "netrc", "N": "no-buffer", "o": "output", "O": "remote-name",
        "p": "proxytunnel", "P": "ftp-port", "q": "disable", "Q": "quote", "r": "range",
        "R": "remote-time", "s": "silent", "S": "show-error", "t": "telnet-option",
        "T": "upload-file", "u": "user", "U": "proxy-user", "v": "verbose", "V": "version",
        "w": "write-out", "x": "proxy", "X": "request", "y": "speed-time", "Y": "speed-limit",
        "z": "time-cond", "Z": "parallel", "#": "progress-bar", ":": "next",
    ]

    private static let withValue = Set(
        """
        abstract-unix-socket alt-svc aws-sigv4 cacert capath cert cert-type ciphers config \
        connect-timeout connect-to continue-at cookie cookie-jar create-file-mode crlfile curves \
        data data-ascii data-binary data-raw data-urlencode delegation dns-interface dns-ipv4-addr \
        dns-ipv6-addr dns-servers doh-url dump-header ech egd-file engine etag-compare etag-save \
        expect100-timeout form form-string ftp-account ftp-alternative-to-user ftp-method ftp-port \
        ftp-ssl-ccc-mode happy-eyeballs-timeout-ms haproxy-clientip header hostpubmd5 hostpubsha256 \
        hsts interface ip-tos ipfs-gateway json keepalive-cnt keepalive-time key key-type krb libcurl \
        limit-rate local-port login-options mail-auth mail-from mail-rcpt max-filesize max-redirs \
        max-time netrc-file noproxy oauth2-bearer output output-dir parallel-max pass pinnedpubkey \
        postquote preproxy prequote proto proto-default proto-redir proxy proxy-cacert proxy-capath \
        proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key \
        proxy-key-type proxy-pass proxy-pinnedpubkey proxy-service-name proxy-tls13-ciphers \
        proxy-tlsauthtype proxy-tlspassword proxy-tlsuser proxy-user proxy1.0 pubkey quote \
        random-file range rate referer request request-target resolve retry retry-delay \
        retry-max-time sasl-authzid service-name socks4 socks4a socks5 socks5-gssapi-service \
        socks5-hostname speed-limit speed-time stderr telnet-option tftp-blksize time-cond tls-max \
        tls13-ciphers tlsauthtype tlspassword tlsuser trace trace-ascii trace-config unix-socket \
        upload-file url url-query user user-agent variable vlan-priority write-out
        """.split(separator: " ").map(String.init)
    )

    private static let withoutValue = Set(
        """
        anyauth append basic buffer ca-native cert-status clobber compressed compressed-ssh \
        create-dirs crlf digest disable disable-eprt disable-epsv disallow-username-in-url \
        doh-cert-status doh-insecure eprt epsv fail fail-early fail-with-body false-start \
        form-escape ftp-create-dirs ftp-pasv ftp-pret ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-control \
        get globoff haproxy-protocol head help http0.9 http1.0 http1.1 http2 \
        http2-prior-knowledge http3 http3-only ignore-content-length include insecure ipv4 ipv6 \
        junk-session-cookies keepalive list-only location location-trusted \
        mail-rcpt-allowfails manual metalink negotiate netrc netrc-optional next no-alpn no-buffer \
        no-clobber no-keepalive no-npn no-progress-meter no-sessionid npn alpn ntlm ntlm-wb \
        parallel parallel-immediate path-as-is post301 post302 post303 progress-bar progress-meter \
        proxy-anyauth proxy-basic proxy-ca-native proxy-digest proxy-http2 proxy-insecure \
        proxy-negotiate proxy-ntlm proxy-ssl-allow-beast proxy-ssl-auto-client-cert proxy-tlsv1 \
        proxytunnel raw remote-header-name remote-name remote-name-all remote-time remove-on-error \
        retry-all-errors retry-connrefused sasl-ir sessionid show-error show-headers silent \
        skip-existing socks5-basic socks5-gssapi socks5-gssapi-nec ssl ssl-allow-beast \
        ssl-auto-client-cert ssl-no-revoke ssl-reqd ssl-revoke-best-effort sslv2 sslv3 styled-output \
        suppress-connect-headers tcp-fastopen tcp-nodelay tftp-no-options tlsv1 tlsv1.0 tlsv1.1 \
        tlsv1.2 tlsv1.3 tr-encoding trace-ids trace-time use-ascii verbose version xattr
        """.split(separator: " ").map(String.init)
    )
}
