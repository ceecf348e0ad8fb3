import Base

/// Names of hosts, as DNS has them or with letters of all scripts.
///
/// Source: RFC 1123 §2.1; RFC 5890 §2.3.2 for names with `xn--`.
enum HostnameFormat {
    static func matches(_ text: String, isInternational: Bool) -> Bool {
        guard isInternational || text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        let dots: [Unicode.Scalar] = [".", "\u{3002}", "\u{FF0E}", "\u{FF61}"]
        let labels = text.unicodeScalars
            .split(omittingEmptySubsequences: false) { dots.contains($0) }
            .map { HostLabel(Array($0)) }
        let length = labels.reduce(labels.count - 1) { $0 + $1.asciiLength }
        guard length <= 253, labels.allSatisfy(\.isValid) else { return false }
        return !labels.contains(where: \.isRightToLeft) || labels.allSatisfy(\.keepsBidiRule)
    }
}

/// What stands between two dots of a host name.
struct HostLabel {
    private let written: [Unicode.Scalar]
    /// The label in its own script; empty when it cannot be decoded.
    private let scalars: [Unicode.Scalar]

    init(_ written: [Unicode.Scalar]) {
        self.written = written
        scalars = Self.isEncoded(written) ? Punycode.decoded(written.dropFirst(4)) ?? [] : written
    }

    /// How long the label is in DNS, in bytes.
    var asciiLength: Int {
        written.allSatisfy(\.isASCII)
            ? written.count : 4 + (Punycode.encoded(scalars)?.count ?? 63)
    }

    var isValid: Bool {
        guard (1...63).contains(asciiLength), written.first != "-", written.last != "-" else {
            return false
        }
        if Self.isEncoded(written) {
            return isInternationalLabel && !scalars.allSatisfy(\.isASCII) && isCanonical
        }
        if written.allSatisfy(\.isASCII) {
            return written.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == "-" }
        }
        return isInternationalLabel
    }

    private var isInternationalLabel: Bool { InternationalLabel(scalars).isValid }

    /// Whether encoding the decoded label gives the same again.
    private var isCanonical: Bool {
        let text = written.dropFirst(4).map { $0.properties.lowercaseMapping }.joined()
        return Punycode.encoded(scalars).map { $0.hasSameCodePoints(as: text) } ?? false
    }

    private static func isEncoded(_ scalars: [Unicode.Scalar]) -> Bool {
        scalars.count >= 4 && scalars[2] == "-" && scalars[3] == "-"
            && "xX".unicodeScalars.contains(scalars[0])
            && "nN".unicodeScalars.contains(scalars[1])
    }
}

extension HostLabel {
    var isRightToLeft: Bool {
        scalars.contains { [.rightToLeft, .arabicNumber].contains(BidiClass($0)) }
    }

    /// Source: RFC 5893 §2.
    var keepsBidiRule: Bool {
        let classes = scalars.map(BidiClass.init)
        let end = classes.last { $0 != .mark }
        switch classes.first {
        case .rightToLeft:
            return !classes.contains(.leftToRight)
                && (end == .rightToLeft || end == .europeanNumber || end == .arabicNumber)
                && !(classes.contains(.europeanNumber) && classes.contains(.arabicNumber))
        case .leftToRight:
            return !classes.contains(.rightToLeft) && !classes.contains(.arabicNumber)
                && (end == .leftToRight || end == .europeanNumber)
        case .europeanNumber, .arabicNumber, .mark, .neutral, nil: return false
        }
    }
}

/// The directions that matter for host names; by block, for the standard library does not know.
enum BidiClass: Hashable {
    case leftToRight, rightToLeft, europeanNumber, arabicNumber, mark, neutral

    init(_ scalar: Unicode.Scalar) {
        self =
            switch scalar.value {
            case 0x30...0x39, 0x6F0...0x6F9: .europeanNumber
            case 0x660...0x669: .arabicNumber
            case 0x2D, 0x200C, 0x200D: .neutral
            case _ where scalar.properties.generalCategory == .nonspacingMark: .mark
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
                0x1E800...0x1EFFF:
                .rightToLeft
            default: .leftToRight
            }
    }
}
