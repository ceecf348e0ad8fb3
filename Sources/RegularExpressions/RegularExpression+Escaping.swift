extension RegularExpression {
    /// An expression that describes just this text.
    package static func escaped(_ text: some StringProtocol) -> String {
        text.reduce(into: "") { result, character in
            if "\\^$.|?*+()[]{}".contains(character) { result += "\\" }
            result.append(character)
        }
    }
}
