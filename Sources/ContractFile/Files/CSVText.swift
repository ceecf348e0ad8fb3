/// Comma-separated values (RFC 4180).
struct CSVText {
    /// One record and the line it begins on.
    struct Record: Hashable {
        let line: Int
        var fields: [String]
    }

    /// Why a text is no CSV.
    struct Fault: Error, Hashable {
        let line: Int
        let reason: String
    }

    /// In order; empty lines are left out.
    private(set) var records: [Record] = []

    private var rest: ArraySlice<UInt8>
    private var field: [UInt8] = []
    /// Whether the field was in quotes, so that it is there even when it is empty.
    private var isQuoted = false
    private var fields: [String] = []
    private var line = 1
    private var recordLine = 1

    /// Reads the whole text, which has no byte order mark.
    init(_ bytes: [UInt8]) throws(Fault) {
        rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\"") where field.isEmpty && !isQuoted:
                try takeQuoted()
            case UInt8(ascii: ","):
                try endField()
            case UInt8(ascii: "\r") where rest.isEmpty || rest.first == UInt8(ascii: "\n"):
                continue
            case UInt8(ascii: "\n"):
                try endRecord()
                line += 1
                recordLine = line
            default:
                if isQuoted {
                    throw Fault(line: line, reason: "expected a comma behind the closing quote")
                }
                field.append(byte)
            }
        }
        try endRecord()
    }

    /// Takes the rest of a field in quotes; two quotes stand for one.
    private mutating func takeQuoted() throws(Fault) {
        let began = line
        isQuoted = true
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") {
                guard rest.first == byte else { return }
                rest.removeFirst()
            } else if byte == UInt8(ascii: "\n") {
                line += 1
            }
            field.append(byte)
        }
        throw Fault(line: began, reason: "a quote that is never closed")
    }

    private mutating func endField() throws(Fault) {
        guard let text = String(validating: field, as: UTF8.self) else {
            throw Fault(line: recordLine, reason: "bytes that are not UTF-8")
        }
        fields.append(text)
        field = []
        isQuoted = false
    }

    private mutating func endRecord() throws(Fault) {
        guard !fields.isEmpty || !field.isEmpty || isQuoted else { return }
        try endField()
        records.append(Record(line: recordLine, fields: fields))
        fields = []
    }
}
