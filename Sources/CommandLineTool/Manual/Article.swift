import CArticles

/// An article of the documentation; its text is part of the program.
package struct Article: Hashable, Sendable {
    /// Its name in links and the name of its file: `ContractFormat`.
    package let name: String
    /// Its name for `assay help`: `contract-format`.
    package let topic: String
    package let title: String
    /// Its subject in one sentence: the first paragraph.
    package let abstract: String
    /// The whole article.
    package let markdown: String

    /// All articles, in the order in which `assay help` lists them.
    ///
    /// An article with the name of a command gets the topic `load-guide`, because `assay help load`
    /// explains the command.
    package static func all(besides commands: [String]) -> [Article] {
        (0..<carticles_count()).map { index in
            // Constants of the program that end in a zero.
            let name = unsafe String(cString: carticles_name(index))
            let text = unsafe String(cString: carticles_text(index))
            return Article(name, text, besides: commands)
        }
    }

    /// Reads title and abstract from the first lines of `markdown`.
    package init(_ name: String, _ markdown: String, besides commands: [String]) {
        let words = name.reduce(into: "") { text, letter in
            if letter.isUppercase, !text.isEmpty { text += "-" }
            text += letter.lowercased()
        }
        let lines = markdown.split(separator: "\n", maxSplits: 60)
        self.name = name
        topic = commands.contains(words) ? "\(words)-guide" : words
        title = lines.first.map { String($0.drop { "# ".contains($0) }) } ?? name
        abstract = lines.dropFirst().first.map(String.init) ?? ""
        self.markdown = markdown
    }

    /// The blocks after the title and the abstract.
    var body: [MarkdownBlock] { Array(MarkdownBlock.all(in: markdown).dropFirst(2)) }
}
