import JSON

/// A request as a command line or a recording shows it.
struct ObservedRequest {
    /// What a request carries.
    enum Body {
        case text(String)
        /// Names and values of `multipart/form-data`; of a file only its name.
        case parts([Part])
        /// The content is in a file beside the contract.
        case file(String)
        /// The content is elsewhere; the text says where.
        case elsewhere(String)
    }

    /// A part of `multipart/form-data`.
    struct Part {
        let name: String
        let value: String
        /// Where the content is; `nil` for an ordinary field.
        let fileName: String?
        /// The media type, when one was named.
        var type: String?
        /// The name that is sent, when another than the file's own was given.
        var shownName: String?
        /// Whether the file is there.
        var isKept = false
    }

    /// A way to sign requests that its fields were recognised by; the fields themselves are gone.
    struct Signature {
        /// What the scheme is called, and its content.
        let name: String
        let content: JSONValue
        let variables: [ContractDraft.Variable]
        let remark: String
    }

    var method: String
    var url: ObservedURL
    var headers: [(name: String, value: String)] = []
    var body: Body?
    /// Whether it says on purpose nothing of what its body is.
    var hidesType = false
    /// Values of the segments of the path that are a colon and a name, by that name.
    var params: [String: String] = [:]
    /// Names, in lower case, of header and query fields that prove who sends it, whatever they are called.
    var secretFields: Set<String> = []
    /// How it was signed; `nil` if unknown, or if it was not signed.
    var signature: Signature?
    /// Whether texts with `{{…}}` are meant as templates.
    var holdsTemplates = false

    /// The value of the first header field called `name`.
    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
