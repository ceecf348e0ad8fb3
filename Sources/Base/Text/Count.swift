/// Formats counts as text.
package enum Count {
    /// `1 step`, `1200 steps`.
    package static func of(_ count: some BinaryInteger, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }

    /// `1 step`, `1,200 steps`.
    package static func grouped(_ count: some BinaryInteger, _ noun: String) -> String {
        "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }

    /// Decimal digits with a comma between groups of three: `12,000`.
    ///
    /// - Parameter count: Zero or more.
    /// - Returns: The digits and commas.
    package static func grouped(_ count: some BinaryInteger) -> String {
        var text = ""
        let digits = String(count)
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { text.append(",") }
            text.append(digit)
        }
        return text
    }
}
