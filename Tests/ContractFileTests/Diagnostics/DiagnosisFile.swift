import Testing

/// A text with an error in it, the files next to it, and all diagnostics for it.
struct DiagnosisSample: Sendable, CustomTestStringConvertible {
    let name: String
    /// Without the trailing line feed.
    let text: String
    /// The other files, by path.
    var files: [String: String] = [:]
    /// Without the trailing line feed.
    var said = ""

    var testDescription: String { name }
}

/// Samples of one kind in a file of `Fixtures`.
///
/// The text of a sample is below `### case: NAME`, other files are below `### file: PATH`, and the diagnosis is below
/// `### said:`.
struct DiagnosisFile: Sendable {
    private let file: FixtureFile
    private(set) var samples: [DiagnosisSample] = []

    /// The files of a folder of `Fixtures`.
    static func all(in folder: String) -> [DiagnosisFile] {
        FixtureFile.all(in: folder).map(Self.init)
    }

    private init(_ file: FixtureFile) {
        self.file = file
        for section in file.sections { add(section.title, section.body) }
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

    /// Writes the file with the current diagnoses.
    func rewrite(_ diagnosis: (DiagnosisSample) -> String) throws {
        try file.rewrite(
            samples.flatMap { sample in
                let files = sample.files.sorted { $0.key < $1.key }
                return [("case: \(sample.name)", sample.text)]
                    + files.map { ("file: \($0.key)", String($0.value.dropLast())) }
                    + [("said:", diagnosis(sample))]
            }
        )
    }
}
