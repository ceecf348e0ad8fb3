import RegularExpressions

/// A value of `format` that can be checked; every other value is a remark.
enum SchemaFormat: String, Hashable, Sendable, CaseIterable {
    case date, time, duration, email, hostname, ipv4, ipv6, uri, iri, uuid, regex
    case dateTime = "date-time"
    case idnEmail = "idn-email"
    case idnHostname = "idn-hostname"
    case uriReference = "uri-reference"
    case iriReference = "iri-reference"
    case uriTemplate = "uri-template"
    case jsonPointer = "json-pointer"
    case relativeJSONPointer = "relative-json-pointer"

    /// Whether a text is of the format.
    func matches(_ text: String) -> Bool {
        switch self {
        case .date: TextScanner.whole(text) { $0.takeDate() }
        case .time: TextScanner.whole(text) { $0.takeTime() }
        case .dateTime: TextScanner.whole(text) { $0.takeDateTime() }
        case .duration: TextScanner.whole(text) { $0.takeDuration() }
        case .email: EmailFormat.matches(text, isInternational: false)
        case .idnEmail: EmailFormat.matches(text, isInternational: true)
        case .hostname: HostnameFormat.matches(text, isInternational: false)
        case .idnHostname: HostnameFormat.matches(text, isInternational: true)
        case .ipv4: AddressFormat.isVersion4(text)
        case .ipv6: AddressFormat.isVersion6(text)
        case .uri: URIFormat(isInternational: false, isAbsolute: true).matches(text)
        case .uriReference: URIFormat(isInternational: false, isAbsolute: false).matches(text)
        case .iri: URIFormat(isInternational: true, isAbsolute: true).matches(text)
        case .iriReference: URIFormat(isInternational: true, isAbsolute: false).matches(text)
        case .uriTemplate: TextScanner.whole(text) { $0.takeTemplate() }
        case .uuid: TextScanner.whole(text) { $0.takeUUID() }
        case .jsonPointer: TextScanner.whole(text) { $0.takePointer() }
        case .relativeJSONPointer: TextScanner.whole(text) { $0.takeRelativePointer() }
        case .regex: (try? RegularExpression(ecma: text)) != nil
        }
    }

    /// What messages say was expected: the name and an example.
    var phrase: String {
        example.map { "\(rawValue) like \($0)" } ?? rawValue
    }

    private var example: String? {
        switch self {
        case .date: "2024-01-31"
        case .time: "09:30:00Z"
        case .dateTime: "2024-01-31T09:30:00Z"
        case .duration: "P1DT12H"
        case .email, .idnEmail: "name@example.com"
        case .hostname, .idnHostname: "www.example.com"
        case .ipv4: "192.0.2.1"
        case .ipv6: "2001:db8::1"
        case .uri, .iri: "https://example.com/a"
        case .uriReference, .iriReference: "../a?b#c"
        case .uriTemplate: "/users/{id}"
        case .uuid: "2eb8aa08-aa98-11ea-b4aa-73b441d16380"
        case .jsonPointer: "/a/0"
        case .relativeJSONPointer: "1/a"
        case .regex: nil
        }
    }
}
