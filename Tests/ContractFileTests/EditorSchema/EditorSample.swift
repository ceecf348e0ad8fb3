import ContractFile
import JSON
import Testing

/// A part of a contract, and what the editor's schema and the loader say when it is there.
struct EditorSample: CustomTestStringConvertible {
    let place: SamplePlace
    /// YAML on one line.
    let text: String

    init(_ place: SamplePlace, _ text: String) {
        self.place = place
        self.text = text
    }

    var testDescription: String { "\(place.name): \(text)" }

    /// The whole contract.
    var contract: String { place.contract(with: text) }

    /// What schema and loader are to say of a sample.
    enum Kind: String {
        case accepted, refused
        /// The loader refuses what the schema accepts.
        case loaderOnly = "loader only"
    }

    /// The samples of a kind in `Fixtures/EditorSchema`: there each is a line below `### KIND: PLACE`, and lines that
    /// begin with `#` are comments.
    static func all(_ kind: Kind) -> [EditorSample] {
        FixtureFile.all(in: "EditorSchema").flatMap(\.sections).flatMap { section in
            let words = section.title.split(separator: ": ", maxSplits: 1)
            guard words[0] == kind.rawValue else { return [EditorSample]() }
            let place = SamplePlace.named(String(words[1]))
            return section.body.split(separator: "\n").filter { !$0.hasPrefix("# ") }
                .map { EditorSample(place, String($0)) }
        }
    }
}

/// What the two judges say about a contract.
struct EditorVerdicts {
    let schemaAccepts: Bool
    /// The errors of the loader; warnings are none.
    let errors: [Diagnostic]
    private let contract: JSONValue
    private let schema: EditorSchema

    /// - Throws: When the text is no YAML, or the schema cannot be used.
    init(_ contract: String) throws {
        let source = SourceText(file: "a.yaml", bytes: Array(contract.utf8))
        let root = try YAMLDocument.parse(source)
        self.contract = root.json
        schema = try EditorSchema.loaded()
        schemaAccepts = schema.accepts(root.json)
        let loaded = LoadedContract(contract, SamplePlace.files)
        errors = loaded.diagnostics.filter { $0.severity == .error }
    }

    var loaderAccepts: Bool { errors.isEmpty }

    /// Both in words, for a test that fails.
    var description: Comment {
        let objections = schema.objections(to: contract)
        return """
            schema: \(schemaAccepts ? "accepted" : objections.joined(separator: "; "))
            loader: \(loaderAccepts ? "accepted" : errors.map(\.message).joined(separator: "; "))
            """
    }
}
