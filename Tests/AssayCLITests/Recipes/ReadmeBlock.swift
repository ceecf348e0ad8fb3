import ContractFile

/// One block between fences of the README.
struct ReadmeBlock {
    let language: String
    let text: String

    /// Whether it is a load profile.
    var isProfile: Bool { text.contains("\nprofile:") }

    /// The file that it is, for a recipe that says so in its first line: `.gitlab-ci.yml`.
    var file: String? {
        guard language == "yaml", text.hasPrefix("# .") else { return nil }
        return text.split(separator: "\n").first.map { String($0.dropFirst(2)) }
    }

    /// All of them, in order.
    static func all() throws -> [ReadmeBlock] {
        let bytes = try DiskFiles().read("\(PackageRoot.path)/README.md", atMost: 1_000_000)
        var blocks: [ReadmeBlock] = []
        var open: (language: String, lines: [Substring])?
        for line in String(decoding: bytes, as: UTF8.self).split(
            separator: "\n",
            omittingEmptySubsequences: false
        ) {
            if line.hasPrefix("```"), let block = open {
                blocks.append(
                    ReadmeBlock(language: block.language, text: block.lines.joined(separator: "\n"))
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
