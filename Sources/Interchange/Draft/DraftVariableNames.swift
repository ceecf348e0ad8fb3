/// Names that a variable of a contract must not have.
enum DraftVariableNames {
    /// Functions of templates, and names that the tool defines itself.
    static let reserved: Set<String> = [
        "hex", "digits", "alnum", "uuid", "seq", "now", "request", "response", "parameters",
        "stringToSign", "index", "operation", "seed",
    ]
}
