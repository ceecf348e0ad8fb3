/// The value of an option, or an argument.
package struct ValueSpecification: Hashable, Sendable {
    /// The candidates that a shell offers for the value.
    package enum Completion: Hashable, Sendable {
        case none, file, folder
        /// Words; one that ends in `=` is only the beginning of a value.
        case list([String])
        /// The names of the commands, and of the topics of `help`.
        case command
    }

    /// Its name in the help text: `URL`.
    package let name: String
    /// The value when the user gives none, in the form a user would write; `nil` means no value.
    let defaultText: String?
    /// The only valid values; empty for any.
    package let allowed: [String]
    /// Whether it may be given more than once.
    package let isRepeatable: Bool
    /// Whether messages must not show it.
    package let isSecret: Bool
    package let completion: Completion

    package init(
        _ name: String,
        default defaultText: String? = nil,
        allowed: [String] = [],
        isRepeatable: Bool = false,
        isSecret: Bool = false,
        completion: Completion = .none
    ) {
        self.name = name
        self.defaultText = defaultText
        self.allowed = allowed
        self.isRepeatable = isRepeatable
        self.isSecret = isSecret
        self.completion = allowed.isEmpty ? completion : .list(allowed)
    }

    /// Remarks derived from this value, so that no help text can contradict it: ` (default: 20)`.
    var remarks: String {
        var remarks: [String] = []
        if !allowed.isEmpty { remarks.append("values: \(allowed.joined(separator: ", "))") }
        if let defaultText { remarks.append("default: \(defaultText)") }
        if isRepeatable { remarks.append("repeatable") }
        return remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
    }
}

/// An option of a command: `--name`, and perhaps `-n`.
package struct OptionSpecification: Hashable, Sendable {
    /// Whether an option takes a value.
    package enum Kind: Hashable, Sendable {
        /// Present or absent.
        case flag
        /// `--name` and `--no-name`; the later one wins.
        case invertibleFlag
        case value(ValueSpecification)
    }

    /// The long name without its dashes.
    package let name: String
    /// The letter of the short form without its dash.
    package let short: Character?
    package let kind: Kind
    /// Its effect and unit; the default and the allowed values are added.
    package let help: String
    /// Whether help and completion omit it.
    package let isHidden: Bool
    /// Long names of options that cannot be combined with this one.
    package let excludes: [String]
    /// The words that may follow a flag after an equal sign: `--mutants=responses`.
    package let words: [String]
    /// The name of a value that may follow a flag after an equal sign: `--generate=COUNT`.
    package let suffix: String?

    private init(
        _ name: String,
        _ short: Character?,
        _ kind: Kind,
        _ help: String,
        _ isHidden: Bool,
        _ excludes: [String],
        words: [String] = [],
        suffix: String? = nil
    ) {
        self.name = name
        self.short = short
        self.kind = kind
        self.help = help
        self.isHidden = isHidden
        self.excludes = excludes
        self.words = words
        self.suffix = suffix
    }

    /// An option without a value.
    package static func flag(
        _ name: String,
        short: Character? = nil,
        isInvertible: Bool = false,
        words: [String] = [],
        suffix: String? = nil,
        excludes: [String] = [],
        isHidden: Bool = false,
        help: String
    ) -> OptionSpecification {
        OptionSpecification(
            name,
            short,
            isInvertible ? .invertibleFlag : .flag,
            help,
            isHidden,
            excludes,
            words: words,
            suffix: suffix
        )
    }

    /// An option with a value.
    package static func value(
        _ name: String,
        short: Character? = nil,
        _ value: ValueSpecification,
        excludes: [String] = [],
        isHidden: Bool = false,
        help: String
    ) -> OptionSpecification {
        OptionSpecification(name, short, .value(value), help, isHidden, excludes)
    }

    /// The option, made exclusive of these.
    package func excluding(_ names: [String]) -> OptionSpecification {
        OptionSpecification(
            name,
            short,
            kind,
            help,
            isHidden,
            excludes + names,
            words: words,
            suffix: suffix
        )
    }

    /// `nil` for a flag.
    package var value: ValueSpecification? {
        guard case .value(let value) = kind else { return nil }
        return value
    }

    /// The long spelling as help shows it: `--name`, `--[no-]name` or `--name[=word]`.
    var label: String {
        let values = words + [suffix].compactMap(\.self)
        let words = values.isEmpty ? "" : "[=\(values.joined(separator: "|"))]"
        return (kind == .invertibleFlag ? "--[no-]\(name)" : "--\(name)") + words
    }

    /// The long spellings a user may write: `--name`, and `--no-name` where it exists.
    package var spellings: [String] {
        kind == .invertibleFlag ? ["--\(name)", "--no-\(name)"] : ["--\(name)"]
    }
}

/// Options under one heading of the help text.
package struct OptionGroup: Hashable, Sendable {
    package let title: String
    package let options: [OptionSpecification]

    package init(_ title: String, _ options: [OptionSpecification]) {
        self.title = title
        self.options = options
    }
}

/// An argument identified by its position.
package struct PositionalSpecification: Hashable, Sendable {
    package let value: ValueSpecification
    package let isOptional: Bool
    package let help: String

    package init(_ value: ValueSpecification, isOptional: Bool = false, help: String) {
        self.value = value
        self.isOptional = isOptional
        self.help = help
    }
}
