import TestSupport

/// A text file of `Fixtures` with sections.
///
/// It begins with a sentence about them. A section begins with a line such as `### TITLE`.
struct FixtureFile: Sendable {
    struct Section: Sendable {
        let title: Substring
        /// Without the trailing line feed.
        let body: String
    }

    let path: String
    /// The text before the first section.
    private let head: Substring
    let sections: [Section]

    /// The files of a folder of `Fixtures`; an unreadable file aborts the tests.
    static func all(in folder: String) -> [FixtureFile] {
        let fixtures = "\(#filePath)".replacing("FixtureFile.swift", with: "Fixtures")
        let folder = "\(fixtures)/\(folder)"
        do {
            return try ConformanceData.fileNames(in: folder).map { try Self("\(folder)/\($0)") }
        } catch {
            preconditionFailure("\(error)")
        }
    }

    private init(_ path: String) throws {
        self.path = path
        let bytes = try ConformanceData.contents(of: path).dropLast()
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\n### ")
        head = parts[0]
        sections = parts.dropFirst().map { part in
            let title = part.prefix { $0 != "\n" }
            return Section(title: title, body: String(part.dropFirst(title.count + 1)))
        }
    }

    /// Writes the file with other sections.
    func rewrite(_ sections: [(title: String, body: String)]) throws {
        let texts = sections.map { title, body in
            "### \(title)\n" + (body.isEmpty ? "" : body + "\n")
        }
        try ConformanceData.write(head + "\n" + texts.joined(), to: path)
    }
}
