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

    /// Several samples for one place, one on each line.
    static func lines(_ place: SamplePlace, _ texts: String) -> [EditorSample] {
        texts.split(separator: "\n").map { EditorSample(place, String($0)) }
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
