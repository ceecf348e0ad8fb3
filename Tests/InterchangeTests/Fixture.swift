import Contract
import ContractFile
import Glibc
import Interchange
import JSON
import Testing

/// Files of the `Fixtures` folder, and contracts read by the real loader.
enum Fixture {
    /// The folder of the package.
    static var root: String {
        "/" + "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    }

    /// The text of a file of the `Fixtures` folder.
    static func text(_ name: String) throws -> String {
        let path = "\(root)/Tests/InterchangeTests/Fixtures/\(name)"
        return String(decoding: try DiskFiles().read(path, atMost: 1 << 20), as: UTF8.self)
    }

    /// A document of the `Fixtures` folder, YAML or JSON.
    static func document(_ name: String) throws -> JSONValue {
        let text = try text(name)
        if name.hasSuffix(".yaml") {
            return try YAMLDocument.parse(Array(text.utf8), file: name).json
        }
        return try JSONValue(parsing: text)
    }

    /// A foreign document in YAML, which may contain anchors and aliases.
    static func foreign(_ name: String) throws -> JSONValue {
        let source = SourceText(file: name, bytes: Array(try text(name).utf8))
        return try YAMLDocument.parse(source, by: .foreign).json
    }

    /// Compares a text with a file of the `Fixtures` folder; with `REWRITE_FIXTURES` in the environment the file is
    /// rewritten.
    static func expect(_ text: String, toBe name: String) throws {
        if getenv("REWRITE_FIXTURES") != nil {
            let path = "\(root)/Tests/InterchangeTests/Fixtures/\(name)"
            let file = try #require(fopen(path, "w"))
            fputs(text, file)
            fclose(file)
        }
        let wanted = try Self.text(name)
        #expect(text == wanted, "\(name) differs:\n\(text)")
    }
}

/// A contract text, read by the loader that `assay lint` uses.
struct LintedContract {
    let contract: ContractDocument
    /// Errors and warnings as `assay lint` prints them.
    let diagnosis: String

    init(_ text: String) {
        let library = ContractLibrary(files: OneFile(bytes: Array(text.utf8)))
        contract = library.contract(at: "made.yaml")
        diagnosis = DiagnosticRenderer(sources: library.sources).render(library.diagnostics.list)
    }

    private struct OneFile: FileSource {
        let bytes: [UInt8]

        func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] { bytes }
    }
}
