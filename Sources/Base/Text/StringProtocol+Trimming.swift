extension StringProtocol {
    /// Without spaces and tabs at either end.
    package var trimmed: String {
        let start = drop { $0 == " " || $0 == "\t" }
        var end = start.endIndex
        while end > start.startIndex {
            let before = start.index(before: end)
            guard start[before] == " " || start[before] == "\t" else { break }
            end = before
        }
        return String(start[..<end])
    }
}
