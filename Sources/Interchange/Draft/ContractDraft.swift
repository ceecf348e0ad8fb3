import JSON

/// A contract as an import knows it, before it is written as text.
struct ContractDraft {
    /// The document the contract is made from, as `doc:` pointers name it.
    struct Document {
        /// `openapi`, `curl`, `har` or whatever else the format of the document is called.
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

    /// A value that the user gives from outside.
    struct Variable {
        let name: String
        let environment: String
        let isSecret: Bool
        var isNumber = false
        var defaultValue: JSONValue?
    }

    /// A way to prove who sends a request.
    struct Scheme {
        let name: String
        /// Lines above it.
        var comment: [String] = []
        /// Lines to be copied, behind the comment.
        var sample: [String] = []
        /// `nil` when the format has no such scheme; then only the comment is written.
        let content: JSONValue?
    }

    /// A row of the error catalogue.
    struct ErrorRow {
        /// What an answer says of which error it is.
        enum Code: Hashable {
            /// Unknown; the author completes the row.
            case open
            /// Nothing.
            case none
            /// This, which is what the row is called.
            case named
            /// This.
            case text(String)
        }

        let id: String
        /// Empty for a range, such as `4XX`, and for `default`.
        var statuses: [Int]
        var code = Code.open
        /// With `{0}`, `{1}` for what varies.
        var message: String?
        let summary: String?
        let doc: String?
        /// Whether no document says so.
        var isInferred = false
    }

    let document: Document
    var title: String
    var version: String?
    /// What the reader must know of the whole: what could not be taken over.
    var remarks: [String] = []
    /// What the document says and the contract does not.
    var losses: [ImportLoss] = []
    /// Whether cookies that answers set are sent with the requests of later steps.
    var keepsCookies = false
    var targets: [Target] = []
    var variables: [Variable] = []
    var schemes: [Scheme] = []
    /// How to tell a failure.
    var failureCondition: JSONValue = ["status": ["gte": 400]]
    /// The places of code and message in a failure; `nil` if unknown.
    var failureCode: JSONValue?
    var failureMessage: JSONValue?
    /// The schema that every failure keeps to; `nil` when the document knows no common one.
    var failureSchema: JSONValue?
    var schemas = JSONObject()
    var operations: [Operation] = []
    var errors: [ErrorRow] = []
    /// What was seen or written one after the other; an operation that none of them calls has a case
    /// of its own.
    var cases: [Case] = []
    /// What lies beside it.
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
        /// What it takes, by section.
        var accepts: [Acceptance] = []
        /// Media types of its body, when there are several.
        var mediaTypes: [String] = []
        var responses: [Response] = []
        var promises: [Promise] = []
        /// Of its case.
        var tags: [String] = []
        /// The promise that the example request tests, if it is not a success.
        var covers: String?
    }

    /// A valid example, whose texts are templates.
    struct Request {
        var comment: [String] = []
        var method = "GET"
        var path = "/"
        var params = JSONObject()
        var headers = JSONObject()
        /// An object, or a text that is sent as it is.
        var query: JSONValue?
        var security: String?
        /// The name of the section and what is in it.
        var body: (section: String, value: JSONValue)?
    }

    /// What a section of a request has to look like.
    struct Acceptance {
        let section: String
        var schema: JSONValue
        /// Where the document says so.
        let place: JSONPointer
    }

    /// What an answer looks like.
    struct Response {
        /// As the contract writes it: `201`, `2XX` or `default`.
        let status: String
        var comment: [String] = []
        /// How much is read of an event stream; `nil` where none is expected.
        var events: JSONValue?
        var schema: JSONValue?
        var asserts: [JSONValue] = []
        /// What the document shows as such an answer, for the stub; those that break the schema are not written.
        var examples: [JSONValue] = []
    }

    /// An error that an operation can end in.
    struct Promise {
        let name: String
        let summary: String?
        let error: String
        let doc: String?
        /// Beyond that of every failure.
        var schema: JSONValue?
        var asserts: [JSONValue] = []
        /// What the document shows as such an answer, for the stub.
        var examples: [JSONValue] = []
    }
}

extension ContractDraft.Request {
    /// What a section holds; `nil` for nothing.
    func sample(_ section: String) -> JSONValue? {
        switch section {
        case "params": params.isEmpty ? nil : .object(params)
        case "query": query
        case "headers": headers.isEmpty ? nil : .object(headers)
        default: body?.section == section ? body?.value : nil
        }
    }

    /// Puts a value in the place of what a section holds.
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
    /// Adds a row to the error catalogue, unless one of that name is there.
    mutating func addErrorRow(_ id: String, summary: String?, doc: String) {
        guard !errors.contains(where: { $0.id == id }) else { return }
        let statuses = Int(id).map { [$0] } ?? []
        errors.append(ErrorRow(id: id, statuses: statuses, summary: summary, doc: doc))
    }

    /// Where all failures keep to one schema, says so once.
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
    /// A whole contract file.
    package let text: String
    /// How many operations it has.
    package let operations: Int
    /// How many cases it has.
    package let cases: Int
    /// How many rows of the error catalogue it has; those of most imports wait for code and message.
    package let errorRows: Int
    /// How many places of the text are marked `FILL IN`.
    package let openPlaces: Int
    /// What the document says and the contract does not, in the order of the document.
    package let losses: [ImportLoss]
    /// What the reader must know of the whole.
    package let remarks: [String]
    /// What has to lie beside it, by paths from its folder on.
    package let files: [(path: String, bytes: [UInt8])]

    package static func == (left: ImportedContract, right: ImportedContract) -> Bool {
        left.text == right.text && left.losses == right.losses && left.remarks == right.remarks
            && left.files.map(\.path) == right.files.map(\.path)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension ContractDraft {
    /// The contract as it is handed over.
    var imported: ImportedContract {
        let text = text
        return ImportedContract(
            text: text,
            operations: operations.count,
            cases: allCases.count,
            errorRows: errors.count,
            // The heading, which explains the mark, is none.
            openPlaces: text.ranges(of: "FILL IN").count - 1,
            losses: losses,
            remarks: remarks,
            files: files.map { ($0.path, $0.bytes) }
        )
    }
}
