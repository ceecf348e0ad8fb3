import ContractFile
import JSON
import Testing

/// A part of a contract, and the verdicts of the editor's schema and the loader on it.
struct EditorSample: CustomTestStringConvertible {
    let place: SamplePlace
    /// YAML on one line.
    let text: String

    init(_ place: SamplePlace, _ text: String) {
        self.place = place
        self.text = text
    }

    var testDescription: String { "\(place.name): \(text)" }

    /// The complete contract.
    var contract: String { place.contract(with: text) }

    /// Expected verdicts of schema and loader on a sample.
    enum Kind: String {
        case accepted, refused
        /// The loader rejects it, although the schema accepts it.
        case loaderOnly = "loader only"
    }

    /// The samples of one kind in `Fixtures/EditorSchema`: each is a line below `### KIND: PLACE`, and lines that
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

/// The verdicts of the schema and the loader on a contract.
struct EditorVerdicts {
    let schemaAccepts: Bool
    /// The errors of the loader, without warnings.
    let errors: [Diagnostic]
    private let contract: JSONValue
    private let schema: EditorSchema

    /// - Throws: When the text is not YAML, or the schema cannot be used.
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

    /// Both verdicts in words, for a test that fails.
    var description: Comment {
        let objections = schema.objections(to: contract)
        return """
            schema: \(schemaAccepts ? "accepted" : objections.joined(separator: "; "))
            loader: \(loaderAccepts ? "accepted" : errors.map(\.message).joined(separator: "; "))
            """
    }
}
