/// Which colour, dashes and texture a line or a field of a chart has.
enum ChartStyle: Hashable, Sendable, ExpressibleByIntegerLiteral {
    /// Things of equal rank, which colours merely tell apart: 0 to 7.
    case kind(Int)
    /// What came as it was declared: blues from the main one, 0 to 3.
    case good(Int)
    /// What failed: vermilions from the main one, 0 to 3.
    case bad(Int)
    /// What was wanted, and what stands beside the figures: grey.
    case plain

    init(integerLiteral value: Int) { self = .kind(value) }

    /// What the class ends with that gives it its look.
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
