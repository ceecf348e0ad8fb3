import AssayCLI
import CommandLineTool
import Contract
import ContractFile
import Glibc
import Testing

@Suite("The README and the articles")
struct DocumentationTests {
    @Test("Every contract loads without diagnostics")
    func contractsLoad() throws {
        let contracts = try DocumentBlock.all().filter { block in
            block.language == "yaml" && !block.isProfile && !block.isRecipe && !block.isInventory
        }
        #expect(contracts.count >= 5)
        for contract in contracts {
            let library = ContractLibrary(files: OneFile(text: contract.text))
            let document = library.contract(at: "README.yaml")
            #expect(library.diagnostics.list.map(\.message) == [], "\(contract.document)")
            #expect(!document.cases.isEmpty)
        }
    }

    @Test("Every load profile loads without diagnostics")
    func profilesLoad() throws {
        let profiles = try DocumentBlock.all().filter(\.isProfile)
        #expect(profiles.count >= 3)
        for profile in profiles {
            let path = "\(PackageRoot.path)/loadprofiles/README.yaml"
            let others = try DocumentBlock.all(in: profile.document).filter { $0.file != nil }
            let beside = "\(PackageRoot.path)/loadprofiles/"
            let names = others.map { (beside + ($0.file ?? ""), $0.text) }
            let files = OneFile(
                text: profile.text,
                path: path,
                others: Dictionary(names) { first, _ in first }
            )
            let library = ContractLibrary(files: files)
            #expect(library.profile(at: path) != nil, "\(profile.document)")
            #expect(library.diagnostics.list.map(\.message) == [], "\(profile.document)")
        }
    }

    @Test("Every inventory is read without diagnostics")
    func inventoriesLoad() throws {
        let inventories = try DocumentBlock.all().filter(\.isInventory)
        #expect(inventories.count >= 1)
        for inventory in inventories {
            let contract = try Documents.text(of: "Tests/AssayCLITests/Fixtures/lockerbox.yaml")
            let files = OneFile(
                text: inventory.text,
                path: "guide.trace.yaml",
                others: ["lockerbox.yaml": contract]
            )
            let library = ContractLibrary(files: files)
            let beside = library.contract(at: "lockerbox.yaml")
            let file = library.inventory(at: "guide.trace.yaml", beside: [beside])
            #expect(file != nil)
            #expect(library.diagnostics.list.map(\.message) == [], "\(inventory.document)")
        }
    }

    @Test("Every assay command line parses")
    func commandLinesParse() throws {
        let commands = try DocumentBlock.all().flatMap(\.commandLines)
            .filter { $0.hasPrefix("assay ") }
        #expect(commands.count >= 30)
        for command in commands {
            // The value that a shell would substitute for a variable does not matter here.
            let words = command.replacing("\"$URL\"", with: "http://127.0.0.1:1")
                .split(separator: " ").prefix { $0 != "&" }.dropFirst()
                .map { String($0.replacing("'", with: "")) }
            #expect(throws: Never.self, "\(command)") {
                try ArgumentParser.parse(words, as: AssayCommand.specification)
            }
        }
    }

    @Test("Every block is of a kind that a test runs, or states why none does")
    func everyBlock() throws {
        let makefile = try Documents.text(of: "Makefile")
        for block in try DocumentBlock.all() where block.reasonNotRun == nil {
            // A ```text block is the output of a command.
            #expect(["sh", "yaml", "text", "python"].contains(block.language), "\(block.text)")
            if block.document == TutorialTests.document { continue }
            for line in block.commandLines where !line.hasPrefix("assay ") {
                let words = line.split(separator: " ")
                let isTarget =
                    words.first == "make" && words.count > 1
                    && makefile.contains("\n\(words[1]):")
                // `FirstJobsTests` and `ChannelArticleTests` run those.
                let isFetch =
                    words.first == "curl" && FirstJobsTests.documents.contains(block.document)
                #expect(isTarget || isFetch, "\(block.document): \(line)")
            }
        }
    }

    @Test("The README has at most 200 lines")
    func length() throws {
        let lines = try Documents.text(of: "README.md").split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        #expect(lines.count <= 201, "the last one is empty")
    }

    @Test("Every article is embedded in the program unchanged, and the catalog links to it")
    func catalog() throws {
        let names = try Documents.articles()
        #expect(Set(AssayCommand.articles.map(\.name)) == Set(names))
        let landing = try Documents.text(of: "\(Documents.folder)/Assay.md")
        for article in AssayCommand.articles {
            let path = "\(Documents.folder)/\(article.name).md"
            #expect(try article.markdown == Documents.text(of: path), "\(article.name)")
            #expect(landing.contains("- <doc:\(article.name)>\n"), "\(article.name)")
        }
    }

    @Test("Every link leads to a file or an article")
    func links() throws {
        let articles = try Documents.articles()
        for path in try Documents.paths() {
            let text = try Documents.text(of: path)
            let folder = path.split(separator: "/").dropLast().joined(separator: "/")
            for link in text.matches(of: /\]\(([^#)][^)]*)\)/) where !link.1.hasPrefix("http") {
                let file = "\(PackageRoot.path)/\(folder)/\(link.1)"
                #expect(access(file, F_OK) == 0, "\(path): \(link.1)")
            }
            for link in text.matches(of: /<doc:([^>]+)>/) {
                #expect(articles.contains(String(link.1)), "\(path): \(link.1)")
            }
        }
    }

    @Test("Every topic that a command refers to exists")
    func topics() {
        let topics = Set(AssayCommand.articles.map(\.topic))
        for command in AssayCommand.specification.subcommands {
            #expect(topics.isSuperset(of: command.seeAlso), "\(command.name)")
        }
    }

    @Test("Every exit status is in the table of the article")
    func exitStatuses() throws {
        let text = try Documents.text(of: "\(Documents.folder)/ExitStatus.md")
        let rows = text.matches(of: /\n\| (\d+) \|/).compactMap { Int32($0.1) }
        #expect(rows == CommandLineTool.ExitStatus.allCases.map(\.rawValue).sorted())
    }

    @Test("Every file that the architecture article names exists")
    func architecture() throws {
        let text = try Documents.text(of: "\(Documents.folder)/Architecture.md")
        let files = text.matches(of: /`((?:Sources|Tests)\/[^`]+)`/).map { String($0.1) }
        #expect(files.count >= 30)
        for file in files {
            #expect(access("\(PackageRoot.path)/\(file)", F_OK) == 0, "\(file)")
        }
    }

    private struct OneFile: FileSource {
        let text: String
        /// Other files are read from the disk; `nil` matches every file.
        var path: String?
        /// More files, by path, that need not be on the disk.
        var others: [String: String] = [:]

        func read(_ path: String, atMost limit: Int) throws(FileSourceError) -> [UInt8] {
            if let other = others[path] { return Array(other.utf8) }
            if let own = self.path, own != path {
                return try DiskFiles().read(path, atMost: limit)
            }
            return Array(text.utf8)
        }
    }
}
