import TestSupport
import Testing

/// A text with something wrong in it, the files beside it, and everything that is said about it.
struct DiagnosisSample: Sendable, CustomTestStringConvertible {
    let name: String
    /// Without the line feed at its end.
    let text: String
    /// The other files, by path.
    var files: [String: String] = [:]
    /// Without the line feed at its end.
    var said = ""

    var testDescription: String { name }
}

/// Samples of one kind in a file of `Fixtures`.
///
/// It begins with a sentence about them. Each sample has sections below a line of their own: its text below
/// `### case: NAME`, other files below `### file: PATH`, and the diagnosis below `### said:`.
struct DiagnosisFile: Sendable {
    private let path: String
    /// What comes before the first sample.
    private let head: Substring
    private(set) var samples: [DiagnosisSample] = []

    /// The files of a folder of `Fixtures`; one that cannot be read ends the tests.
    static func all(in folder: String) -> [DiagnosisFile] {
        let fixtures = "\(#filePath)".replacing("Diagnostics/DiagnosisFile.swift", with: "Fixtures")
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
        let sections = String(decoding: bytes, as: UTF8.self).split(separator: "\n### ")
        head = sections[0]
        for section in sections.dropFirst() {
            let title = section.prefix { $0 != "\n" }
            add(title, String(section.dropFirst(title.count + 1)))
        }
    }

    private mutating func add(_ title: Substring, _ body: String) {
        let last = samples.count - 1
        if title == "said:" {
            samples[last].said = body
        } else if title.hasPrefix("file: ") {
            samples[last].files[String(title.dropFirst("file: ".count))] = body + "\n"
        } else {
            let name = String(title.dropFirst("case: ".count))
            samples.append(DiagnosisSample(name: name, text: body))
        }
    }

    /// Writes the file with what is said now.
    func rewrite(_ diagnosis: (DiagnosisSample) -> String) throws {
        var text = head + "\n"
        for sample in samples {
            var sections = [("case: \(sample.name)", sample.text)]
            for (name, content) in sample.files.sorted(by: { $0.key < $1.key }) {
                sections.append(("file: \(name)", String(content.dropLast())))
            }
            for (title, body) in sections + [("said:", diagnosis(sample))] {
                text += "### \(title)\n" + (body.isEmpty ? "" : body + "\n")
            }
        }
        try ConformanceData.write(String(text), to: path)
    }
}
