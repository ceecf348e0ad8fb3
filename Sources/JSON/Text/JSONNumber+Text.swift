extension JSONNumber {
    /// The shortest JSON text that reads back as the same number: `1` for an integer, `1.0` for a
    /// real number without a fraction, `1.5e300` for a large one; of a decimal what was written.
    ///
    /// JSON has no text for infinities and for what is not a number; they become `null`.
    package var text: String {
        switch self {
        case .integer(let value): "\(value)"
        case .unsigned(let value): "\(value)"
        case .real(let value): Self.text(of: value)
        case .decimal(let decimal): decimal.text
        }
    }

    private static func text(of value: Double) -> String {
        guard value.isFinite else { return "null" }
        let text = value.description
        guard let mark = text.firstIndex(of: "e") else { return text }
        // Swift writes 1e+16 and 1e-05.
        let exponent = text[text.index(after: mark)...]
        let sign = exponent.first == "-" ? "-" : ""
        return text[..<mark] + "e" + sign + exponent.drop { "+-0".contains($0) }
    }
}
