/// Options that several commands have in common.
enum CommonOptions {
    static let color = OptionSpecification.value(
        "color",
        ValueSpecification("WHEN", default: "auto", allowed: ColorChoice.allCases.map(\.rawValue)),
        help: "Colour standard output. auto means on a terminal, unless NO_COLOR is set."
    )
}
