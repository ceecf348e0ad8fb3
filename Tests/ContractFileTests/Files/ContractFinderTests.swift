import ContractFile
import Glibc
import Testing

struct ContractFinderTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
    }

    /// The files found below the tree, without the path of the tree.
    private func found() throws -> [String] {
        try ContractFinder.files(at: tree.path).map { String($0.dropFirst(tree.path.count + 1)) }
    }

    @Test("A folder stands for every contract below it, in byte order")
    func folder() throws {
        try tree.folder("b")
        try tree.folder("b/c")
        for name in ["z.yaml", "b/a.yml", "b/c/x.yaml", "B.yaml"] {
            try tree.write("# comment\ncontract: \"1\"\n", to: name)
        }
        #expect(try found() == ["B.yaml", "b/a.yml", "b/c/x.yaml", "z.yaml"])
    }

    @Test("Files that are hidden, not YAML or not contracts are skipped")
    func others() throws {
        try tree.folder(".git")
        let texts = [
            "other.yaml": "openapi: 3.1.0\ninfo:\n  contract: x\n",
            "profile.yaml": "profile: \"1\"\ncontract: ../push.yaml\n",
            "contracts.yaml": "contracts: 1\n",
            "notes.txt": "contract: \"1\"\n",
            ".hidden.yaml": "contract: \"1\"\n",
            ".git/a.yaml": "contract: \"1\"\n",
            "a.yaml": "contract: \"1\"\n",
        ]
        for (name, text) in texts { try tree.write(text, to: name) }
        #expect(try found() == ["a.yaml"])
    }

    @Test("Load profiles are found on request")
    func profiles() throws {
        let profile = try tree.write("contract: a.yaml\nprofile: \"1\"\n", to: "b.yaml")
        let contract = try tree.write("contract: \"1\"\n", to: "a.yaml")
        try tree.write("a: 1\n", to: "c.yaml")
        let both = try ContractFinder.files(at: tree.path, taking: [.contract, .profile])
        #expect(both == [contract, profile])
        #expect(both.map { ContractFinder.kind(of: $0) } == [.contract, .profile])
        #expect(ContractFinder.kind(of: tree.path("missing.yaml")) != .profile)
    }

    @Test(
        "The contract key is recognised in every spelling",
        arguments: [
            "\u{FEFF}contract: \"1\"\n", "# a\r\ncontract: 1\r\n", "\"contract\": \"1\"",
            "'contract' : 1", "{ \"contract\": \"1\" }", "{contract: \"1\"}",
            "info: {}\rcontract:\r",
        ]
    )
    func spellings(text: String) throws {
        try tree.write(text, to: "a.yaml")
        #expect(try found() == ["a.yaml"])
    }

    @Test("A file path stands for that file, whatever its name and content")
    func file() throws {
        let path = try tree.write("x", to: "a.txt")
        #expect(try ContractFinder.files(at: "\(tree.path)/./a.txt") == [path])
    }

    @Test("A folder without contracts and a path to nothing are reported")
    func nothing() throws {
        let empty =
            "\(tree.path): no contract below this folder: no .yaml or .yml file with a "
            + "\"contract:\" key"
        #expect(problem(at: tree.path) == empty)
        let missing = tree.path("missing")
        #expect(problem(at: missing) == "\(missing): No such file or directory")
    }

    private func problem(at path: String) -> String? {
        #expect(throws: ContractFinder.Problem.self) { try ContractFinder.files(at: path) }?
            .description
    }

    @Test("A link to a folder is not followed, so a cycle of links does no harm")
    func links() throws {
        try tree.write("contract: \"1\"\n", to: "a.yaml")
        try #require(symlink(tree.path, tree.path("again")) == 0)
        try #require(symlink(tree.path("a.yaml"), tree.path("b.yaml")) == 0)
        #expect(try found() == ["a.yaml", "b.yaml"])
    }
}
