import Base

/// Mail addresses.
///
/// Source: RFC 5321 §4.1.2 `Mailbox`; RFC 6531 §3.3 adds everything beyond ASCII.
enum EmailFormat {
    static func matches(_ text: String, isInternational: Bool) -> Bool {
        guard isInternational || text.utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        var scanner = TextScanner(text)
        let isLocal =
            scanner.next == UInt8(ascii: "\"") ? scanner.takeQuoted() : scanner.takeDotAtom()
        guard isLocal, scanner.take("@") else { return false }
        let domain = String(decoding: scanner.rest, as: UTF8.self)
        guard scanner.take("[") else {
            return HostnameFormat.matches(domain, isInternational: isInternational)
        }
        guard domain.utf8.last == UInt8(ascii: "]") else { return false }
        let literal = String(domain.utf8.dropFirst().dropLast()) ?? ""
        let prefix = "IPv6:"
        return literal.utf8.starts(with: prefix.utf8)
            ? AddressFormat.isVersion6(String(literal.dropFirst(prefix.count)))
            : AddressFormat.isVersion4(literal)
    }
}

extension TextScanner {
    /// Words of `atext` with single dots between them.
    fileprivate mutating func takeDotAtom() -> Bool {
        repeat {
            let length = take {
                $0.isASCIILetter || $0.isASCIIDigit || $0 >= 0x80
                    || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0)
            }
            guard length > 0 else { return false }
        } while take(".")
        return true
    }

    fileprivate mutating func takeQuoted() -> Bool {
        guard take("\"") else { return false }
        while !take("\"") {
            _ = take("\\")
            guard let byte = takeAny(), byte >= 0x20, byte != 0x7F else { return false }
        }
        return true
    }
}
