import AssayCLI
import Contract
import ContractFile
import Glibc
import Testing

@Suite("The README")
struct ReadmeTests {
    @Test("Every contract in it loads without a remark")
    func contractsLoad() throws {
        let contracts = try ReadmeBlock.all().filter { block in
            block.language == "yaml" && !block.isProfile && block.file == nil
        }
        #expect(!contracts.isEmpty)
        for contract in contracts {
            let library = ContractLibrary(files: OneFile(text: contract.text))
            let document = library.contract(at: "README.yaml")
            #expect(library.diagnostics.list.map(\.message) == [])
            #expect(!document.cases.isEmpty)
        }
    }

    @Test("Every load profile in it loads without a remark")
    func profilesLoad() throws {
        let profiles = try ReadmeBlock.all().filter(\.isProfile)
        #expect(!profiles.isEmpty)
        for profile in profiles {
            let path = "\(PackageRoot.path)/loadprofiles/README.yaml"
            let library = ContractLibrary(files: OneFile(text: profile.text, path: path))
            #expect(library.profile(at: path) != nil)
            #expect(library.diagnostics.list.map(\.message) == [])
        }
    }

    @Test("Every assay command line in it is one that assay understands")
    func commandLinesParse() throws {
        let scripts = try ReadmeBlock.all().filter { $0.language == "sh" }.map(\.text)
        let lines = scripts.flatMap { script in
            script.replacing("\\\n", with: " ").split(separator: "\n")
        }
        let commands = lines.filter { $0.hasPrefix("assay ") }
        #expect(commands.count >= 4)
        for command in commands {
            // What a shell would put in place of a variable does not matter here.
            let words = command.replacing("\"$URL\"", with: "http://127.0.0.1:1")
                .split(separator: " ").dropFirst().map { String($0.replacing("'", with: "")) }
            #expect(throws: Never.self, "\(command)") {
                try ArgumentParser.parse(words, as: AssayCommand.specification)
            }
        }
    }

    private struct OneFile: FileSource {
        let text: String
        /// Other files are read from the disk; `nil` stands for every file.
        var path: String?

        func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
            if let own = self.path, own != path {
                return try DiskFiles().read(path, atMost: limit)
            }
            return Array(text.utf8)
        }
    }
}
