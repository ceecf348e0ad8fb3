import Contract
import JSON

extension GeneratedCase {
    /// Slightly smaller cases, the smallest first; none equals this one.
    package var smaller: [GeneratedCase] {
        switch form {
        case .repeated, .pair, .listing: return []
        case .request(let model, let edits):
            var found = edits.indices.map { position in
                var fewer = edits
                fewer.remove(at: position)
                return fewer
            }
            for (position, edit) in edits.enumerated() {
                found += edit.smaller.map { smaller in
                    var others = edits
                    others[position] = smaller
                    return others
                }
            }
            // A value of a format keeps it, unless it breaks another rule: then something else is tested.
            let rules = model.formatRules(of: edits)
            if model.keeps(rules, after: edits) {
                found.removeAll { fewer in
                    !model.keeps(rules, after: fewer) && model.outcome(of: fewer) != .failure
                }
            }
            return found.map { GeneratedCase(form: .request(model, $0)) }
        case .sequence(let resource, let uses):
            guard uses.count > 1 else { return [] }
            return uses.indices.map { position in
                var fewer = uses
                fewer.remove(at: position)
                return GeneratedCase(form: .sequence(resource, fewer))
            }
        }
    }
}

extension GeneratedEdit {
    /// Edits at the same place with a smaller value.
    fileprivate var smaller: [GeneratedEdit] {
        guard case .set(let value) = change, !isWhole else { return [] }
        let fitting = ValueShrinking.smaller(than: value).filter { Self.fits($0, in: section) }
        return fitting.map { value in
            var edit = self
            edit.change = .set(value)
            edit.remark = nil
            return edit
        }
    }
}

/// Makes values smaller, by large steps first.
enum ValueShrinking {
    static func smaller(than value: JSONValue) -> [JSONValue] {
        switch value {
        case .null, .bool: []
        case .number: numbers(value)
        case .string(let text): texts(Array(text.unicodeScalars)).map(JSONValue.string)
        case .array(let elements): lists(elements)
        case .object(let object): objects(object)
        }
    }

    private static func numbers(_ value: JSONValue) -> [JSONValue] {
        guard let whole = value.intValue else { return [0, 1] }
        guard whole != 0 else { return [] }
        let nearer = whole - whole.signum()
        return [0, whole / 2, nearer].filter { $0 != whole }.map(JSONValue.integer)
    }

    private static func texts(_ scalars: [Unicode.Scalar]) -> [String] {
        let count = scalars.count
        var found = lengths(below: count).map { scalars.prefix($0) }.map(text)
        // Of the same length, without special characters.
        let plain = String(repeating: "x", count: count)
        if plain != text(scalars[...]), count > 0 { found.append(plain) }
        return found
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    private static func lists(_ elements: [JSONValue]) -> [JSONValue] {
        lengths(below: elements.count).map { .array(Array(elements.prefix($0))) }
    }

    private static func objects(_ object: JSONObject) -> [JSONValue] {
        guard !object.isEmpty else { return [] }
        let fewer = object.members.indices.map { position in
            var members = object.members
            members.remove(at: position)
            return JSONValue.object(JSONObject(members))
        }
        return [.object(JSONObject())] + fewer
    }

    /// A half, three quarters, seven eighths … of a length, without duplicates.
    private static func lengths(below count: Int) -> [Int] {
        var found: [Int] = []
        var step = count
        while step > 0 {
            found.append(count - step)
            step /= 2
        }
        return found
    }
}
