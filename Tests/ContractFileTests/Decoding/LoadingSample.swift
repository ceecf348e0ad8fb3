import Testing

/// A contract, the files beside it, and everything that is said about it.
struct LoadingSample: CustomTestStringConvertible {
    let name: String
    let text: String
    let files: [String: String]
    let expected: String

    init(_ name: String, _ text: String, files: [String: String] = [:], expected: String) {
        self.name = name
        self.text = text
        self.files = files
        self.expected = expected
    }

    var testDescription: String { name }

    /// What is said when the contract is read as `a.yaml`.
    var diagnosis: String { LoadedContract(text, files).diagnosis }
}
