import Base
import Contract
import JSON
import JSONSchemas

extension RequestModel {
    /// The request with texts that are drawn anew each time, for services that reject a second object of the same
    /// name; `nil` if no text of the body can differ.
    package var drawingTexts: RequestModel? {
        guard let section = ["json", "form"].first(where: { template[$0]?.members != nil }) else {
            return nil
        }
        var drawing = self
        var isOther = false
        for tokens in template[section]?.memberTokens(below: [section], depth: 3) ?? [] {
            let value = tokens.dropFirst().reduce(template[section]) { value, token in
                Int(token).flatMap { value?.elements?[safely: $0] } ?? value?[token]
            }
            guard case .string(let text)? = value?.constantValue,
                let unique = drawn(text, at: tokens)
            else { continue }
            do {
                try drawing.template.set(.text(unique), at: tokens)
                isOther = true
            } catch {
                continue
            }
        }
        return isOther ? drawing : nil
    }

    /// The first spelling with random characters whose draws the operation accepts; `nil` if the value is one of an
    /// enumeration, or none fits.
    private func drawn(_ text: String, at tokens: [String]) -> Template? {
        let view = tokens.dropFirst().reduce(rule(tokens[0]).flatMap { SchemaView($0.schema) }) {
            Int($1) == nil ? $0?.property($1) : $0?.element(0)
        }
        guard view?.keywords["enum"] == nil, view?.keywords["const"] == nil else { return nil }
        let format = view?.keywords["format"]?.stringValue
        let templates = UniqueText.templates(like: text, format: format, at: template.location)
        return templates.first { candidate in
            (0..<5).allSatisfy { seed in accepts(candidate, at: tokens, seed: UInt64(seed)) }
        }
    }

    private func accepts(_ candidate: Template, at tokens: [String], seed: UInt64) -> Bool {
        guard let rule = rule(tokens[0]), let sample = sample(tokens[0]) else { return true }
        var evaluator = Evaluator(
            now: Timestamp(nanosecondsSince1970: 1_767_225_600_000_000_000),
            random: RandomSource(seed: seed, name: "unique")
        )
        do {
            let value = try evaluator.value(of: .text(candidate))
            let whole: TemplateValue = .object([.init(name: tokens[0], value: .constant(sample))])
            let edited = try whole.setting(.constant(value), at: tokens[...])
            return rule.accepts(edited[tokens[0]]?.constantValue)
        } catch {
            return false
        }
    }
}

/// Spellings of a text with random characters.
enum UniqueText {
    static func templates(
        like text: String,
        format: String?,
        at location: SourceLocation
    ) -> [Template] {
        func template(_ parts: Template.Part...) -> Template {
            Template(parts: parts, location: location)
        }
        switch format {
        case "uuid": return [template(.function(.uuid))]
        case "email", "idn-email":
            return [template(.literal("user"), .function(.digits(9)), .literal("@example.com"))]
        case "uri", "url", "iri":
            return [template(.literal("https://example.com/"), .function(.digits(9)))]
        case "date", "date-time", "time", "ipv4", "ipv6", "byte", "binary", "password": return []
        default: break
        }
        var found: [Template] = []
        if let run = text.lastDigits {
            let (before, after) = (String(text[..<run.lowerBound]), String(text[run.upperBound...]))
            for count in [9, 8, 6, text[run].count] where count > 2 {
                found.append(
                    template(.literal(before), .function(.digits(count)), .literal(after))
                )
            }
        }
        found.append(template(.literal(text + "-"), .function(.digits(9))))
        found.append(template(.literal(text), .function(.digits(9))))
        let length = text.unicodeScalars.count
        if length > 3 {
            found.append(template(.function(.digits(length))))
            found.append(template(.function(.hex(length))))
            found.append(template(.function(.alphanumerics(length))))
        }
        return found.map(\.withoutEmptyLiterals)
    }
}

extension Template {
    fileprivate var withoutEmptyLiterals: Template {
        Template(parts: parts.filter { $0 != .literal("") }, location: location)
    }
}

extension String {
    /// The last run of digits.
    fileprivate var lastDigits: Range<Index>? {
        let isDigit = { (character: Character) in character.isASCII && character.isNumber }
        guard let last = lastIndex(where: isDigit) else { return nil }
        let end = index(after: last)
        let before = self[..<last].lastIndex { !isDigit($0) }
        return (before.map(index(after:)) ?? startIndex)..<end
    }
}

extension Array {
    fileprivate subscript(safely index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
