/// What a journey took from the answers to it so far, in the order in which it was taken.
///
/// The memory stays when the values go: the next journey is likely to need as much.
struct CapturedValues {
    private var bytes: [UInt8] = []
    /// Where each value ends.
    private var ends: [Int] = []
    /// Whether each was a text, or else a number or a boolean.
    private var areTexts: [Bool] = []

    /// So much of a value is kept at most; what is longer cannot be used.
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
