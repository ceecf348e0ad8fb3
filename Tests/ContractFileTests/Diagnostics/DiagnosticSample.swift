import ContractFile
import Testing

/// A text with something wrong in it, and everything that is printed about it.
struct DiagnosticSample: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    /// Without the line feed at its end.
    let output: String

    var testDescription: String { name }

    init(_ name: String, _ text: String, _ output: String) {
        self.name = name
        self.text = text
        self.output = output
    }

    /// What is printed about the text, without the line feed at its end.
    var actualOutput: String {
        let source = SourceText(file: "push.yaml", bytes: Array(text.utf8))
        let diagnostics = Diagnostics()
        _ = YAMLDocument.parse(source, into: diagnostics)
        let output = DiagnosticRenderer(sources: [source]).render(diagnostics.list)
        return String(output.dropLast())
    }
}
