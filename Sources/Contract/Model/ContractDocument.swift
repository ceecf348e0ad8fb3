package import Base
package import HTTP
package import JSON

/// One contract file, read and checked, with the tables of the files it uses.
package struct ContractDocument: Sendable {
    /// The path of the file.
    package var file: String
    package var title: String
    package var version: String?
    /// Documents that `doc:` pointers refer to, by key.
    package var documents: [String: DocumentReference]
    /// In file order; the first is the default.
    package var targets: [TargetSpecification]
    /// In file order, those of used files first.
    package var variables: [VariableSpecification]
    /// Evaluated once for a run of the contract.
    package var bindings: [Binding]
    package var securitySchemes: [String: SecurityScheme]
    package var encodings: [String: QueryEncoding]
    /// The namespace addresses of XPath prefixes.
    package var namespaces: [String: String] = [:]
    /// The use of cookies in its set-up and, unless they set their own, in its cases.
    package var cookies = CookiePolicy.ignore
    @Box package var failure: FailureRecognizer?
    package var states: [String: ProviderState]
    /// The servers that the tool plays, by name.
    package var listeners: [String: Listener]
    /// In file order, those of used files first.
    package var operations: [Operation]
    /// Settings for generated cases.
    package var generation = GenerationSettings()
    /// The error catalogue in file order.
    package var errors: [ErrorEntry]
    /// Common facts about all calls of the client library.
    @Box package var client: ClientSpecification?
    /// The calls of the client library in file order, those of used files first.
    package var calls: [ClientCall]
    /// After expansion of rows, in file order.
    package var cases: [Case]
    package var setup: [Step]
    package var teardown: [Step]
    /// Steps of used files without cases, in order: they run once for all files that use them.
    package var shared: [SharedSteps]
    /// Contents of the files that requests send, by the path the contract uses.
    package var attachments: [String: [UInt8]]
    /// Whether the file has cases of its own, or is a table that others use.
    package var hasCases: Bool
    /// Files with their own cases from which it takes tables.
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
    /// The names of its targets, in file order; a contract without any has one all the same.
    package var targetNames: [String] { targets.isEmpty ? ["default"] : targets.map(\.name) }

    /// The target of a request that names none.
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

/// Set-up and teardown of a file that others use: once per run, for all of them.
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

/// A document with promises.
package struct DocumentReference: Equatable, Sendable {
    package let key: String
    package let title: String?
    package let file: String?
    package let url: String?
    /// The hash of the file's bytes, in hexadecimal.
    package let sha256: String?

    package init(key: String, title: String?, file: String?, url: String?, sha256: String?) {
        self.key = key
        self.title = title
        self.file = file
        self.url = url
        self.sha256 = sha256
    }
}

/// The use of cookies set by responses.
package enum CookiePolicy: String, Hashable, Sendable, CaseIterable {
    /// They are sent with later requests to which they apply.
    case keep
    case ignore
}

/// A server under test, as in the contract.
package struct TargetSpecification: Sendable {
    package let name: String
    /// The documented address of the service; never contacted unless the user names it.
    package let documented: Template?
    /// Prepended to every path.
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

/// A value that the user can set.
package struct VariableSpecification: Equatable, Sendable {
    /// The type of a text from outside.
    package enum ValueType: String, Hashable, Sendable, CaseIterable {
        case string, number
    }

    package let name: String
    package let type: ValueType
    /// The environment variable to read.
    package let environment: String?
    /// The file to read if the environment variable is not set, by its path from the working
    /// folder.
    package let file: String?
    /// Whether it must not be shown.
    package let isSecret: Bool
    /// `nil` when the user must set it.
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

    /// The value of a text from outside; `nil` when it does not have the type.
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

/// A condition of the provider that a case needs (Pact's provider state).
package struct ProviderState: Equatable, Sendable {
    package let name: String
    package let summary: String?
    /// Names of values that a case passes.
    package let parameters: [String]
    /// Names of values that the provider returns.
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
