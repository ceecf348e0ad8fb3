import JSON

/// A contract of an import, before it is written as text.
struct ContractDraft {
    /// The source document of the contract, as `doc:` pointers refer to it.
    struct Document {
        /// `openapi`, `curl`, `har` or another name of the document's format.
        let key: String
        let title: String
        let file: String
    }

    /// A server.
    struct Target {
        let name: String
        let documented: String?
        let basePath: String?
    }

    /// A value that the user sets.
    struct Variable {
        let name: String
        let environment: String
        let isSecret: Bool
        var isNumber = false
        var defaultValue: JSONValue?
    }

    /// A way to authenticate requests.
    struct Scheme {
        let name: String
        /// Lines above it.
        var comment: [String] = []
        /// Lines to be copied, after the comment.
        var sample: [String] = []
        /// `nil` when the format has no such scheme; then only the comment is written.
        let content: JSONValue?
    }

    /// A row of the error catalogue.
    struct ErrorRow {
        /// How a response shows the code.
        enum Code: Hashable {
            /// Unknown; the author completes the row.
            case open
            /// No code.
            case none
            /// The name of the row is the code.
            case named
            /// This code.
            case text(String)
        }

        let id: String
        /// Empty for a range, such as `4XX`, and for `default`.
        var statuses: [Int]
        var code = Code.open
        /// With `{0}`, `{1}` for the varying parts.
        var message: String?
        let summary: String?
        let doc: String?
        /// Whether it is not documented.
        var isInferred = false
    }

    let document: Document
    var title: String
    var version: String?
    /// Notes on the whole contract: what could not be imported.
    var remarks: [String] = []
    /// Parts of the document that the contract does not contain.
    var losses: [ImportLoss] = []
    /// Whether cookies set by responses are sent with the requests of later steps.
    var keepsCookies = false
    /// Addresses of XML namespaces, by prefix.
    var namespaces: [String: String] = [:]
    var targets: [Target] = []
    var variables: [Variable] = []
    var schemes: [Scheme] = []
    /// The condition of a failure.
    var failureCondition: JSONValue = ["status": ["gte": 400]]
    /// The places of code and message in a failure; `nil` if unknown.
    var failureCode: JSONValue?
    var failureMessage: JSONValue?
    /// The schema of every failure; `nil` when the document has no common one.
    var failureSchema: JSONValue?
    var schemas = JSONObject()
    /// The states that cases need, with the names of their parameters.
    var states: [(name: String, parameters: [String])] = []
    var operations: [Operation] = []
    var errors: [ErrorRow] = []
    /// Recorded or written sequences; an operation that none of them calls has a case of its own.
    var cases: [Case] = []
    /// Files next to it.
    var files: [RecordedBodies.File] = []

    init(document: Document, title: String) {
        self.document = document
        self.title = title
    }
}

extension ContractDraft {
    /// One call.
    struct Operation {
        let id: String
        var comment: [String] = []
        var summary: String?
        var doc: String?
        /// `nil` for the first target.
        var target: String?
        var request = Request()
        /// Accepted values, by section.
        var accepts: [Acceptance] = []
        /// Media types of its body, if there are several.
        var mediaTypes: [String] = []
        var responses: [Response] = []
        var promises: [Promise] = []
        /// The tags of its case.
        var tags: [String] = []
        /// The promise that the example request tests, if it is not a success.
        var covers: String?
    }

    /// A valid example whose texts are templates.
    struct Request {
        var comment: [String] = []
        var method = "GET"
        var path = "/"
        var params = JSONObject()
        /// Whether a value of `params` may name nothing that the server has.
        var isMadeUp = false
        /// Why the request does not keep to the document, so that no response to it is a finding; `nil` if it does.
        var fault: String?
        /// The sections with values that the document does not give.
        var invented: Set<String> = []
        var headers = JSONObject()
        /// An object, or a text that is sent unchanged.
        var query: JSONValue?
        var security: String?
        /// `follow`, or the maximum number of redirects.
        var redirects: JSONValue?
        /// The name of the section and its content.
        var body: (section: String, value: JSONValue)?
    }

    /// The accepted content of a request's section.
    struct Acceptance {
        let section: String
        var schema: JSONValue
        /// Its place in the document.
        let place: JSONPointer
    }

    /// The declaration of a response.
    struct Response {
        /// As the contract writes it: `201`, `2XX` or `default`.
        let status: String
        var comment: [String] = []
        /// How much of an event stream is read; `nil` where none is expected.
        var events: JSONValue?
        var schema: JSONValue?
        var asserts: [JSONValue] = []
        /// The document's examples of such a response, for the stub; those that violate the schema are not written.
        var examples: [JSONValue] = []
    }

    /// An error of an operation.
    struct Promise {
        let name: String
        let summary: String?
        let error: String
        let doc: String?
        /// In addition to that of every failure.
        var schema: JSONValue?
        var asserts: [JSONValue] = []
        /// The document's examples of such a response, for the stub.
        var examples: [JSONValue] = []
    }
}

extension ContractDraft.Request {
    /// The content of a section; `nil` for none.
    func sample(_ section: String) -> JSONValue? {
        switch section {
        case "params": params.isEmpty ? nil : .object(params)
        case "query": query
        case "headers": headers.isEmpty ? nil : .object(headers)
        default: body?.section == section ? body?.value : nil
        }
    }

    /// Replaces the content of a section.
    mutating func put(_ value: JSONValue, _ section: String) {
        let value = LiteralText.body(value)
        switch section {
        case "params": params = value.objectValue ?? params
        case "query": query = value
        case "headers": headers = value.objectValue ?? headers
        default: body = (section, value)
        }
    }
}

extension ContractDraft {
    /// Adds a row to the error catalogue, unless it has one of that name.
    mutating func addErrorRow(_ id: String, summary: String?, doc: String) {
        guard !errors.contains(where: { $0.id == id }) else { return }
        let statuses = Int(id).map { [$0] } ?? []
        errors.append(ErrorRow(id: id, statuses: statuses, summary: summary, doc: doc))
    }

    /// Moves a schema that all failures share to one place.
    mutating func shareFailureSchema() {
        let promises = operations.flatMap(\.promises)
        guard let first = promises.first?.schema, promises.allSatisfy({ $0.schema == first }) else {
            return
        }
        failureSchema = first
        for index in operations.indices {
            for position in operations[index].promises.indices {
                operations[index].promises[position].schema = nil
            }
        }
    }
}

/// A contract that was made from another document.
package struct ImportedContract: Hashable, Sendable {
    /// A complete contract file.
    package let text: String
    /// The number of operations.
    package let operations: Int
    /// The number of cases.
    package let cases: Int
    /// The number of rows in the error catalogue; in most imports code and message must be filled in.
    package let errorRows: Int
    /// The number of places marked `FILL IN` in the text.
    package let openPlaces: Int
    /// Parts of the document that the contract does not contain, in the order of the document.
    package let losses: [ImportLoss]
    /// Notes on the whole contract.
    package let remarks: [String]
    /// Files that belong next to it, by paths relative to its folder.
    package let files: [(path: String, bytes: [UInt8])]

    package static func == (left: ImportedContract, right: ImportedContract) -> Bool {
        left.text == right.text && left.losses == right.losses && left.remarks == right.remarks
            && left.files.map(\.path) == right.files.map(\.path)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension ContractDraft {
    /// The contract as the result of an import.
    var imported: ImportedContract {
        let text = text
        return ImportedContract(
            text: text,
            operations: operations.count,
            cases: allCases.count,
            errorRows: errors.count,
            // The heading, which explains the mark, does not count.
            openPlaces: text.ranges(of: "FILL IN").count - 1,
            losses: losses,
            remarks: remarks,
            files: files.map { ($0.path, $0.bytes) }
        )
    }
}
