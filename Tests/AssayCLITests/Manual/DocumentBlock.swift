import ContractFile
import TestSupport

/// One fenced block of the README or of an article.
struct DocumentBlock {
    /// The path of the document in the package.
    let document: String
    let language: String
    let text: String

    /// Whether it is a load profile.
    var isProfile: Bool { text.contains("\nprofile:") }

    /// Whether it is an inventory of a document.
    var isInventory: Bool { text.contains("\ntrace:") }

    /// The file that it contains, if its first line names one: `.gitlab-ci.yml`, `parcels.py`.
    var file: String? {
        guard ["yaml", "python"].contains(language), let first = text.split(separator: "\n").first
        else { return nil }
        let words = first.split(separator: " ")
        return words.count == 2 && words[0] == "#" ? String(words[1]) : nil
    }

    /// Whether it is a file for a CI server; the tests of recipes run every script of these.
    var isRecipe: Bool { file?.hasPrefix(".") ?? false }

    /// The command lines of a script, each joined into one line.
    var commandLines: [String] {
        guard language == "sh" else { return [] }
        return text.replacing("\\\n", with: " ").split(separator: "\n").map(String.init)
    }

    /// The reason why no test runs it, as shown to readers; `nil` for all blocks that are run.
    var reasonNotRun: String? {
        let mark = "# Not run by a test: "
        guard let first = commandLines.first, first.hasPrefix(mark) else { return nil }
        return String(first.dropFirst(mark.count))
    }

    /// The blocks of the README and of all articles, in order.
    static func all() throws -> [DocumentBlock] { try Documents.paths().flatMap(all) }

    /// The blocks of one document.
    static func all(in document: String) throws -> [DocumentBlock] {
        var blocks: [DocumentBlock] = []
        var open: (language: String, lines: [Substring])?
        for line in try Documents.text(of: document).split(
            separator: "\n",
            omittingEmptySubsequences: false
        ) {
            if line.hasPrefix("```"), let block = open {
                let text = block.lines.joined(separator: "\n")
                blocks.append(
                    DocumentBlock(document: document, language: block.language, text: text)
                )
                open = nil
            } else if line.hasPrefix("```") {
                open = (String(line.dropFirst(3)), [])
            } else {
                open?.lines.append(line)
            }
        }
        return blocks
    }
}

/// The user documentation in the package.
enum Documents {
    /// Folder of the articles.
    static let folder = "Sources/AssayCLI/Documentation.docc"

    /// The names of the articles, without the landing page.
    static func articles() throws -> [String] {
        try paths().filter { $0.hasPrefix(folder) && !$0.hasSuffix("/Assay.md") }
            .map { String($0.dropFirst(folder.count + 1).dropLast(3)) }
    }

    /// The paths of the README and of everything in the catalog.
    static func paths() throws -> [String] {
        let entries = try ConformanceData.fileNames(in: "\(PackageRoot.path)/\(folder)")
        return ["README.md"] + entries.sorted().map { "\(folder)/\($0)" }
    }

    static func text(of path: String) throws -> String {
        let bytes = try DiskFiles().read("\(PackageRoot.path)/\(path)", atMost: 1_000_000)
        return String(decoding: bytes, as: UTF8.self)
    }
}
