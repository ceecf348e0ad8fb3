import Base

/// Reads one JSON text (RFC 8259) strictly; containers are kept on a stack of its own, so that no
/// nesting can exhaust the thread's stack.
struct JSONReader {
    let bytes: [UInt8]
    let duplicates: DuplicateNames
    let maximumDepth: Int
    let maximumSize: Int
    /// About how many bytes of memory the values take that were read.
    private var size = 0
    /// Index of the next byte that was not read yet.
    var position = 0
    /// The containers around the next value, outermost first.
    private var containers: [OpenContainer] = []
    /// Bytes of the string being read, when it holds escapes; kept to reuse its storage.
    var unescaped: [UInt8] = []

    init(bytes: [UInt8], duplicates: DuplicateNames, maximumDepth: Int, maximumSize: Int) {
        self.bytes = bytes
        self.duplicates = duplicates
        self.maximumDepth = maximumDepth
        self.maximumSize = maximumSize
    }

    /// Reads the value and makes sure that nothing but white space follows it.
    mutating func readText() throws(JSONTextError) -> JSONValue {
        try refuseForeignEncodings()
        skipWhitespace()
        let value = try readValue()
        skipWhitespace()
        guard position == bytes.count else {
            throw unexpected("nothing after the end of the value")
        }
        return value
    }

    private mutating func readValue() throws(JSONTextError) -> JSONValue {
        while true {
            guard var value = try readScalarOrOpenContainer() else { continue }
            // A finished value may finish the containers around it.
            while true {
                guard !containers.isEmpty else { return value }
                guard let finished = try add(value) else { break }
                value = finished
            }
        }
    }

    /// Reads a scalar or an empty container; `nil` when a container was opened and the position is
    /// at its first value.
    private mutating func readScalarOrOpenContainer() throws(JSONTextError) -> JSONValue? {
        guard position < bytes.count else { throw unexpected("a value") }
        switch bytes[position] {
        case UInt8(ascii: "\""):
            return .string(try readMeasuredString())
        case UInt8(ascii: "{"):
            return try openObject()
        case UInt8(ascii: "["):
            return try openArray()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try readNumber())
        case UInt8(ascii: "t"):
            return try readLiteral("true", .bool(true))
        case UInt8(ascii: "f"):
            return try readLiteral("false", .bool(false))
        case UInt8(ascii: "n"):
            return try readLiteral("null", .null)
        default:
            throw unexpected("a value")
        }
    }

    private mutating func openObject() throws(JSONTextError) -> JSONValue? {
        try checkDepth()
        position += 1
        skipWhitespace()
        if peek() == UInt8(ascii: "}") {
            position += 1
            return .object(JSONObject())
        }
        try charge(OpenContainer.allocation)
        containers.append(OpenContainer(isObject: true))
        try readName(expected: "a member name in double quotes or \"}\"")
        return nil
    }

    private mutating func openArray() throws(JSONTextError) -> JSONValue? {
        try checkDepth()
        position += 1
        skipWhitespace()
        switch peek() {
        case UInt8(ascii: "]"):
            position += 1
            return .array([])
        case UInt8(ascii: ","), nil:
            throw unexpected("a value or \"]\"")
        default:
            try charge(OpenContainer.allocation)
            containers.append(OpenContainer(isObject: false))
            return nil
        }
    }

    /// Adds a value to the innermost container; returns that container when it ends here.
    private mutating func add(_ value: JSONValue) throws(JSONTextError) -> JSONValue? {
        let innermost = containers.count - 1
        try charge(containers[innermost].sizeOfNext)
        containers[innermost].add(value)
        let isObject = containers[innermost].isObject
        skipWhitespace()
        switch peek() {
        case UInt8(ascii: ","):
            position += 1
            skipWhitespace()
            if isObject {
                try readName(expected: "a member name in double quotes after \",\"")
            } else if peek() == UInt8(ascii: "]") {
                throw unexpected("a value after \",\"")
            }
            return nil
        case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject:
            position += 1
            return containers.removeLast().value
        default:
            throw unexpected(
                isObject ? "\",\" or \"}\" after a member" : "\",\" or \"]\" after an element"
            )
        }
    }

    private mutating func readName(expected: String) throws(JSONTextError) {
        guard peek() == UInt8(ascii: "\"") else { throw unexpected(expected) }
        let start = position
        let name = try readMeasuredString()
        let innermost = containers.count - 1
        if duplicates == .refused, containers[innermost].object.contains(name) {
            throw JSONTextError(
                byteOffset: start,
                reason: "expected every member of an object to have a unique name, found "
                    + "\(JSONValue.string(name).text(maximumLength: 60)) a second time"
            )
        }
        containers[innermost].name = name
        skipWhitespace()
        guard peek() == UInt8(ascii: ":") else {
            throw unexpected("\":\" after a member name")
        }
        position += 1
        skipWhitespace()
    }

    private mutating func readLiteral(
        _ word: StaticString,
        _ value: JSONValue
    ) throws(JSONTextError) -> JSONValue {
        let length = word.utf8CodeUnitCount
        let end = position + length
        guard end <= bytes.count, "\(word)".utf8.elementsEqual(bytes[position..<end]) else {
            throw unexpected("\"\(word)\"")
        }
        position = end
        return value
    }

    private mutating func readMeasuredString() throws(JSONTextError) -> String {
        let start = position
        let text = try readString()
        // Short texts lie within the value.
        let length = position - start
        if length > 17 { try charge(length + OpenContainer.allocation) }
        return text
    }

    /// Counts memory that what was read takes.
    mutating func charge(_ count: Int) throws(JSONTextError) {
        size += count
        guard size > maximumSize else { return }
        throw JSONTextError(
            byteOffset: position,
            reason: "expected values that take at most \(Count.grouped(maximumSize, "byte")) "
                + "of memory, found more",
            excess: .memory
        )
    }

    private func checkDepth() throws(JSONTextError) {
        guard containers.count >= maximumDepth else { return }
        throw JSONTextError(
            byteOffset: position,
            reason: "expected at most \(maximumDepth) levels of nesting, found one more",
            excess: .depth
        )
    }
}

extension JSONReader {
    func peek() -> UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }
}

/// An array or object whose end was not read yet.
struct OpenContainer {
    let isObject: Bool
    var elements: [JSONValue] = []
    var object = JSONObject()
    /// Of the member whose value is read next.
    var name = ""

    init(isObject: Bool) {
        self.isObject = isObject
    }

    mutating func add(_ value: JSONValue) {
        if isObject {
            object[name] = value
        } else {
            elements.append(value)
        }
    }

    /// What an allocation takes beside what lies in it, in bytes.
    static let allocation = 48

    /// What one more value takes in it, in bytes.
    var sizeOfNext: Int {
        guard isObject else { return MemoryLayout<JSONValue>.stride }
        let isIndexed = object.count >= JSONObject.indexedFrom
        return MemoryLayout<JSONObject.Member>.stride + (isIndexed ? JSONObject.indexSize : 0)
    }

    var value: JSONValue {
        isObject ? .object(object) : .array(elements)
    }
}
