import Base

/// Reads `application/x-www-form-urlencoded`.
///
/// Source: WHATWG URL Standard §5.1; bytes that are not UTF-8 become U+FFFD.
package enum FormDecoding {
    /// The decoded names and values of all fields, in order.
    package static func fields(in body: [UInt8]) -> [(name: String, value: String)] {
        body.split(separator: UInt8(ascii: "&")).map { field in
            let parts = field.split(
                separator: UInt8(ascii: "="),
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            return (decoded(parts[0]), parts.count == 2 ? decoded(parts[1]) : "")
        }
    }

    /// The decoded values of every field called `name`, in order.
    package static func values(of name: String, in body: [UInt8]) -> [String] {
        fields(in: body).filter { $0.name.hasSameCodePoints(as: name) }.map(\.value)
    }

    private static func decoded(_ text: ArraySlice<UInt8>) -> String {
        let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(decoding: PercentEncoding.decoded(spaced), as: UTF8.self)
    }
}
