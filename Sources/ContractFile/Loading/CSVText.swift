/// Comma-separated values (RFC 4180).
struct CSVText {
    /// One record and the line it begins on.
    struct Record: Hashable {
        let line: Int
        var fields: [String]
    }

    /// Why a text is no CSV.
    struct Fault: Error, CustomStringConvertible {
        let line: Int
        let reason: String

        var description: String { "line \(line): \(reason)" }
    }

    /// In order; empty lines are left out.
    private(set) var records: [Record] = []

    private var field: [UInt8] = []
    private var fields: [String] = []
    private var line = 1
    private var recordLine = 1

    /// Reads the whole text; a byte order mark is passed over.
    init(_ bytes: [UInt8]) throws(Fault) {
        var rest = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "\"") where field.isEmpty:
                rest = try quoted(rest.dropFirst())
                continue
            case UInt8(ascii: ","):
                endField()
            case UInt8(ascii: "\n"):
                endRecord()
                line += 1
                recordLine = line
            case UInt8(ascii: "\r"):
                break
            default:
                field.append(byte)
            }
            rest = rest.dropFirst()
        }
        endRecord()
    }

    /// Takes a field in quotes; two quotes stand for one.
    private mutating func quoted(_ text: ArraySlice<UInt8>) throws(Fault) -> ArraySlice<UInt8> {
        var rest = text
        let began = line
        while let byte = rest.first {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "\"") {
                guard rest.first == UInt8(ascii: "\"") else { return rest }
                rest = rest.dropFirst()
            } else if byte == UInt8(ascii: "\n") {
                line += 1
            }
            field.append(byte)
        }
        throw Fault(line: began, reason: "a quote that is never closed")
    }

    private mutating func endField() {
        fields.append(String(decoding: field, as: UTF8.self))
        field = []
    }

    private mutating func endRecord() {
        guard !fields.isEmpty || !field.isEmpty else { return }
        endField()
        records.append(Record(line: recordLine, fields: fields))
        fields = []
    }
}
