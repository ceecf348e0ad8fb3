import Base
import JSON

extension ContractDraft {
    /// The number of cases kept with the same calls and the same outcomes.
    private static let alike = 20

    /// Keeps one of the cases that differ only in random values, and few of those that differ only in values.
    mutating func reduceCases() {
        var kept: [Case] = []
        var times: [String: Int] = [:]
        var positions: [String: Int] = [:]
        var outcomes: [String: Int] = [:]
        var dropped = 0
        let ids = Set(operations.map(\.id))
        for whole in cases {
            let key = whole.outline(besides: ids)
            times[key, default: 0] += 1
            if positions[key] != nil { continue }
            let outcome = whole.steps.map { "\($0.call) \($0.covers)" }.joined(separator: "\n")
            outcomes[outcome, default: 0] += 1
            guard outcomes[outcome, default: 0] <= Self.alike else {
                dropped += 1
                continue
            }
            positions[key] = kept.count
            kept.append(whole)
        }
        for (key, position) in positions {
            guard let count = times[key], count > 1 else { continue }
            kept[position].comment.append("Seen \(count) times.")
        }
        cases = kept
        if dropped > 0 {
            remarks.append(
                "Left out: \(Count.of(dropped, "case")) beyond \(Self.alike) with the same calls and "
                    + "outcomes."
            )
        }
    }
}

extension ContractDraft {
    /// Removes the variables that every case that uses them has captured before: they need not be
    /// set.
    mutating func dropCapturedVariables() {
        let captured = Set(cases.flatMap(\.steps).flatMap(\.captures.names))
        let whole = allCases
        let known = Dictionary(operations.map { ($0.id, $0) }) { first, _ in first }
        variables.removeAll { variable in
            guard captured.contains(variable.name) else { return false }
            let mark = "{{\(variable.name)}}"
            let users = Set(
                schemes.filter { $0.content?.text.contains(mark) ?? false }.map(\.name)
            )
            return whole.allSatisfy { one in
                for step in one.steps {
                    let operation = known[step.call]
                    let security =
                        step.changes["security"]?.stringValue ?? operation?.request.security
                    let texts = [
                        JSONValue.object(step.changes).text, JSONValue.object(step.keys).text,
                        operation?.request.wholeText ?? "",
                    ]
                    let isUsed =
                        security.map(users.contains) ?? false
                        || texts.contains { $0.contains(mark) }
                    if isUsed { return false }
                    if step.captures.contains(variable.name) { return true }
                }
                return true
            }
        }
    }
}

extension ContractDraft.Request {
    /// Its whole content as one text.
    fileprivate var wholeText: String {
        [.object(params), .object(headers), query, body?.value].compactMap { $0?.text }
            .joined(separator: " ")
    }
}

extension ContractDraft.Case {
    /// The steps as text, in which every random value is named by the order of its appearance; names of operations
    /// are not values.
    fileprivate func outline(besides ids: Set<String>) -> String {
        var copy = self
        (copy.name, copy.comment, copy.summary) = ("case", [], nil)
        let text = YAMLWriter.text(of: [copy.item])
        var numbers: [Substring: Int] = [:]
        var result = ""
        var rest = text[...]
        while !rest.isEmpty {
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
            if word.isEmpty {
                result.append(rest.removeFirst())
                continue
            }
            rest = rest[word.endIndex...]
            if TellingValue.isRandom(String(word)), !ids.contains(String(word)) {
                let number = numbers[word] ?? numbers.count
                numbers[word] = number
                result += "#\(number)"
            } else {
                result += word
            }
        }
        return result
    }
}
