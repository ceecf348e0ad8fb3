/// What stands in a line behind its indentation, with one space where there are to be some.
///
/// Knows from line to line which flow collections and which quoted text are open.
struct FlowText {
    /// The collections that are open, by their brackets: whether a space stands inside.
    private var open: [Bool] = []
    /// The quote that is open.
    private var quote: UInt8?
    /// Whether the last line ended with `|` or `>`, so that a text follows.
    private(set) var opensBlockText = false
    /// Whether the last line was nothing but the sign of that text.
    private(set) var isBare = false
    /// Whether a number behind the sign says in which column the text begins.
    private(set) var statesColumn = false

    private var text: [UInt8] = []
    private var line: ArraySlice<UInt8> = []
    /// What of the line is still to be taken.
    private var rest: ArraySlice<UInt8> = []

    /// Whether the next line goes on with something.
    var isOpen: Bool { !open.isEmpty || quote != nil }

    /// Whether it goes on with a quoted text.
    var isQuoted: Bool { quote != nil }

    /// Takes a line.
    ///
    /// - Parameter line: Behind its indentation; of an open text, all of it.
    /// - Returns: The line as it is to be, without space at its end.
    mutating func take(_ line: ArraySlice<UInt8>) -> [UInt8] {
        (text, self.line, rest) = ([], line, line)
        (opensBlockText, isBare) = (false, false)
        if quote != nil { takeQuoted() }
        var isValue = true
        while !rest.isEmpty {
            if quote != nil { break }
            if open.isEmpty {
                isValue = takeBlock(isValue)
            } else {
                takeFlow()
            }
        }
        if quote == nil {
            while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
        }
        return text
    }
}

// MARK: - Block context

extension FlowText {
    /// Takes the next piece outside of flow collections; whether a value may begin behind it.
    private mutating func takeBlock(_ isValue: Bool) -> Bool {
        guard let first = rest.first else { return false }
        if first == 0x20 || first == 0x09 {
            let next = rest.drop { $0 == 0x20 || $0 == 0x09 }
            if next.first == UInt8(ascii: "#") {
                // Comments are often in a column of their own.
                text += rest
                rest = []
            } else {
                if !next.isEmpty { text.append(contentsOf: rest[..<next.startIndex]) }
                rest = next
            }
            return isValue
        }
        guard isValue else { return takePlain() }
        switch first {
        case UInt8(ascii: "{"), UInt8(ascii: "["): begin(first)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            begin(quote: first)
        case UInt8(ascii: "|"), UInt8(ascii: ">"):
            opensBlockText = true
            isBare = text.isEmpty
            statesColumn = rest.prefix { $0 != 0x20 }.contains { (0x31...0x39).contains($0) }
            text += rest
            rest = []
        case UInt8(ascii: "&"), UInt8(ascii: "!"):
            // An anchor or a tag stands before its value.
            let end = rest.firstIndex { $0 == 0x20 } ?? rest.endIndex
            text += rest[..<end]
            rest = rest[end...]
            return true
        default: return takePlain()
        }
        return false
    }

    /// A plain text up to the colon that makes it a key, or to a comment.
    private mutating func takePlain() -> Bool {
        while let byte = rest.first {
            let next = rest.dropFirst().first
            if byte == UInt8(ascii: ":"), next == nil || next == 0x20 {
                text.append(byte)
                rest = rest.dropFirst().drop { $0 == 0x20 }
                guard !rest.isEmpty else { return true }
                let isComment = rest.first == UInt8(ascii: "#")
                // In front of a comment all of the space stays.
                if isComment { rest = line[(rest.startIndex - spaceBefore(rest))...] }
                if !isComment { text.append(0x20) }
                return true
            }
            if byte == 0x20, next == UInt8(ascii: "#") || next == 0x20 {
                let after = rest.drop { $0 == 0x20 }
                if after.isEmpty || after.first == UInt8(ascii: "#") {
                    text += rest
                    rest = []
                    return false
                }
            }
            text.append(byte)
            rest = rest.dropFirst()
        }
        return false
    }

    private func spaceBefore(_ rest: ArraySlice<UInt8>) -> Int {
        line[..<rest.startIndex].reversed().prefix { $0 == 0x20 }.count
    }
}

// MARK: - Texts and collections

extension FlowText {
    private mutating func begin(quote: UInt8) {
        self.quote = quote
        text.append(quote)
        rest = rest.dropFirst()
        takeQuoted()
    }

    private mutating func takeQuoted() {
        while let byte = rest.first, let quote {
            text.append(byte)
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                if let escaped = rest.first { text.append(escaped) }
                rest = rest.dropFirst()
            } else if byte == quote {
                if quote == UInt8(ascii: "'"), rest.first == quote {
                    text.append(quote)
                    rest = rest.dropFirst()
                } else {
                    self.quote = nil
                }
            }
        }
    }

    private mutating func begin(_ bracket: UInt8) {
        text.append(bracket)
        rest = rest.dropFirst().drop { $0 == 0x20 }
        let isBrace = bracket == UInt8(ascii: "{")
        let next = rest.first
        let holdsCollection = next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
        let isEmpty = next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
        let isSpaced = (isBrace || holdsCollection) && !isEmpty
        open.append(isSpaced)
        if isSpaced, next != nil { text.append(0x20) }
    }

    private mutating func end(_ bracket: UInt8) {
        let isSpaced = open.popLast() ?? false
        dropSpace()
        if isSpaced, !text.isEmpty { text.append(0x20) }
        text.append(bracket)
        rest = rest.dropFirst()
    }

    private mutating func dropSpace() {
        while text.last == 0x20 { text.removeLast() }
    }

    /// Takes the next piece of a flow collection.
    private mutating func takeFlow() {
        guard let first = rest.first else { return }
        switch first {
        case 0x20, 0x09:
            let next = rest.drop { $0 == 0x20 || $0 == 0x09 }
            if next.first == UInt8(ascii: "#") {
                text += rest
                rest = []
                return
            }
            if !text.isEmpty, text.last != 0x20, !next.isEmpty { text.append(0x20) }
            rest = next
        case UInt8(ascii: "{"), UInt8(ascii: "["): begin(first)
        case UInt8(ascii: "}"), UInt8(ascii: "]"): end(first)
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
            begin(quote: first)
            colonBehindText()
        case UInt8(ascii: ","):
            dropSpace()
            text.append(first)
            rest = rest.dropFirst().drop { $0 == 0x20 }
            if let next = rest.first, next != UInt8(ascii: "#") {
                text.append(0x20)
            } else if !rest.isEmpty {
                rest = line[(rest.startIndex - spaceBefore(rest))...]
            }
        default: takeFlowPlain()
        }
    }

    /// A colon directly behind a quoted key.
    private mutating func colonBehindText() {
        let next = rest.drop { $0 == 0x20 }
        guard quote == nil, next.first == UInt8(ascii: ":") else { return }
        rest = next
        takeColon()
    }

    private mutating func takeColon() {
        dropSpace()
        text.append(UInt8(ascii: ":"))
        rest = rest.dropFirst().drop { $0 == 0x20 }
        if let next = rest.first, next != UInt8(ascii: ",") { text.append(0x20) }
    }

    private mutating func takeFlowPlain() {
        while let byte = rest.first {
            let next = rest.dropFirst().first
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): return
            case UInt8(ascii: ":") where next.map { " ,}]".utf8.contains($0) } ?? true:
                return takeColon()
            case 0x20
            where rest.drop(while: { $0 == 0x20 }).first.map { ",}]#:".utf8.contains($0) } ?? true:
                // The space before a colon is part of no key; one inside of a text stays.
                let after = rest.drop { $0 == 0x20 }
                guard after.first == UInt8(ascii: ":") else { return }
                let behind = after.dropFirst().first
                guard behind.map({ " ,}]".utf8.contains($0) }) ?? true else {
                    text += rest[..<after.startIndex]
                    rest = after
                    continue
                }
                rest = after
                return takeColon()
            default:
                text.append(byte)
                rest = rest.dropFirst()
            }
        }
    }
}
