import Base
import HTTP
import JSON

/// A mutation of a body.
struct AlteredBody: Sendable {
    /// The replacement of a body.
    private enum Content: Sendable {
        case bytes([UInt8])
        case value(ValueAlteration, of: JSONValue)
        case fields([(name: String, value: String)])
    }

    let alteration: Alteration
    private let content: Content

    /// The bytes; `nil` when the mutation is not possible.
    var bytes: [UInt8]? {
        switch content {
        case .bytes(let bytes): bytes
        case .value(let altered, let root): altered.applied(to: root)?.textBytes
        case .fields(let fields): Array(QueryEncoding.form.encoded(fields).utf8)
        }
    }
}

extension AlteredBody {
    /// All mutations of a body.
    ///
    /// - Parameters:
    ///   - bytes: With its content codings undone.
    ///   - isForm: Whether it is a form, by its header.
    ///   - random: The source of changed texts.
    /// - Returns: Nothing for a body that is empty.
    static func all(
        of bytes: [UInt8],
        isForm: Bool,
        _ random: inout RandomSource
    ) -> [AlteredBody] {
        guard !bytes.isEmpty else {
            let more = Array("{}".utf8)
            return [
                AlteredBody(
                    alteration: Alteration(Subject.bodyPath, "{} in it"),
                    content: .bytes(more)
                )
            ]
        }
        var all = [
            AlteredBody(alteration: Alteration(Subject.bodyPath, "emptied"), content: .bytes([])),
            AlteredBody(
                alteration: Alteration(Subject.bodyPath, "cut"),
                content: .bytes(Array(bytes.prefix(bytes.count / 2)))
            ),
        ]
        guard bytes.count <= AlterationLimits.bodyBytes else { return all }
        if let root = try? JSONValue(parsing: bytes) {
            let page = Array("<html></html>".utf8)
            all.append(
                AlteredBody(
                    alteration: Alteration(Subject.bodyPath, "not JSON"),
                    content: .bytes(page)
                )
            )
            all += ValueAlteration.all(of: root, &random).map {
                AlteredBody(alteration: $0.alteration, content: .value($0, of: root))
            }
        } else if isForm {
            all += FieldAlteration.all(of: FormDecoding.fields(in: bytes), "form", &random).map {
                AlteredBody(alteration: $0.alteration, content: .fields($0.fields))
            }
        }
        return all
    }
}

/// A mutation of a list of fields.
struct FieldAlteration {
    let alteration: Alteration
    let fields: [(name: String, value: String)]

    /// Each field dropped, and each with another value; `kind` is the prefix of its name.
    static func all(
        of fields: [(name: String, value: String)],
        _ kind: String,
        _ random: inout RandomSource
    ) -> [FieldAlteration] {
        var all: [FieldAlteration] = []
        for (position, field) in fields.enumerated().prefix(AlterationLimits.places) {
            var fewer = fields
            fewer.remove(at: position)
            let place = "\(kind) \(field.name)"
            all.append(FieldAlteration(alteration: Alteration(place, "dropped"), fields: fewer))
            let new = random.changed(field.value)
            var changed = fields
            changed[position].value = new.text
            let alteration = Alteration(place, new.description)
            all.append(FieldAlteration(alteration: alteration, fields: changed))
        }
        return all
    }
}
