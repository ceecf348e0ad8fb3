import Base

/// Recognizes times close to that of a request, which another run must send anew.
enum MomentText {
    /// The template for a time.
    ///
    /// - Parameters:
    ///   - text: `2026-01-31T09:05:00.000Z`, with any zone or none.
    ///   - sent: The time of the request.
    /// - Returns: `{{now rfc3339-ms +3m}}`; `nil` for anything else, and for times more than a week away: these are
    ///   data.
    static func template(for text: String, sent: Timestamp) -> String? {
        guard let parts = Parts(text), let moment = Timestamp(rfc3339: parts.asUTC) else {
            return nil
        }
        let seconds =
            Double(moment.nanosecondsSince1970 - sent.nanosecondsSince1970) / 1_000_000_000
        guard abs(seconds) <= nearest else { return nil }
        return "{{now \(parts.format)\(shift(rounded(seconds)))}}"
    }

    /// In seconds.
    private static let nearest: Double = 7 * 86_400

    private struct Parts {
        /// `2026-01-31`, `T` or a blank, `09:05:00`.
        let date: String
        let separator: Character
        let time: String
        /// Digits after the point.
        let fraction: String
        let zone: String

        init?(_ text: String) {
            let characters = Array(text)
            guard (19...35).contains(characters.count), text.utf8.count == characters.count,
                characters[10] == "T" || characters[10] == " "
            else { return nil }
            date = String(characters[..<10])
            separator = characters[10]
            time = String(characters[11..<19])
            var rest = characters[19...]
            if rest.first == "." {
                fraction = String(rest.dropFirst().prefix(while: \.isNumber))
                rest = rest.dropFirst(1 + fraction.count)
                guard !fraction.isEmpty else { return nil }
            } else {
                fraction = ""
            }
            zone = String(rest)
            guard zone.isEmpty || zone == "Z" || Self.isOffset(zone) else { return nil }
        }

        private static func isOffset(_ zone: String) -> Bool {
            guard let sign = zone.first, sign == "+" || sign == "-" else { return false }
            let digits = zone.dropFirst().filter { $0 != ":" }
            return digits.count == 4 && digits.allSatisfy(\.isNumber)
        }

        /// The digits as if they were UTC, without the zone.
        var asUTC: String { "\(date)T\(time)Z" }

        var format: String {
            switch (separator, fraction.count, zone) {
            case ("T", 0, "Z"): return "rfc3339"
            case ("T", 3, "Z"): return "rfc3339-ms"
            default:
                let point = fraction.isEmpty ? "" : fraction.count == 3 ? ".%L" : ".\(fraction)"
                return "'%Y-%m-%d\(separator)%H:%M:%S\(point)\(zone)'"
            }
        }
    }

    /// Rounded to whole minutes if close to that.
    private static func rounded(_ seconds: Double) -> Int {
        let minutes = (seconds / 60).rounded() * 60
        return abs(seconds - minutes) <= 5 && minutes != 0 ? Int(minutes) : Int(seconds.rounded())
    }

    private static func shift(_ seconds: Int) -> String {
        guard abs(seconds) > 5 else { return "" }
        let sign = seconds < 0 ? "-" : "+"
        let units = [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)]
        let unit = units.first { abs(seconds) % $0.1 == 0 } ?? ("s", 1)
        return " \(sign)\(abs(seconds) / unit.1)\(unit.0)"
    }
}
