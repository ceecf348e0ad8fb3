import JSON

/// A request from a command line or a recording.
struct ObservedRequest {
    /// The body of a request.
    enum Body {
        case text(String)
        /// Names and values of `multipart/form-data`; of a file only its name.
        case parts([Part])
        /// The content is in a file next to the contract.
        case file(String)
        /// The content is elsewhere; the text describes the place.
        case elsewhere(String)
    }

    /// A part of `multipart/form-data`.
    struct Part {
        let name: String
        let value: String
        /// The file with the content; `nil` for an ordinary field.
        let fileName: String?
        /// The media type, if set.
        var type: String?
        /// The name that is sent, if it differs from the file's own.
        var shownName: String?
        /// Whether the file is stored.
        var isKept = false
    }

    /// A signature method that was recognized by its fields; the fields themselves are removed.
    struct Signature {
        /// The name of the scheme, and its content.
        let name: String
        let content: JSONValue
        let variables: [ContractDraft.Variable]
        let remark: String
    }

    var method: String
    var url: ObservedURL
    var headers: [(name: String, value: String)] = []
    var body: Body?
    /// Whether it deliberately has no content type.
    var hidesType = false
    /// Values of path segments of the form `:name`, by that name.
    var params: [String: String] = [:]
    /// Names, in lower case, of header and query fields with credentials, whatever they are called.
    var secretFields: Set<String> = []
    /// Whether its user and password authenticate it by digest (RFC 7616).
    var usesDigest = false
    /// Its signature method; `nil` if unknown or unsigned.
    var signature: Signature?
    /// Whether `{{…}}` in texts are templates.
    var holdsTemplates = false

    /// The value of the first header field called `name`.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
