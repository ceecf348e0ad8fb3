/// A value of Locust's messages; our own content is `bytes`.
package enum BusValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case number(Double)
    case text(String)
    case bytes([UInt8])
    case array([BusValue])
    /// Members in order, with texts for keys.
    case map([Member])
    /// Members in order, with integers as keys; for writing only, as reading turns such keys into texts.
    case counts([Count])

    package struct Count: Hashable, Sendable {
        package let key: Int64
        package let value: Int64

        package init(_ key: Int64, _ value: Int64) {
            self.key = key
            self.value = value
        }
    }

    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: BusValue

        package init(_ name: String, _ value: BusValue) {
            self.name = name
            self.value = value
        }
    }

    /// `nil` for anything but a text.
    package var text: String? { if case .text(let text) = self { text } else { nil } }

    /// `nil` for anything but bytes.
    package var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }

    /// `nil` for anything but an integer.
    package var integer: Int64? { if case .integer(let number) = self { number } else { nil } }

    /// `nil` for anything but an array.
    package var elements: [BusValue]? { if case .array(let list) = self { list } else { nil } }

    /// The value of a member; `nil` without one, and for anything but a map.
    package subscript(_ name: String) -> BusValue? {
        guard case .map(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}
