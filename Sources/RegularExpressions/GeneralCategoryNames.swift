/// The general categories of Unicode by their names.
enum GeneralCategoryNames {
    /// The categories of a short name: two letters for one, one letter for a group.
    static func categories(short name: String) -> Set<Unicode.GeneralCategory>? {
        let found = rows.filter { row in
            row.short == name || (name.utf8.count == 1 && row.short.hasPrefix(name))
        }
        return found.isEmpty ? nil : Set(found.map(\.category))
    }

    /// The categories of any name in ECMA-262 (table 67).
    static func categories(named name: String) -> Set<Unicode.GeneralCategory>? {
        if let short = shortGroupNames[name] { return categories(short: short) }
        if name == "LC" || name == "Cased_Letter" {
            return [.uppercaseLetter, .lowercaseLetter, .titlecaseLetter]
        }
        if let row = rows.first(where: { $0.long == name || $0.alias == name }) {
            return [row.category]
        }
        return categories(short: name)
    }

    private struct Row {
        let short: String
        let long: String
        let category: Unicode.GeneralCategory
        let alias: String?

        init(
            _ short: String,
            _ long: String,
            _ category: Unicode.GeneralCategory,
            alias: String? = nil
        ) {
            self.short = short
            self.long = long
            self.category = category
            self.alias = alias
        }
    }

    private static let shortGroupNames = [
        "Letter": "L", "Mark": "M", "Combining_Mark": "M", "Number": "N", "Punctuation": "P",
        "punct": "P", "Symbol": "S", "Separator": "Z", "Other": "C",
    ]

    private static let rows: [Row] = [
        Row("Lu", "Uppercase_Letter", .uppercaseLetter),
        Row("Ll", "Lowercase_Letter", .lowercaseLetter),
        Row("Lt", "Titlecase_Letter", .titlecaseLetter),
        Row("Lm", "Modifier_Letter", .modifierLetter),
        Row("Lo", "Other_Letter", .otherLetter),
        Row("Mn", "Nonspacing_Mark", .nonspacingMark),
        Row("Mc", "Spacing_Mark", .spacingMark),
        Row("Me", "Enclosing_Mark", .enclosingMark),
        Row("Nd", "Decimal_Number", .decimalNumber, alias: "digit"),
        Row("Nl", "Letter_Number", .letterNumber),
        Row("No", "Other_Number", .otherNumber),
        Row("Pc", "Connector_Punctuation", .connectorPunctuation),
        Row("Pd", "Dash_Punctuation", .dashPunctuation),
        Row("Ps", "Open_Punctuation", .openPunctuation),
        Row("Pe", "Close_Punctuation", .closePunctuation),
        Row("Pi", "Initial_Punctuation", .initialPunctuation),
        Row("Pf", "Final_Punctuation", .finalPunctuation),
        Row("Po", "Other_Punctuation", .otherPunctuation),
        Row("Sm", "Math_Symbol", .mathSymbol),
        Row("Sc", "Currency_Symbol", .currencySymbol),
        Row("Sk", "Modifier_Symbol", .modifierSymbol),
        Row("So", "Other_Symbol", .otherSymbol),
        Row("Zs", "Space_Separator", .spaceSeparator),
        Row("Zl", "Line_Separator", .lineSeparator),
        Row("Zp", "Paragraph_Separator", .paragraphSeparator),
        Row("Cc", "Control", .control, alias: "cntrl"),
        Row("Cf", "Format", .format),
        Row("Cs", "Surrogate", .surrogate),
        Row("Co", "Private_Use", .privateUse),
        Row("Cn", "Unassigned", .unassigned),
    ]
}
