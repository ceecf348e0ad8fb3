package import Base
package import HTTP
package import JSON

/// One contract file, read and checked, with the tables of the files it uses.
package struct ContractDocument: Sendable {
    /// The path of the file.
    package var file: String
    package var title: String
    package var version: String?
    /// Documents that `doc:` pointers lead to, by key.
    package var documents: [String: DocumentReference]
    /// In file order; the first is the default.
    package var targets: [TargetSpecification]
    /// In file order, those of used files first.
    package var variables: [VariableSpecification]
    /// Drawn once for a run of the contract.
    package var bindings: [Binding]
    package var securitySchemes: [String: SecurityScheme]
    package var encodings: [String: QueryEncoding]
    /// What prefixes in XPaths stand for: addresses of namespaces.
    package var namespaces: [String: String] = [:]
    /// What is done with cookies in its set-up and, unless they say so themselves, in its cases.
    package var cookies = CookiePolicy.ignore
    @Box package var failure: FailureRecognizer?
    package var states: [String: ProviderState]
    /// The servers that the tool plays, by name.
    package var listeners: [String: Listener]
    /// In file order, those of used files first.
    package var operations: [Operation]
    /// What is said of the cases that are generated.
    package var generation = GenerationSettings()
    /// The error catalogue in file order.
    package var errors: [ErrorEntry]
    /// What is said of all calls of the client library.
    @Box package var client: ClientSpecification?
    /// The calls of the client library in file order, those of used files first.
    package var calls: [ClientCall]
    /// After rows were expanded, in file order.
    package var cases: [Case]
    package var setup: [Step]
    package var teardown: [Step]
    /// Of used files without cases of their own, in order: they run once for all that use them.
    package var shared: [SharedSteps]
    /// Contents of the files that requests send, by the path the contract uses.
    package var attachments: [String: [UInt8]]
    /// Whether the file has cases of its own, or is a table that others use.
    package var hasCases: Bool
    /// Files it takes tables from that have cases of their own.
    package var usedFilesWithCases: Set<String>

    package init(file: String) {
        self.file = file
        title = ""
        documents = [:]
        targets = []
        variables = []
        bindings = []
        securitySchemes = [:]
        encodings = [:]
        states = [:]
        listeners = [:]
        operations = []
        errors = []
        calls = []
        cases = []
        setup = []
        teardown = []
        shared = []
        attachments = [:]
        hasCases = false
        usedFilesWithCases = []
    }
}

extension ContractDocument {
    /// What its targets are called, in file order; a contract without any has one all the same.
    package var targetNames: [String] { targets.isEmpty ? ["default"] : targets.map(\.name) }

    /// Where a request goes that names no target.
    package var firstTargetName: String { targetNames[0] }
}

extension [TargetSpecification] {
    /// The target of a request: the one it names, else the first.
    package func target(of request: RequestTemplate) -> TargetSpecification? {
        let name = request.constant("target")
        return first { $0.name == name } ?? first
    }

    /// An operation's request with the header fields of its target, as a step sends it.
    package func complete(_ request: RequestTemplate) -> RequestTemplate {
        var request = request
        request.addHeaders(target(of: request)?.headers ?? [], replacing: false)
        if let type = request.defaultContentType {
            let field = TemplateValue.Member(name: "Content-Type", value: .constant(.string(type)))
            request.addHeaders([field], replacing: false)
        }
        return request
    }
}

/// Set-up and teardown of a file that others use: once in a run, for all of them.
package struct SharedSteps: Sendable {
    package let file: String
    package let setup: [Step]
    package let teardown: [Step]

    package init(file: String, setup: [Step], teardown: [Step]) {
        self.file = file
        self.setup = setup
        self.teardown = teardown
    }
}

/// A document that promises come from.
package struct DocumentReference: Equatable, Sendable {
    package let key: String
    package let title: String?
    package let file: String?
    package let url: String?
    /// Of the file's bytes, in hexadecimal.
    package let sha256: String?

    package init(key: String, title: String?, file: String?, url: String?, sha256: String?) {
        self.key = key
        self.title = title
        self.file = file
        self.url = url
        self.sha256 = sha256
    }
}

/// What is done with the cookies that answers set.
package enum CookiePolicy: String, Hashable, Sendable, CaseIterable {
    /// They are sent with later requests that they are for.
    case keep
    case ignore
}

/// A server under test, as the contract knows it.
package struct TargetSpecification: Sendable {
    package let name: String
    /// Where the documents say the service is; never contacted unless the user names it.
    package let documented: Template?
    /// Put before every path.
    package let basePath: Template?
    /// The built-in service that stands in for it.
    package let reference: String?
    /// Sent with every request to this target.
    package let headers: [TemplateValue.Member]
    package let location: SourceLocation

    package init(
        name: String,
        documented: Template?,
        basePath: Template?,
        reference: String?,
        headers: [TemplateValue.Member],
        location: SourceLocation
    ) {
        self.name = name
        self.documented = documented
        self.basePath = basePath
        self.reference = reference
        self.headers = headers
        self.location = location
    }
}

/// A value the user may give from outside.
package struct VariableSpecification: Equatable, Sendable {
    /// What a text from outside stands for.
    package enum ValueType: String, Hashable, Sendable, CaseIterable {
        case string, number
    }

    package let name: String
    package let type: ValueType
    /// The environment variable to read.
    package let environment: String?
    /// The file to read where the environment has nothing, by its path from the working folder.
    package let file: String?
    /// Must not be shown.
    package let isSecret: Bool
    /// `nil` when the user has to give it.
    package let defaultValue: TemplateValue?
    package let location: SourceLocation

    package init(
        name: String,
        type: ValueType = .string,
        environment: String?,
        file: String? = nil,
        isSecret: Bool,
        defaultValue: TemplateValue?,
        location: SourceLocation
    ) {
        self.name = name
        self.type = type
        self.environment = environment
        self.file = file
        self.isSecret = isSecret
        self.defaultValue = defaultValue
        self.location = location
    }

    /// The value that a text from outside stands for; `nil` when it is none of the type.
    package func value(of text: String) -> JSONValue? {
        switch type {
        case .string: return .string(text)
        case .number:
            guard let value = try? JSONValue(parsing: text), case .number = value else {
                return nil
            }
            return value
        }
    }
}

/// A condition of the provider that a case asks for (Pact's provider state).
package struct ProviderState: Equatable, Sendable {
    package let name: String
    package let summary: String?
    /// Names of values a case hands in.
    package let parameters: [String]
    /// Names of values the provider hands back.
    package let provides: [String]
    /// How certain it is that the provider reaches it; results of a case in it are at most as certain.
    package let basis: Basis
    package let location: SourceLocation

    package init(
        name: String,
        summary: String?,
        parameters: [String],
        provides: [String],
        basis: Basis,
        location: SourceLocation
    ) {
        self.name = name
        self.summary = summary
        self.parameters = parameters
        self.provides = provides
        self.basis = basis
        self.location = location
    }
}
