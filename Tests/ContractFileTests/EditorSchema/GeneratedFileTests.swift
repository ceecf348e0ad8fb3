import ContractFile
import Testing

/// The files that are generated from the tables of keys.
struct GeneratedFileTests {
    @Test("Files generated from the tables of keys are up to date", arguments: files)
    func fresh(path: String, text: String) throws {
        let file = EditorSchema.packageFolder + "/" + path
        let found = try? String(decoding: DiskFiles().read(file, atMost: 1 << 20), as: UTF8.self)
        #expect(found == text + "\n", "\(path) is stale; \"make formats\" writes it anew")
    }

    private static let files = [
        ("contracts/contract-1.schema.json", Format.contract.editorSchema),
        (
            "loadprofiles/profile-1.schema.json",
            // The repository stores the schemas of contracts in another folder.
            Format.profile.editorSchema.replacing(
                "\"contract-1.schema.json",
                with: "\"../contracts/contract-1.schema.json"
            )
        ),
        ("contracts/trace-1.schema.json", Format.inventory.editorSchema),
        ("contracts/defects-1.schema.json", Format.defects.editorSchema),
        ("Sources/AssayCLI/Documentation.docc/ContractKeys.md", Format.contract.reference),
        ("Sources/AssayCLI/Documentation.docc/ProfileKeys.md", Format.profile.reference),
        ("Sources/AssayCLI/Documentation.docc/TraceKeys.md", Format.inventory.reference),
    ]
}
