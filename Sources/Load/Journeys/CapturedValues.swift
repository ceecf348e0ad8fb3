/// Values that a journey captured from its responses so far, in the order of capture.
///
/// Memory is reused: the next journey is likely to need as much.
struct CapturedValues {
    private var bytes: [UInt8] = []
    /// Where each value ends.
    private var ends: [Int] = []
    /// Whether each value was a text; otherwise it was a number or a boolean.
    private var areTexts: [Bool] = []

    /// Largest value in bytes; longer ones are unusable.
    static let largestValue = 1024

    var count: Int { ends.count }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        areTexts.removeAll(keepingCapacity: true)
    }

    mutating func append(_ value: some Collection<UInt8>, isText: Bool) {
        bytes.append(contentsOf: value)
        ends.append(bytes.count)
        areTexts.append(isText)
    }

    /// Whether a value was a text, by its number.
    func isText(_ index: Int) -> Bool { areTexts[index] }

    /// Writes a value, by its number.
    func append(_ index: Int, to output: inout ByteBuffer) {
        let start = index == 0 ? 0 : ends[index - 1]
        bytes.withUnsafeBytes {
            output.append(UnsafeRawBufferPointer(rebasing: $0[start..<ends[index]]))
        }
    }
}
