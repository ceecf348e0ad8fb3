import Base

/// A label of a host name in its own script.
///
/// Follows RFC 5892 with what the standard library knows about code points: categories, case and
/// combining classes. Compatibility forms are excluded by block, joining types are guessed from it.
struct InternationalLabel {
    private let scalars: [Unicode.Scalar]

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    var isValid: Bool {
        guard let first = scalars.first, first != "-", scalars.last != "-",
            !first.properties.generalCategory.isMark,
            !(scalars.count >= 4 && scalars[2] == "-" && scalars[3] == "-")
        else { return false }
        return scalars.indices.allSatisfy(isValid) && !mixesDigits
    }

    private func isValid(at position: Int) -> Bool {
        switch scalars[position].value {
        case 0xB7: neighbour(of: position, -1) == "l" && neighbour(of: position, 1) == "l"
        case 0x375: neighbour(of: position, 1).map(Self.isGreek) ?? false
        case 0x5F3, 0x5F4: neighbour(of: position, -1).map(Self.isHebrew) ?? false
        case 0x30FB: scalars.contains(where: Self.isJapanese)
        case 0x200D: isAfterVirama(position)
        case 0x200C: isAfterVirama(position) || isBetweenJoiningLetters(position)
        default: Self.isAlwaysValid(scalars[position])
        }
    }

    private func neighbour(of position: Int, _ distance: Int) -> Unicode.Scalar? {
        let index = position + distance
        return scalars.indices.contains(index) ? scalars[index] : nil
    }

    private func isAfterVirama(_ position: Int) -> Bool {
        neighbour(of: position, -1)?.properties.canonicalCombiningClass == .virama
    }

    private func isBetweenJoiningLetters(_ position: Int) -> Bool {
        let before = scalars[..<position].last { !$0.properties.generalCategory.isMark }
        let after = scalars[(position + 1)...].first { !$0.properties.generalCategory.isMark }
        return before.map(Self.joins) ?? false && after.map(Self.joins) ?? false
    }

    /// Arabic-Indic digits of both kinds in one label.
    private var mixesDigits: Bool {
        scalars.contains { 0x660...0x669 ~= $0.value }
            && scalars.contains { 0x6F0...0x6F9 ~= $0.value }
    }
}

extension InternationalLabel {
    private static func isAlwaysValid(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2D, 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
        case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
        // Compatibility forms and the parts of old Hangul syllables.
        case 0xAA, 0xBA, 0x1100...0x11FF, 0x2100...0x218F, 0xA960...0xA97F, 0xD7B0...0xD7FF,
            0xFB00...0xFDFF, 0xFE70...0xFFEF, 0x1D400...0x1D7FF:
            return false
        default: break
        }
        let properties = scalar.properties
        guard !properties.isDefaultIgnorableCodePoint,
            properties.lowercaseMapping.hasSameCodePoints(as: String(scalar))
        else { return false }
        switch properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber, .nonspacingMark,
            .spacingMark:
            return true
        default: return false
        }
    }

    private static func isGreek(_ scalar: Unicode.Scalar) -> Bool {
        0x370...0x3FF ~= scalar.value || 0x1F00...0x1FFF ~= scalar.value
    }

    private static func isHebrew(_ scalar: Unicode.Scalar) -> Bool {
        0x591...0x5F4 ~= scalar.value
    }

    /// Hiragana, Katakana or Han.
    private static func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3005, 0x3007, 0x3021...0x3029, 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF,
            0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
            0x20000...0x323AF:
            true
        default: false
        }
    }

    /// Letters of the scripts that are written joined up.
    private static func joins(_ scalar: Unicode.Scalar) -> Bool {
        0x620...0x8FF ~= scalar.value && scalar.properties.generalCategory == .otherLetter
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool {
        self == .nonspacingMark || self == .spacingMark || self == .enclosingMark
    }
}
