import JSON
import Testing

@testable import Interchange

/// Checks the guarantee of an import: its contract can be loaded, and nothing is dropped silently.
enum Carrying {
    /// The imported contract of a document, or the reason why it was rejected.
    typealias Outcome = Result<ImportedContract, InterchangeError>

    /// Checks the contract itself: it lints, and everything left out is also listed in its comments.
    static func check(_ contract: ImportedContract, _ name: String) {
        let diagnosis = LintedContract(contract.text).diagnosis
        #expect(diagnosis.isEmpty, "\(name):\n\(diagnosis)\n\(contract.text)")
        let comments = words(of: comments(of: contract.text))
        for thing in contract.losses {
            #expect(
                comments.contains(words(of: thing.reason)),
                "\(name): no comment says: \(thing)\n\(contract.text)"
            )
        }
    }

    /// Blanks one line after the other: the contract changes, or the line is among the reported losses.
    static func checkLines(
        of text: String,
        _ name: String,
        blank: String = "#",
        _ outcome: (String) -> Outcome
    ) throws {
        let whole = try outcome(text).get()
        check(whole, name)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        for (index, line) in lines.enumerated() where line.contains(where: { !$0.isWhitespace }) {
            var changed = lines
            changed[index] = blank
            let isNamed = whole.losses.contains { $0.place.hasSuffix(":\(index + 1)") }
            guard case .success(let other) = outcome(changed.joined(separator: "\n")), !isNamed
            else {
                continue
            }
            #expect(
                other.text != whole.text || other.losses != whole.losses,
                "\(name):\(index + 1): \(line): dropped without a word\n\(whole.text)"
            )
        }
    }

    /// Changes one value after the other: the contract changes, or the value is among the reported losses.
    static func checkValues(
        of document: JSONValue,
        _ name: String,
        except isExempt: ([String]) -> Bool,
        _ outcome: (JSONValue) -> Outcome
    ) throws {
        let whole = try outcome(document).get()
        check(whole, name)
        for tokens in leaves(of: document) where !isExempt(tokens) {
            let pointer = JSONPointer(tokens: tokens).description
            let isNamed = whole.losses.contains { thing in
                guard let mark = thing.place.firstIndex(of: "#") else { return false }
                let place = thing.place[thing.place.index(after: mark)...]
                return pointer == place || pointer.hasPrefix("\(place)/")
            }
            let changed = change(document, tokens[...])
            guard !isNamed, case .success(let other) = outcome(changed) else { continue }
            #expect(
                other.text != whole.text,
                "\(name)#\(pointer): dropped without a word\n\(whole.text)"
            )
        }
    }

    private static func leaves(of value: JSONValue) -> [[String]] {
        switch value {
        case .object(let object):
            object.members.flatMap { member in leaves(of: member.value).map { [member.name] + $0 } }
        case .array(let elements):
            elements.enumerated().flatMap { index, element in
                leaves(of: element).map { ["\(index)"] + $0 }
            }
        case .string(let text): text.isEmpty ? [] : [[]]
        case .number, .bool: [[]]
        case .null: []
        }
    }

    private static func change(_ value: JSONValue, _ tokens: ArraySlice<String>) -> JSONValue {
        guard let first = tokens.first else {
            switch value {
            case .string(let text): return .string(text + "Q")
            case .bool(let flag): return .bool(!flag)
            default: return .integer((value.intValue ?? 0) + 1)
            }
        }
        switch value {
        case .object(var object):
            object[first] = change(object[first] ?? .null, tokens.dropFirst())
            return .object(object)
        case .array(var elements):
            guard let index = Int(first) else { return value }
            elements[index] = change(elements[index], tokens.dropFirst())
            return .array(elements)
        case .null, .bool, .number, .string: return value
        }
    }

    private static func comments(of text: String) -> String {
        text.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("# ") }
            .map { String($0.dropFirst(2)) }.joined(separator: " ")
    }

    /// The words of a text, independent of wrapping and control characters.
    private static func words(of text: String) -> String {
        text.split { $0.isWhitespace || $0.isNewline }.joined(separator: " ")
    }
}
