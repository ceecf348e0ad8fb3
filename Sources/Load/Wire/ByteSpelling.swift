import HTTP

/// Encoding of a value's bytes at its place in a request: JSON escapes, percent-encoding, or both.
///
/// Learnt from what the request's own encoder made of each byte, so that only one encoder exists.
package struct ByteSpelling: Hashable, Sendable {
    /// Encoding of bytes above 127.
    package enum Other: Hashable, Sendable {
        case plain
        /// `%C3`
        case percent
    }

    /// For each byte, whether it is written unchanged.
    private let isPlain: [Bool]
    /// The encodings of all bytes, concatenated.
    private let bytes: [UInt8]
    /// Where the encoding of each byte begins, and the end of the last.
    private let starts: [UInt16]

    /// - Parameters:
    ///   - ascii: The encodings of the bytes 0 to 127.
    ///   - other: The encoding of the other bytes.
    package init(ascii: [[UInt8]], other: Other) {
        precondition(ascii.count == 128, "\(ascii.count) spellings")
        var bytes: [UInt8] = []
        var starts: [UInt16] = []
        for byte in UInt8.min...UInt8.max {
            starts.append(UInt16(bytes.count))
            if byte < 128 {
                bytes += ascii[Int(byte)]
            } else if other == .plain {
                bytes.append(byte)
            } else {
                PercentEncoding.append(byte, to: &bytes)
            }
        }
        starts.append(UInt16(bytes.count))
        self.bytes = bytes
        self.starts = starts
        isPlain = (0..<256).map { byte in
            bytes[Int(starts[byte])..<Int(starts[byte + 1])].elementsEqual([UInt8(byte)])
        }
    }

    /// Whether each of these bytes is written unchanged.
    package func keeps(_ text: some Sequence<UInt8>) -> Bool {
        text.allSatisfy { isPlain[Int($0)] }
    }

    /// Whether every byte is written unchanged.
    var isIdentity: Bool { isPlain.allSatisfy(\.self) }

    /// Appends a value as it is spelled.
    func append(_ value: UnsafeRawBufferPointer, to output: inout ByteBuffer) {
        var start = 0
        for position in 0..<value.count where !isPlain[Int(value[position])] {
            output.append(UnsafeRawBufferPointer(rebasing: value[start..<position]))
            let byte = Int(value[position])
            bytes.withUnsafeBytes { spelled in
                let range = Int(starts[byte])..<Int(starts[byte + 1])
                output.append(UnsafeRawBufferPointer(rebasing: spelled[range]))
            }
            start = position + 1
        }
        output.append(UnsafeRawBufferPointer(rebasing: value[start...]))
    }
}
