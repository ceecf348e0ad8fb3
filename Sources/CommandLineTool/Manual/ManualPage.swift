/// A page for `man`.
package struct ManualPage: Hashable, Sendable {
    /// The name for `man`: `assay-verify`.
    package let name: String
    /// 1 for a command, 7 for an article.
    package let section: Int
    /// In the markup of `man`.
    package let text: String

    /// Its path in a folder for manual pages: `man1/assay-verify.1`.
    package var path: String { "man\(section)/\(name).\(section)" }

    /// The pages of all commands and of all articles.
    package static func all(
        of root: CommandSpecification,
        and articles: [Article]
    ) -> [ManualPage] {
        let names = PageNames(root, articles)
        return commands(root, path: root.name, names)
            + articles.map { $0.page(names) }
    }

    /// The page of a command, and those of the commands below it.
    private static func commands(
        _ command: CommandSpecification,
        path: String,
        _ names: PageNames
    ) -> [ManualPage] {
        let below = command.subcommands.flatMap {
            commands($0, path: "\(path) \($0.name)", names)
        }
        return [command.page(path: path, names)] + below
    }
}

/// The names of pages for references.
struct PageNames {
    private let program: String
    private let topics: [String: String]

    init(_ root: CommandSpecification, _ articles: [Article]) {
        program = root.name
        topics = Dictionary(uniqueKeysWithValues: articles.map { ($0.name, $0.topic) })
    }

    /// The page of an article: `assay-load-guide`.
    func page(ofTopic topic: String) -> String { "\(program)-\(topic)" }

    /// A reference to an article, by its name: in bold, with its section.
    func reference(toArticle name: String) -> String { reference(toTopic: topics[name] ?? name) }

    /// A reference to an article, by its topic.
    func reference(toTopic topic: String) -> String {
        Roff.bold(page(ofTopic: topic)) + "(7)"
    }

    /// A reference to a command: `assay verify`.
    func reference(toCommand path: String) -> String {
        Roff.bold(path.replacing(" ", with: "-")) + "(1)"
    }
}
