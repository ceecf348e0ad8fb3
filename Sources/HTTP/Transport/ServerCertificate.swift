/// Contents of a server's certificate.
package struct ServerCertificate: Hashable, Sendable {
    /// In OpenSSL's one-line form: `C = JP, O = Example, CN = push.example.com`.
    package var subject: String
    package var issuer: String
    /// Lower-case hexadecimal digits.
    package var serialNumber: String
    /// `2026-01-31T09:05:00Z`, or the original text when it is not a valid time.
    package var notBefore: String
    package var notAfter: String
    /// `DNS:push.example.com`, `IP Address:127.0.0.1`; in order.
    package var subjectAltNames: [String]

    package init(
        subject: String,
        issuer: String,
        serialNumber: String,
        notBefore: String,
        notAfter: String,
        subjectAltNames: [String]
    ) {
        self.subject = subject
        self.issuer = issuer
        self.serialNumber = serialNumber
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.subjectAltNames = subjectAltNames
    }
}
