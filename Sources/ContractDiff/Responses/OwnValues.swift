import Contract
import HTTP
import JSON

/// Values that each server made up for itself and that stand for the same: identifiers that a case
/// captured, moments that it wrote into a request.
///
/// The same case with the same random values sends the same requests, so whatever differs in two
/// requests of one step is such a pair. What a listener received is none: there the servers speak.
struct OwnValues {
    /// The second server's value by the first server's.
    private var counterparts: [String: String] = [:]
    /// Shorter texts are not looked for inside longer ones.
    private static let shortestPart = 4

    /// Learns from every step of one case, on both sides.
    init(_ pairs: [(first: StepResult, second: StepResult)]) {
        for pair in pairs where pair.first.direction == .sent {
            for (first, second) in zip(pair.first.exchanges, pair.second.exchanges) {
                learn(first.request, second.request)
            }
        }
    }

    /// Whether the values are each side's own, or contain them and are the same otherwise.
    func areSame(_ first: JSONValue, _ second: JSONValue) -> Bool {
        switch (first, second) {
        case (.string(let one), .string(let other)):
            if counterparts[one] == other { return true }
            return translated(one) == other
        case (.number, .number): return counterparts[first.text] == second.text
        default: return false
        }
    }

    /// A text of the first server as the second would write it.
    private func translated(_ text: String) -> String {
        var result = text
        let known = counterparts.filter { $0.key.utf8.count >= Self.shortestPart }
        for own in known.keys.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            guard let counterpart = known[own], result.contains(own) else { continue }
            result = result.replacing(own, with: counterpart)
        }
        return result
    }

    private mutating func learn(_ first: HTTPRequest, _ second: HTTPRequest) {
        guard first.method == second.method else { return }
        learn(first.path, second.path, separator: "/")
        learn(first.query ?? "", second.query ?? "", separator: "&")
        guard let one = first.body, let other = second.body else { return }
        do {
            var divergence = JSONDivergence()
            divergence.compare(try JSONValue(parsing: one), try JSONValue(parsing: other))
            for difference in divergence.differences where difference.kind == .value {
                guard let first = difference.first, let second = difference.second else { continue }
                add(first.stringValue ?? first.text, second.stringValue ?? second.text)
            }
        } catch {
            // A body that is not JSON has no values.
            return
        }
    }

    private mutating func learn(_ first: String, _ second: String, separator: Character) {
        let (one, other) = (first.split(separator: separator), second.split(separator: separator))
        guard one.count == other.count else { return }
        for (first, second) in zip(one, other) { add(String(first), String(second)) }
    }

    private mutating func add(_ first: String, _ second: String) {
        guard first != second, !first.isEmpty, !second.isEmpty else { return }
        counterparts[first] = second
    }
}
