import ReportText

extension InventoryDraft {
    /// The draft as an inventory in YAML, with a final line end.
    ///
    /// - Parameters:
    ///   - name: The name of the document in the `docs:` of contracts: a word.
    ///   - file: The file of the document, for a remark.
    /// - Returns: The text of the file.
    package func yaml(named name: String, of file: String) -> String {
        var lines = [
            "# A draft made from \(PrintableText.line(file)) by \"assay trace draft\". Write one",
            "# statement in your own words for each fact that can be true or false, and set aside",
            "# passages without facts.",
            "trace: \"1\"",
            "document:",
            "  doc: \(name)",
            "  title: \(YAMLText.quoted(title ?? name))",
            "  lines: \(text.lines.count)",
            "  sha256: \(HexadecimalText.yaml(text.sha256))",
            candidates.isEmpty ? "statements: {}" : "statements:",
        ]
        for candidate in candidates {
            lines += [
                "  \(candidate.name):",
                "    lines: \(LineRanges.text(of: candidate.lines))",
                "    digest: \(digest(of: candidate.lines))",
                "    says: \(YAMLText.quoted(candidate.text))",
                "    open: not reviewed yet",
            ]
        }
        if !remainders.isEmpty { lines.append("aside:") }
        for remainder in remainders {
            let range = LineRanges.text(of: remainder.lines)
            lines.append(
                "  - { lines: \(range), digest: \(digest(of: remainder.lines)), "
                    + "because: \(remainder.because) }"
            )
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func digest(of lines: ClosedRange<Int>) -> String {
        HexadecimalText.yaml(text.digest(of: LineRanges(lines)))
    }
}

/// Hexadecimal digits as a scalar of YAML.
package enum HexadecimalText {
    /// The digits, in quotes where YAML could read them as a number.
    package static func yaml(_ digits: String) -> String {
        digits.contains(where: { "abcdf".contains($0) }) ? digits : "\"\(digits)\""
    }
}
