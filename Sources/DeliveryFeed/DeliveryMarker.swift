import Base
import JSON

/// The text that identifies a message behind the service: `assay:RUN:17`, and the text after it.
package struct DeliveryMarker: Hashable, Sendable {
    /// Identifier of the run.
    package let run: String
    /// Constant text after the marker in the message.
    package let text: String
    /// Whether the message ends with that text.
    package let isWhole: Bool
    private let beginning: [UInt8]
    private let textBytes: [UInt8]

    package init(run: String, text: String = "", isWhole: Bool = true) {
        self.run = run
        self.text = text
        self.isWhole = isWhole
        beginning = Array(Self.beginning(run: run).utf8)
        textBytes = Array(text.utf8)
    }

    /// The text before the number of the arrival.
    package static func beginning(run: String) -> String { "assay:\(run):" }

    /// A marker that was found.
    package struct Found: Hashable, Sendable {
        /// The number of the arrival.
        package let arrival: UInt64
        package let isAltered: Bool
    }

    /// Searches for the marker in received content.
    ///
    /// - Parameter content: A JSON text, or the text itself.
    /// - Returns: `nil` when the marker is missing, or has no number.
    package func find(in content: ArraySlice<UInt8>) -> Found? {
        guard let end = content.end(of: beginning[...]) else { return nil }
        var place = end
        var arrival: UInt64 = 0
        while place < content.endIndex, content[place].isASCIIDigit,
            arrival <= DeliveryRecord.greatestArrival
        {
            arrival = arrival * 10 + UInt64(content[place] - UInt8(ascii: "0"))
            place += 1
        }
        guard place > end, arrival <= DeliveryRecord.greatestArrival else { return nil }
        return Found(arrival: arrival, isAltered: !isText(in: content[place...]))
    }

    /// Whether the text comes next, possibly with JSON escapes, and then the end if required.
    private func isText(in rest: ArraySlice<UInt8>) -> Bool {
        if rest.starts(with: textBytes) {
            let end = rest.startIndex + textBytes.count
            if !isWhole || end == rest.endIndex || rest[end] == UInt8(ascii: "\"") { return true }
        }
        guard let value = Self.unescaped(rest) else { return false }
        return isWhole ? value == text : value.hasPrefix(text)
    }

    /// A JSON string without its beginning; `nil` for one without an end.
    private static func unescaped(_ rest: ArraySlice<UInt8>) -> String? {
        var isEscaped = false
        for (offset, byte) in rest.enumerated() {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                let quoted = [UInt8(ascii: "\"")] + rest.prefix(offset + 1)
                return (try? JSONValue(parsing: quoted))?.stringValue
            }
        }
        return nil
    }
}

extension ArraySlice<UInt8> {
    /// The end of the first occurrence of some bytes; `nil` for none.
    fileprivate func end(of wanted: ArraySlice<UInt8>) -> Int? {
        guard let first = wanted.first, count >= wanted.count else { return nil }
        var place = startIndex
        let last = endIndex - wanted.count
        while place <= last {
            guard let next = self[place...last].firstIndex(of: first) else { return nil }
            if self[next...].starts(with: wanted) { return next + wanted.count }
            place = next + 1
        }
        return nil
    }
}
