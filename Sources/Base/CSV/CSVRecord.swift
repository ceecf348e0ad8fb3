/// One record of comma-separated values, parsed from bytes in pieces of any size (RFC 4180).
///
/// Its memory is reused for the next record.
package struct CSVRecord: Sendable {
    private enum Place {
        case fieldStart, plain, quoted
        /// After a quote within quotes: their end, or the first half of a literal quote.
        case quote
        /// After a carriage return outside quotes.
        case carriageReturn
    }

    /// Why bytes are not CSV.
    package struct Fault: Error, Hashable, Sendable {
        /// From one.
        package let line: Int
        package let reason: String

        package init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }
    }

    /// The values, concatenated.
    package private(set) var bytes: [UInt8] = []
    /// Where each value ends in `bytes`.
    package private(set) var ends: [Int] = []
    /// The line on which the record begins, from one.
    package private(set) var line = 1
    private var place = Place.fieldStart
    /// The line of the next byte, and that of the last opening quote.
    private var (currentLine, quoteLine) = (1, 1)
    /// Whether the value was in quotes, so that it is there even when it is empty.
    private var isQuoted = false
    private var isComplete = false

    /// - Parameter line: The number of the first line.
    package init(line: Int = 1) {
        (self.line, currentLine) = (line, line)
    }

    /// The line of the byte that is taken next.
    package var nextLine: Int { currentLine }

    /// The range of a column's value in `bytes`.
    package func range(of column: Int) -> Range<Int> {
        (column == 0 ? 0 : ends[column - 1])..<ends[column]
    }

    /// The value of a column; `nil` when its bytes are not UTF-8.
    package func text(of column: Int) -> String? {
        String(validating: bytes[range(of: column)], as: UTF8.self)
    }

    /// Consumes bytes up to the end of a record; empty lines are skipped.
    ///
    /// - Parameters:
    ///   - block: Bytes of the file.
    ///   - range: The bytes that were not consumed yet.
    /// - Returns: The position after the last consumed byte, and whether the record is complete; the next call then
    ///   begins another.
    /// - Throws: `Fault`
    package mutating func take(
        _ block: [UInt8],
        _ range: Range<Int>
    ) throws(Fault) -> (end: Int, isComplete: Bool) {
        if isComplete { begin() }
        var position = range.lowerBound
        while position < range.upperBound {
            let byte = block[position]
            position += 1
            let endsRecord = try take(byte)
            if byte == Self.lineFeed { currentLine += 1 }
            guard endsRecord else { continue }
            if ends.isEmpty && bytes.isEmpty && !isQuoted {
                begin()
                continue
            }
            endField()
            isComplete = true
            return (position, true)
        }
        return (position, false)
    }

    /// Handles the end of the file.
    ///
    /// - Returns: Whether a record ended there.
    /// - Throws: `Fault` for an unclosed quote.
    package mutating func finish() throws(Fault) -> Bool {
        if isComplete { begin() }
        if place == .quoted {
            throw Fault(line: quoteLine, reason: "a quote that is never closed")
        }
        if ends.isEmpty && bytes.isEmpty && !isQuoted { return false }
        endField()
        isComplete = true
        return true
    }

    /// Consumes one byte; `true` when it ends the record.
    private mutating func take(_ byte: UInt8) throws(Fault) -> Bool {
        switch place {
        case .quoted:
            if byte == Self.quote { place = .quote } else { bytes.append(byte) }
            return false
        case .quote where byte == Self.quote:
            bytes.append(byte)
            place = .quoted
            return false
        case .carriageReturn where byte != Self.lineFeed:
            try append(Self.carriageReturn)
        case .fieldStart where byte == Self.quote:
            (place, isQuoted, quoteLine) = (.quoted, true, currentLine)
            return false
        default: break
        }
        switch byte {
        case Self.lineFeed: return true
        case Self.comma:
            endField()
            (place, isQuoted) = (.fieldStart, false)
        case Self.carriageReturn: place = .carriageReturn
        default: try append(byte)
        }
        return false
    }

    private mutating func append(_ byte: UInt8) throws(Fault) {
        if isQuoted {
            throw Fault(line: currentLine, reason: "expected a comma behind the closing quote")
        }
        bytes.append(byte)
        place = .plain
    }

    private mutating func endField() { ends.append(bytes.count) }

    private mutating func begin() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        (place, isQuoted, isComplete) = (.fieldStart, false, false)
        line = currentLine
    }

    private static let quote = UInt8(ascii: "\"")
    private static let comma = UInt8(ascii: ",")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}

// MARK: - Complete texts

extension CSVRecord {
    /// The values of a record and the line on which it begins.
    package struct Texts: Hashable, Sendable {
        /// From one.
        package let line: Int
        /// In the order of the columns.
        package let fields: [String]
    }

    /// All records of a text, in order.
    ///
    /// - Parameter bytes: The complete text, without a byte order mark.
    /// - Returns: The records with all their values.
    /// - Throws: `Fault`, also for values that are not UTF-8.
    package static func all(in bytes: [UInt8]) throws(Fault) -> [Texts] {
        var record = CSVRecord()
        var all: [Texts] = []
        var position = 0
        while position < bytes.count {
            let (end, isComplete) = try record.take(bytes, position..<bytes.count)
            position = end
            if isComplete { all.append(try record.texts()) }
        }
        if try record.finish() { all.append(try record.texts()) }
        return all
    }

    private func texts() throws(Fault) -> Texts {
        let fields = ends.indices.compactMap(text)
        guard fields.count == ends.count else {
            throw Fault(line: line, reason: "bytes that are not UTF-8")
        }
        return Texts(line: line, fields: fields)
    }
}
