/// The colour, dashes and texture of a line or an area of a chart.
enum ChartStyle: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// Items of equal rank, distinguished by colour only: 0 to 7.
    case kind(Int)
    /// Responses as declared: blues from the main one, 0 to 3.
    case good(Int)
    /// Failures: vermilions from the main one, 0 to 3.
    case bad(Int)
    /// Targets and other secondary values: grey.
    case plain

    init(integerLiteral value: Int) { self = .kind(value) }

    /// The ending of the class with this style.
    var name: String {
        switch self {
        case .kind(let number): "\(number)"
        case .good(let number): "g\(number)"
        case .bad(let number): "b\(number)"
        case .plain: "n"
        }
    }

    /// The number of shades of one meaning that can be distinguished.
    static let shadeCount = 4
}
