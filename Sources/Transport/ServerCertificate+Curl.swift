import Base
import CCurl
import HTTP

extension ServerCertificate {
    /// The certificate of the server of a handle's last transfer; `nil` when it opened no connection
    /// with TLS.
    init?(of handle: UnsafeMutableRawPointer) {
        var information: UnsafeMutablePointer<curl_certinfo>?
        guard ccurl_getinfo_certificates(handle, &information) == CURLE_OK,
            let information = information?.pointee, information.num_of_certs > 0
        else { return nil }
        var fields: [String: String] = [:]
        // libcurl owns the list; its lines are copied here.
        var entry = information.certinfo?[0]
        while let line = entry?.pointee {
            let text = String(cString: line.data)
            let name = text.prefix { $0 != ":" }
            fields[String(name)] = String(text.dropFirst(name.count + 1))
            entry = line.next
        }
        self.init(
            subject: fields["Subject"] ?? "",
            issuer: fields["Issuer"] ?? "",
            serialNumber: (fields["Serial Number"] ?? "").lowercased(),
            notBefore: Self.moment(fields["Start date"] ?? ""),
            notAfter: Self.moment(fields["Expire date"] ?? ""),
            subjectAltNames: Self.names(fields["X509v3 Subject Alternative Name"] ?? "")
        )
    }

    /// `Nov 21 09:05:00 2026 GMT` as RFC 3339 has it; another text stays.
    static func moment(_ text: String) -> String {
        let words = text.split(separator: " ")
        guard words.count == 5, words[4] == "GMT", words[3].utf8.count == 4,
            let month = TimePiece.monthNames.firstIndex(of: String(words[0])),
            let day = Int(words[1])
        else { return text }
        let date = "\(words[3])-\(padded(month + 1))-\(padded(day))"
        return "\(date)T\(words[2])Z"
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    private static func names(_ text: String) -> [String] {
        text.split(separator: ",").map { String($0.drop { $0 == " " }) }
    }
}
