import Contract
import ContractFile
import Glibc
import Testing

struct DiskFilesTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
    }

    /// The diagnosis of a file of the tree, with the path of the tree shown as `~`.
    private func diagnosis(of name: String) -> String {
        let library = ContractLibrary()
        _ = library.contract(at: tree.path(name))
        return DiagnosticRenderer(sources: library.sources).render(library.diagnostics.list)
            .replacing(tree.path, with: "~")
    }

    @Test("Contracts, used files, request files and row files are read from the disk")
    func whole() throws {
        try tree.folder("tables")
        let tables = #"""
            contract: "1"
            operations:
              up: { request: { path: "/{n}", params: { n: 1 }, file: up.bin } }
            """#
        let text = #"""
            contract: "1"
            use: [tables/t.yaml]
            cases:
              a: { rows: { csv: tables/r.csv }, steps: [{ call: up, params: { n: "{{n}}" } }] }
            """#
        try tree.write(tables, to: "tables/t.yaml")
        try tree.write("n\n1\n2\n", to: "tables/r.csv")
        try tree.write("bytes", to: "tables/up.bin")
        let library = ContractLibrary()
        let contract = library.contract(at: try tree.write(text, to: "a.yaml"))
        #expect(library.diagnostics.list.isEmpty)
        #expect(contract.cases.map(\.name) == ["a[1]", "a[2]"])
        #expect(Array(contract.attachments.values) == [Array("bytes".utf8)])
    }

    @Test(
        "A request file must be below the folders of the contracts, whatever path leads elsewhere",
        arguments: [
            "../secret.txt", "OUTSIDE/secret.txt", "link.txt", "folder/secret.txt",
            "tables/../../secret.txt",
        ]
    )
    func outside(name: String) throws {
        try tree.folder("contracts")
        try tree.folder("contracts/tables")
        try tree.write("s3cret", to: "secret.txt")
        try #require(symlink("../secret.txt", tree.path("contracts/link.txt")) == 0)
        try #require(symlink("..", tree.path("contracts/folder")) == 0)
        // The clean-up would follow the link.
        defer { unlink(tree.path("contracts/folder")) }
        let name = name.replacing("OUTSIDE", with: tree.path)
        let text = #"""
            contract: "1"
            operations: { up: { request: { method: PUT, path: /, file: "\#(name)" } } }
            cases: { a: { rows: { csv: "\#(name)" }, steps: [{ call: up }] } }
            """#
        let path = try tree.write(text, to: "contracts/a.yaml")
        func diagnostics(_ roots: FileRoots) -> [String] {
            let library = ContractLibrary(roots: roots)
            _ = library.contract(at: path)
            return library.diagnostics.list.map { $0.message.replacing(tree.path, with: "~") }
        }
        let found = FilePath.joined(tree.path("contracts"), name).replacing(tree.path, with: "~")
        let message =
            "cannot read \(found): it is outside ~/contracts; name a folder that contains "
            + "it with --file-root FOLDER"
        for roots in [FileRoots(of: [path]), FileRoots(of: [tree.path("contracts")])] {
            #expect(diagnostics(roots) == [message, message])
        }
        #expect(!diagnostics(FileRoots(named: [tree.path])).contains { $0.contains("outside") })
        #expect(!diagnostics(FileRoots(of: [tree.path])).contains { $0.contains("outside") })
        let none = diagnostics(FileRoots(named: [tree.path("none")]))
        #expect(none.allSatisfy { $0.contains("it is outside ~/none; ") })
    }

    @Test("A file of 100 MB is rejected by its size, without being read")
    func large() throws {
        try tree.write("contract: \"1\"\n", to: "a.yaml", size: 100 * 1024 * 1024)
        let expected = """
            ~/a.yaml: error: cannot read the file: it has 104857600 bytes; at most 8388608 are read
            1 error

            """
        #expect(diagnosis(of: "a.yaml") == expected)
        // A file too large for any memory proves that nothing was read.
        try tree.write("contract: \"1\"\n", to: "b.yaml", size: 1 << 42)
        #expect(diagnosis(of: "b.yaml").contains("it has 4398046511104 bytes"))
    }

    @Test("A folder, a large file and an unreadable one are rejected at their use")
    func unusable() throws {
        try tree.folder("folder")
        try tree.write("", to: "large.yaml", size: 100 * 1024 * 1024)
        try tree.write(
            "contract: \"1\"\nuse: [folder, large.yaml, ./none/../x.yaml]\n",
            to: "a.yaml"
        )
        let expected = """
            ~/a.yaml:2:7: error: cannot read ~/folder: Is a directory
                2 | use: [folder, large.yaml, ./none/../x.yaml]
                  |       ^^^^^^
            ~/a.yaml:2:15: error: cannot read ~/large.yaml: it has 104857600 bytes; at most \
            8388608 are read
                2 | use: [folder, large.yaml, ./none/../x.yaml]
                  |               ^^^^^^^^^^
            ~/a.yaml:2:27: error: cannot read ~/x.yaml: No such file or directory
                2 | use: [folder, large.yaml, ./none/../x.yaml]
                  |                           ^^^^^^^^^^^^^^^^
            3 errors

            """
        #expect(diagnosis(of: "a.yaml") == expected)
    }

    @Test("A folder in place of a contract is rejected")
    func folderAsContract() throws {
        try tree.folder("a.yaml")
        let expected = "~/a.yaml: error: cannot read the file: Is a directory\n1 error\n"
        #expect(diagnosis(of: "a.yaml") == expected)
    }

    @Test("A file without read permission is rejected", .enabled(if: geteuid() != 0))
    func forbidden() throws {
        try tree.write("contract: \"1\"\n", to: "a.yaml")
        try #require(chmod(tree.path("a.yaml"), 0) == 0)
        let expected = "~/a.yaml: error: cannot read the file: Permission denied\n1 error\n"
        #expect(diagnosis(of: "a.yaml") == expected)
    }

    @Test("A named pipe without a writer is an empty file and does not block")
    func pipe() throws {
        try #require(mkfifo(tree.path("a.yaml"), 0o600) == 0)
        #expect(diagnosis(of: "a.yaml").hasPrefix("~/a.yaml:1:1: error: the file is empty"))
    }

    @Test("Data from a pipe is limited too")
    func endless() {
        let expected = FileSourceError.tooLarge("/dev/zero", size: nil, limit: 1000)
        #expect(throws: expected) { try DiskFiles().read("/dev/zero", atMost: 1000) }
        #expect(expected.reason == "it has more than 1000 bytes; at most 1000 are read")
    }

    @Test(
        "A file has one canonical name",
        arguments: [
            ("", "a.yaml", "a.yaml"), ("x", "./a", "x/a"), ("x/y", "../a", "x/a"),
            ("x", "../../a", "../a"), ("/x", "/y/../a", "/a"), ("/", "../a", "/a"),
            ("", ".", "."), ("x", "..", "."), ("..", "a", "../a"),
        ]
    )
    func paths(folder: String, name: String, path: String) {
        #expect(FilePath.joined(folder, name) == path)
    }
}
