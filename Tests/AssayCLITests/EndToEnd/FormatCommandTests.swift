import ContractFile
import TestSupport
import Testing

struct FormatCommandTests {
    private static let before = "contract: \"1\"\ncases: {}\nvariables:\n    a: {env: A}\n"
    private static let after = "contract: \"1\"\ncases: {}\nvariables:\n  a: { env: A }\n"

    @Test("--check and --diff write nothing, and without them files are laid out, once")
    func format() async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Array(Self.before.utf8), to: "a.yaml")
        try folder.write(Array(Self.after.utf8), to: "b.yaml")
        try folder.write(Array("a: {b: 1}\n".utf8), to: "other.yaml")
        func text() throws -> String {
            String(decoding: try DiskFiles().read(path, atMost: 1_000), as: UTF8.self)
        }
        let check = try await assay("format", "--check", folder.path)
        #expect(check.ending == .exited(2))
        #expect(check.output == "\(path)\n")
        #expect(check.errors == "2 files: 1 to be laid out\n")
        let diff = try await assay("format", "--diff", folder.path)
        #expect(diff.ending == .exited(0))
        #expect(
            diff.output == """
                --- \(path)
                +++ \(path)
                @@ -1,4 +1,4 @@
                 contract: "1"
                 cases: {}
                 variables:
                -    a: {env: A}
                +  a: { env: A }

                """
        )
        #expect(try text() == Self.before)
        let first = try await assay("format", folder.path)
        #expect(first.ending == .exited(0))
        #expect(first.errors == "2 files: 1 laid out anew\n")
        #expect(try text() == Self.after)
        let again = try await assay("format", "--check", folder.path)
        #expect(again.ending == .exited(0))
        #expect(again.output == "")
        try folder.write(Array("contract: [".utf8), to: "a.yaml")
        let broken = try await assay("format", folder.path)
        #expect(broken.ending == .exited(2))
        #expect(broken.errors.contains("\(path):1:11: error: the bracket"))
    }

    @Test("The files of this repository are laid out")
    func own() async throws {
        let root = PackageRoot.path
        let run = try await assay("format", "--check", "\(root)/contracts", "\(root)/loadprofiles")
        #expect(run.ending == .exited(0), "\(run.output)\(run.errors)")
        #expect(!run.errors.contains("left alone"))
    }
}
