import Base

/// Writes JSON text: no escaped slashes, members in their order, the same bytes every time.
struct JSONWriter {
    /// Spaces per level; `nil` writes everything on one line without spaces.
    let indent: Int?
    private(set) var bytes: [UInt8] = []
    private var depth = 0

    init(indent: Int?) {
        self.indent = indent
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let value): append(value ? "true" : "false")
        case .number(let number): append(number.text)
        case .string(let text): JSONQuoting.append(text, to: &bytes)
        case .array(let elements): writeArray(elements)
        case .object(let object): writeObject(object)
        }
    }

    private mutating func writeArray(_ elements: [JSONValue]) {
        bytes.append(UInt8(ascii: "["))
        depth += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine()
            write(element)
        }
        depth -= 1
        if !elements.isEmpty { breakLine() }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func writeObject(_ object: JSONObject) {
        bytes.append(UInt8(ascii: "{"))
        depth += 1
        for (index, member) in object.members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            breakLine()
            JSONQuoting.append(member.name, to: &bytes)
            append(indent == nil ? ":" : ": ")
            write(member.value)
        }
        depth -= 1
        if !object.isEmpty { breakLine() }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func breakLine() {
        guard let indent else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * depth))
    }

    private mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
