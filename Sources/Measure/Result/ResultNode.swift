import Base
package import JSON

/// A value of a result file that knows its place.
package struct ResultNode {
    package let value: JSONValue
    let path: String
    let file: String
    /// Read members of the whole file.
    let asked: AskedMembers

    /// The error for a value of another kind than expected.
    func mismatch(_ expected: String, got actual: String? = nil) -> RunResultError {
        RunResultError(
            file: file,
            reason: .inconsistent(
                path: path,
                expected: expected,
                actual: actual ?? value.text(maximumLength: 40)
            )
        )
    }

    func child(_ value: JSONValue, _ name: String) -> ResultNode {
        ResultNode(
            value: value,
            path: path.isEmpty ? name : "\(path).\(name)",
            file: file,
            asked: asked
        )
    }

    /// A member that must be there.
    package subscript(_ name: String) -> ResultNode {
        get throws(RunResultError) {
            guard let object = value.objectValue else { throw mismatch("an object") }
            asked.add(name, of: path)
            guard let member = object[name] else {
                throw child(.null, name).mismatch("a value", got: "nothing")
            }
            return child(member, name)
        }
    }

    /// A member that may be missing or `null`.
    package func optional(_ name: String) throws(RunResultError) -> ResultNode? {
        guard let object = value.objectValue else { throw mismatch("an object") }
        asked.add(name, of: path)
        guard let member = object[name], member != .null else { return nil }
        return child(member, name)
    }

    /// The elements, up to a number whose sums cannot overflow.
    package var elements: [ResultNode] {
        get throws(RunResultError) {
            guard let elements = value.arrayValue else { throw mismatch("a list") }
            guard elements.count <= 10_000 else {
                throw mismatch("at most 10000 elements", got: "\(elements.count)")
            }
            return elements.enumerated().map { index, element in
                ResultNode(value: element, path: "\(path)[\(index)]", file: file, asked: asked)
            }
        }
    }

    /// A text.
    package var text: String {
        get throws(RunResultError) {
            guard let text = value.stringValue else { throw mismatch("a text") }
            return text
        }
    }

    /// A list of texts.
    var texts: [String] {
        get throws(RunResultError) {
            try elements.mapped { (node) throws(RunResultError) in try node.text }
        }
    }

    var bool: Bool {
        get throws(RunResultError) {
            guard let bool = value.boolValue else { throw mismatch("true or false") }
            return bool
        }
    }

    /// A count, small enough that sums cannot overflow.
    var count: UInt64 {
        get throws(RunResultError) {
            UInt64(try integer(in: 0...1_000_000_000_000_000))
        }
    }

    /// An unsigned 64-bit integer, for seeds.
    var unsigned: UInt64 {
        get throws(RunResultError) {
            if case .number(.unsigned(let number)) = value { return number }
            return UInt64(try integer(in: 0...Int64.max))
        }
    }

    /// An integer in a range.
    func integer(in range: ClosedRange<Int64>) throws(RunResultError) -> Int64 {
        guard case .number(let number) = value, let integer = number.exactInt64,
            range.contains(integer)
        else {
            throw mismatch("a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return integer
    }

    /// A duration of zero or more, in nanoseconds.
    var nanoseconds: Int64 {
        get throws(RunResultError) { try integer(in: 0...Self.longest) }
    }

    /// A moment, in nanoseconds; may be below zero.
    var moment: Int64 {
        get throws(RunResultError) { try integer(in: -Self.longest...Self.longest) }
    }

    /// Seconds of zero or more, as nanoseconds; exact up to 26 days.
    var seconds: Int64 {
        get throws(RunResultError) {
            let seconds = try real
            guard seconds <= 1e8 else { throw mismatch("at most 100000000 seconds") }
            return Int64((seconds * 1e9).rounded())
        }
    }

    /// A number of zero or more.
    package var real: Double {
        get throws(RunResultError) {
            guard case .number(let number) = value, number.doubleValue >= 0 else {
                throw mismatch("a number of zero or more")
            }
            return number.doubleValue
        }
    }

    /// A number above zero.
    var positive: Double {
        get throws(RunResultError) {
            let number = try real
            guard number > 0, number <= 1e12 else { throw mismatch("a number above zero") }
            return number
        }
    }

    /// A sum, which is a text because it can be longer than 64 bits.
    var sum: UInt128 {
        get throws(RunResultError) {
            guard let text = value.stringValue, let sum = UInt128(text) else {
                throw mismatch("the digits of a sum as a text")
            }
            return sum
        }
    }

    /// A case of an enumeration, as a word.
    func word<Word: RawRepresentable & CaseIterable>(
        _: Word.Type = Word.self
    ) throws(RunResultError) -> Word where Word.RawValue == String {
        try word(among: Array(Word.allCases), \.rawValue)
    }

    /// One of these values, by how they are spelled in files.
    package func word<Word>(
        among words: [Word],
        _ spelling: (Word) -> String
    ) throws(RunResultError) -> Word {
        guard let word = words.first(where: { spelling($0) == value.stringValue }) else {
            throw mismatch("one of \(words.map(spelling).joined(separator: ", "))")
        }
        return word
    }

    /// Fails unless the two numbers are equal.
    func expect(_ actual: UInt64, toBe expected: UInt64, _ what: String) throws(RunResultError) {
        guard actual == expected else { throw mismatch("\(expected) \(what)", got: "\(actual)") }
    }

    /// Three hundred years: sums of two moments do not overflow.
    private static let longest = Int64.max / 2
}

extension Array {
    /// `map` with typed errors.
    func mapped<Result>(
        _ transform: (Element) throws(RunResultError) -> Result
    ) throws(RunResultError) -> [Result] {
        var results: [Result] = []
        results.reserveCapacity(count)
        for element in self { results.append(try transform(element)) }
        return results
    }
}
