import Contract
import JSON

/// How a node becomes a value of a type: the vocabulary in which decoders are written.
///
/// A decoder reports what is wrong to the collector and returns `nil`; it never stops the reading.
/// Decoders are made from the ones below and from a type's own, wrapped in `init(_:)`:
///
/// ```swift
/// reader.optional("tags", as: .list(of: .string))
/// reader.optional("request", as: .init(Request.decode))
/// ```
package struct NodeDecoder<Value> {
    /// Returns `nil` after it has reported why.
    package let decode: (YAMLNode, Diagnostics) -> Value?

    /// Wraps a function; it must report an error whenever it returns `nil`.
    package init(_ decode: @escaping (YAMLNode, Diagnostics) -> Value?) {
        self.decode = decode
    }
}

extension YAMLNode {
    /// Decodes this node; `nil` after the reason was reported.
    package func decoded<Value>(
        as decoder: NodeDecoder<Value>,
        _ diagnostics: Diagnostics
    ) -> Value? {
        decoder.decode(self, diagnostics)
    }
}

// MARK: - Scalars

extension NodeDecoder where Value == String {
    /// A string; a number must be quoted.
    package static var string: NodeDecoder<String> {
        NodeDecoder { node, diagnostics in
            if let text = node.stringValue { return text }
            var hint: String?
            if let text = node.text, !node.isNull {
                hint = YAMLQuotes.hint(for: text)
            }
            diagnostics.mismatch("a string", at: node, hint: hint)
            return nil
        }
    }

    /// Any scalar but null, as it is spelled: `0012` stays `0012` and `true` becomes "true".
    package static var spelling: NodeDecoder<String> {
        NodeDecoder { node, diagnostics in
            if let text = node.text, !node.isNull { return text }
            diagnostics.mismatch("a string, a number or a boolean", at: node)
            return nil
        }
    }
}

extension NodeDecoder where Value == Int {
    /// An integer of any size that fits.
    package static var integer: NodeDecoder<Int> {
        NodeDecoder { node, diagnostics in
            if case .number(.integer(let value)) = node.scalar { return Int(value) }
            diagnostics.mismatch("an integer", at: node)
            return nil
        }
    }

    /// An integer within limits.
    package static func integer(in range: ClosedRange<Int>) -> NodeDecoder<Int> {
        NodeDecoder { node, diagnostics in
            guard let value = node.decoded(as: .integer, diagnostics) else { return nil }
            if range.contains(value) { return value }
            let limits = "\(range.lowerBound) to \(range.upperBound)"
            diagnostics.error("expected an integer from \(limits), got \(value)", at: node)
            return nil
        }
    }
}

extension NodeDecoder where Value == Bool {
    /// `true` or `false`.
    package static var boolean: NodeDecoder<Bool> {
        NodeDecoder { node, diagnostics in
            if case .boolean(let value) = node.scalar { return value }
            diagnostics.mismatch("true or false", at: node)
            return nil
        }
    }
}

extension NodeDecoder where Value == YAMLNode {
    /// Any node, as it is.
    package static var node: NodeDecoder<YAMLNode> {
        NodeDecoder { node, _ in node }
    }

    /// A mapping, as a node.
    package static var mapping: NodeDecoder<YAMLNode> {
        NodeDecoder { node, diagnostics in
            if node.entries != nil { return node }
            diagnostics.mismatch("a mapping", at: node)
            return nil
        }
    }
}

extension NodeDecoder where Value == Duration {
    /// A time such as `200ms`, `10s`, `1.5s`, `3m`, `1h` or `1d`.
    package static var duration: NodeDecoder<Duration> {
        NodeDecoder { node, diagnostics in
            if let text = node.stringValue, let duration = TimeSpan.duration(text) {
                return duration
            }
            let hint = "a time is a number and ms, s, m, h or d"
            diagnostics.mismatch("a time such as 200ms, 10s or 3m", at: node, hint: hint)
            return nil
        }
    }
}

extension NodeDecoder where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of the type's raw values.
    package static var choice: NodeDecoder<Value> {
        NodeDecoder { node, diagnostics in
            let names = Value.allCases.map(\.rawValue)
            guard let text = node.stringValue else {
                diagnostics.mismatch("one of \(names.joined(separator: ", "))", at: node)
                return nil
            }
            for value in Value.allCases where value.rawValue.hasSameCodePoints(as: text) {
                return value
            }
            diagnostics.unknownName(text, among: names, at: node)
            return nil
        }
    }
}
