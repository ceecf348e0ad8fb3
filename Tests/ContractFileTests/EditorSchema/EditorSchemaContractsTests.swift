import ContractFile
import JSON
import Testing

struct EditorSchemaContractsTests {
    private static func paths() throws -> [String] {
        try ContractFinder.files(at: EditorSchema.packageFolder + "/contracts")
    }

    @Test("The schema accepts the contracts of this repository, as the loader does")
    func accepted() throws {
        for path in try Self.paths() {
            let source = SourceText(
                file: path,
                bytes: try DiskFiles().read(path, atMost: YAMLDocument.maximumBytes)
            )
            let objections = try EditorSchema.loaded().objections(
                to: YAMLDocument.parse(source).json
            )
            #expect(objections == [], "\(path)")
            let library = ContractLibrary()
            _ = library.contract(at: path)
            #expect(library.diagnostics.list == [], "\(path)")
        }
    }

    @Test("The first line of each contract tells an editor where the schema is")
    func firstLines() throws {
        for path in try Self.paths() {
            let bytes = try DiskFiles().read(path, atMost: YAMLDocument.maximumBytes)
            let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            #expect(
                line == "# yaml-language-server: $schema=../contract-1.schema.json",
                "\(path)"
            )
        }
    }
}
