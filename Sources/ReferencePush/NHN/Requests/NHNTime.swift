import Base
import Contract

/// Format of the service's times; its own zone is Korea's.
enum NHNTime {
    /// The zone of the documented samples.
    static let zone = Duration.seconds(9 * 3_600)

    /// In the service's zone: `2018-04-24T06:00:00.000+09:00`.
    static func text(_ time: Instant) -> String {
        (time + zone).iso.dropLast() + "+09:00"
    }

    /// Reads a time with its zone, `Z` or `+09:00`.
    static func instant(_ text: String) -> Instant? {
        if text.hasSuffix("Z") { return Instant(iso: text) }
        guard let offset = FixedZone.offset(String(text.suffix(6))),
            let time = Instant(iso: "\(text.dropLast(6))Z")
        else { return nil }
        return time - .seconds(offset)
    }

    /// Reads `2018-04-24T06:00`, a wall clock of a zone that is ahead of UTC by `offset`.
    static func minute(_ text: String, offset: Duration = zone) -> Instant? {
        guard text.utf8.count == 16 else { return nil }
        return Instant(iso: "\(text):00Z").map { $0 - offset }
    }

    /// Reads `2018-04-24`; counts days since 1970.
    static func day(_ text: String) -> Int64? {
        guard text.utf8.count == 10 else { return nil }
        return Instant(iso: "\(text)T00:00:00Z").map { $0.milliseconds / 86_400_000 }
    }

    /// Reads `06:00`; counts minutes since midnight.
    static func timeOfDay(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count == 5, bytes[2] == UInt8(ascii: ":"),
            let hours = number(bytes[0...1]), let minutes = number(bytes[3...4]),
            hours < 24, minutes < 60
        else { return nil }
        return hours * 60 + minutes
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy(\.isASCIIDigit) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }
}
