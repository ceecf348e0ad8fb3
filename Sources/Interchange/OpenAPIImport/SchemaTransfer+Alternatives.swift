import JSON
import JSONSchemas

/// The alternatives of a `oneOf`, of which possibly no value matches exactly one.
struct SchemaAlternatives {
    /// The list in the document.
    let list: LocatedValue
    /// The translated schemas.
    let schemas: [JSONValue]

    /// The maximum number that is examined: each is checked against each.
    static let most = 16
}

extension SchemaTransfer {
    /// Adds remarks on alternatives that all have an example that matches another of them too.
    ///
    /// Call this after all referenced schemas were imported.
    mutating func remarkAlternatives() throws(InterchangeError) {
        var sites: [(place: JSONPointer, examples: [JSONValue], first: Int)] = []
        var others: [JSONValue] = []
        for alternatives in alternatives.prefix(100) {
            guard let examples = try examples(of: alternatives) else { continue }
            sites.append((alternatives.list.pointer, examples, others.count))
            others += alternatives.schemas
        }
        var shown: [Shown] = []
        for site in sites {
            for example in site.examples {
                shown += site.examples.indices.map {
                    Shown(schema: site.first + $0, example: example)
                }
            }
        }
        var named = schemas
        _ = Self.repair(&named, &others)
        let faults = Self.faults(of: shown, named, others)
        guard faults.areAll else { return }
        var fits = faults.first.map { $0 == nil }[...]
        for site in sites {
            let found = site.examples.map { _ in
                let numbers = site.examples.indices.filter { fits[fits.startIndex + $0] }
                fits.removeFirst(site.examples.count)
                return numbers
            }
            // An example that does not match its own alternative proves nothing.
            let isShared = found.indices.allSatisfy { index in
                found[index].contains(index) && found[index].count > 1
            }
            guard isShared else { continue }
            let numbers = found[0].map { "\($0 + 1)" }.joined(separator: " and ")
            let example = LiteralText.apart(site.examples[0].text(maximumLength: 60))
            remarks.append(
                "\(document.place(of: site.place)): an example of each alternative keeps to another of them too, as "
                    + "\(example) to \(numbers); maybe nothing keeps to a single one, as oneOf asks."
            )
        }
    }

    /// An example of each alternative; `nil` when one has none.
    private func examples(
        of alternatives: SchemaAlternatives
    ) throws(InterchangeError) -> [JSONValue]? {
        var examples: [JSONValue] = []
        for alternative in alternatives.list.elements {
            var builder = ExampleBuilder(document)
            guard let example = try builder.value(for: alternative) else { return nil }
            examples.append(example)
        }
        return examples
    }
}
