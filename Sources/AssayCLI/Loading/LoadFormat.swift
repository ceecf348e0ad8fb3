/// A form in which the result of a load run can be written.
enum LoadFormat: String {
    case text, json, markdown, junit
    /// The time series, with options of their own.
    case csv, hdr
    /// The figures for a monitoring system, with an option of its own.
    case prometheus

    /// Those that `--format` and `--report` take.
    static let reports: [LoadFormat] = [.text, .json, .markdown, .junit]
    /// Those with an option of the same name.
    static let figures: [LoadFormat] = [.csv, .hdr, .prometheus]
}
