import ContractFile
import JSON
import Testing

struct EditorSchemaContractsTests {
    private static func paths(below folder: String) throws -> [String] {
        try ContractFinder.files(at: "\(EditorSchema.packageFolder)/\(folder)")
    }

    @Test(
        "The schema accepts the contracts of this repository, as the loader does",
        arguments: ["contracts", "Tests"]
    )
    func accepted(folder: String) throws {
        let library = ContractLibrary()
        for path in try Self.paths(below: folder) {
            let source = SourceText(
                file: path,
                bytes: try DiskFiles().read(path, atMost: YAMLDocument.maximumBytes)
            )
            let objections = try EditorSchema.loaded().objections(
                to: YAMLDocument.parse(source).json
            )
            #expect(objections == [], "\(path)")
            _ = library.contract(at: path)
            #expect(library.diagnostics.list == [], "\(path)")
        }
    }

    @Test("The first line of each contract tells editors where the schema is")
    func firstLines() throws {
        for path in try Self.paths(below: "contracts") {
            let bytes = try DiskFiles().read(path, atMost: YAMLDocument.maximumBytes)
            let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            #expect(
                line == "# yaml-language-server: $schema=../contract-1.schema.json",
                "\(path)"
            )
        }
    }
}
