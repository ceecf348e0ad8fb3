/// A Unicode property that a code point has or has not.
enum ScalarProperty: Sendable {
    case category(Set<Unicode.GeneralCategory>)
    case binary(BinaryProperty)

    func holds(for scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .category(let categories):
            categories.contains(scalar.properties.generalCategory)
        case .binary(let property):
            property.holds(for: scalar)
        }
    }
}

/// The binary properties that expressions may name, by their ECMA-262 names.
enum BinaryProperty: String, Sendable, CaseIterable {
    case any = "Any"
    case assigned = "Assigned"
    case ascii = "ASCII"
    case asciiHexDigit = "ASCII_Hex_Digit"
    case alphabetic = "Alphabetic"
    case cased = "Cased"
    case dash = "Dash"
    case emoji = "Emoji"
    case emojiPresentation = "Emoji_Presentation"
    case hexDigit = "Hex_Digit"
    case idContinue = "ID_Continue"
    case idStart = "ID_Start"
    case ideographic = "Ideographic"
    case lowercase = "Lowercase"
    case math = "Math"
    case uppercase = "Uppercase"
    case whiteSpace = "White_Space"

    func holds(for scalar: Unicode.Scalar) -> Bool {
        let properties = scalar.properties
        return switch self {
        case .any: true
        case .assigned: properties.generalCategory != .unassigned
        case .ascii: scalar.isASCII
        case .asciiHexDigit: properties.isASCIIHexDigit
        case .alphabetic: properties.isAlphabetic
        case .cased: properties.isCased
        case .dash: properties.isDash
        case .emoji: properties.isEmoji
        case .emojiPresentation: properties.isEmojiPresentation
        case .hexDigit: properties.isHexDigit
        case .idContinue: properties.isIDContinue
        case .idStart: properties.isIDStart
        case .ideographic: properties.isIdeographic
        case .lowercase: properties.isLowercase
        case .math: properties.isMath
        case .uppercase: properties.isUppercase
        case .whiteSpace: properties.isWhitespace
        }
    }
}
