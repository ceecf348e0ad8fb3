package import Contract
package import JSON

/// One change of a valid request.
package struct GeneratedEdit: Hashable, Sendable {
    /// The categories of changes, in the order in which they alternate.
    package enum Category: String, Hashable, Sendable, CaseIterable {
        case limit, missing, empty, null, type, choice, number, text, surplus, repeated
        case credentials, method, mediaType, body
    }

    /// The requirement on the response.
    package enum Demand: Hashable, Sendable {
        /// The operation's accepted values decide.
        case byRule
        /// It must be rejected.
        case breaks
        /// It may be rejected.
        case open
        /// The operation's accepted values decide what must be rejected; anything else may be: a schema's format is
        /// only descriptive (JSON Schema 2020-12, validation, section 7.2.1).
        case unsure
    }

    /// The new value.
    package enum Change: Hashable, Sendable {
        case set(JSONValue)
        case unset
        /// After signing: removed.
        case tamperUnset
        /// After signing: one character changed.
        case tamperFlip
        /// After signing: one more character than this, which can have templates.
        case tamperLonger(String)
    }

    package let category: Category
    /// Reference tokens of a JSON Pointer into the request document.
    package let tokens: [String]
    package var change: Change
    package let demand: Demand
    /// The place of the change inside the new value, if the rest of it is valid.
    package var inner: [String] = []
    /// A remark on the value: `above maxLength 100`; `nil` for none.
    package var remark: String?

    init(
        _ category: Category,
        at tokens: [String],
        _ change: Change,
        _ demand: Demand = .byRule,
        remark: String? = nil
    ) {
        self.category = category
        self.tokens = tokens
        self.change = change
        self.demand = demand
        self.remark = remark
    }
}

extension GeneratedEdit {
    /// The place as a JSON Pointer: `/json/text`.
    package var place: String { JSONPointer(tokens: tokens).description }

    /// Whether a server that fails for both has the same mistake.
    package func isAkin(to other: GeneratedEdit, finding kind: GeneratedKind) -> Bool {
        if category == .credentials, other.category == .credentials { return true }
        guard tokens == other.tokens, inner == other.inner else { return false }
        switch kind {
        case .undeclared, .stackTrace, .noResponse, .hang: return true
        default: return category == other.category || isOfOtherKind && other.isOfOtherKind
        }
    }

    /// Whether the new value is of a kind that does not belong there.
    private var isOfOtherKind: Bool { category == .type || category == .choice }

    /// Whether there is no smaller change of its kind.
    var isWhole: Bool {
        switch category {
        case .credentials, .method, .mediaType, .body, .choice: true
        case .limit, .missing, .empty, .null, .type, .number, .text, .surplus, .repeated: false
        }
    }

    /// The section of the request that it changes.
    var section: String { tokens[0] }

    /// Whether it changes the request after signing.
    var isTampering: Bool {
        switch change {
        case .set, .unset: false
        case .tamperUnset, .tamperFlip, .tamperLonger: true
        }
    }

    /// The change for people: `text of 101 characters, above maxLength 100`.
    package var words: String {
        let what: String
        switch change {
        case .set(let value): what = ValueWords.text(of: value)
        case .unset: what = "left out"
        case .tamperUnset: what = "left out after signing"
        case .tamperFlip: what = "one character other after signing"
        case .tamperLonger: what = "one character more after signing"
        }
        let place = inner.isEmpty ? "" : ", changed at \(JSONPointer(tokens: inner))"
        return what + place + (remark.map { ", \($0)" } ?? "")
    }

    /// The edit of a request document, or of a signed one.
    func requestEdit(at location: SourceLocation) throws(TemplateError) -> RequestEdit {
        let action: RequestEdit.Action
        switch change {
        case .set(let value): action = .set(.constant(value))
        case .unset, .tamperUnset: action = .unset
        case .tamperFlip: action = .flip
        case .tamperLonger(let text):
            action = .set(.text(try Template(parsing: text, at: location)))
        }
        return RequestEdit(
            pointer: JSONPointer(tokens: tokens),
            action: action,
            location: location
        )
    }
}

/// Values in a few words.
enum ValueWords {
    /// `text of 101 characters`, `[]`, `null`, `42`.
    static func text(of value: JSONValue) -> String {
        switch value {
        case .string(let text) where text.unicodeScalars.count > 24:
            let unit = uniform(text).map { " \(JSONValue.string($0).text)" } ?? ""
            return "a text of \(text.unicodeScalars.count) characters\(unit)"
        case .array(let elements) where elements.count > 3:
            return "a list of \(elements.count)"
        default: return value.text(maximumLength: 60)
        }
    }

    /// The only character of a text; `nil` for several.
    static func uniform(_ text: String) -> String? {
        guard let first = text.unicodeScalars.first,
            text.unicodeScalars.allSatisfy({ $0 == first })
        else { return nil }
        return String(first)
    }
}

extension GeneratedEdit {
    /// Whether a place can have a value: a path not an empty one, and a header no controls.
    static func fits(_ value: JSONValue, in section: String) -> Bool {
        let texts = (value.arrayValue ?? [value]).map(\.scalarText)
        switch section {
        case "params":
            // Removing the value would result in another path.
            if value == .null || texts.isEmpty || value.objectValue != nil { return false }
            return texts.allSatisfy { !$0.isEmpty && $0 != "\u{0}" && $0.utf8.count < 4_000 }
        case "headers":
            return texts.allSatisfy { text in
                // A field value arrives without the blanks around it (RFC 9110, section 5.5).
                text.utf8.count < 4_000 && text.first != " " && text.last != " "
                    && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
            }
        case "multipart":
            // An object describes a file.
            return (value.arrayValue ?? [value]).allSatisfy { $0.objectValue == nil }
        case "query": return texts.allSatisfy { $0.utf8.count < 6_000 }
        default: return true
        }
    }
}
