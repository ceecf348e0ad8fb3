import Base
import JSON

extension SchemaCompiler {
    /// Whether a value of the right shape also makes sense where it stands.
    mutating func checkMeaning(
        of keyword: String,
        _ value: JSONValue,
        in source: Source
    ) -> Bool {
        let place = source.place.child(keyword)
        switch (keyword, value) {
        case ("$id", .string(let id)):
            guard URIReference(id).fragment?.isEmpty == false else { return true }
            addFault(
                .badValue,
                at: place,
                "expected a URI without fragment, got \(SchemaText.quoted(id)); "
                    + "a name inside a document is an \"$anchor\""
            )
            return false
        case ("$anchor", .string(let name)), ("$dynamicAnchor", .string(let name)):
            guard !Self.isAnchor(name) else { return true }
            addFault(
                .badValue,
                at: place,
                "expected a letter or \"_\", then letters, digits, \"-\", \"_\" or \".\", got "
                    + SchemaText.quoted(name)
            )
            return false
        case ("items", .array(let schemas)):
            addFault(
                .badValue,
                at: place,
                "expected a schema, got \(SchemaText.summary(of: .array(schemas))); "
                    + "a list of schemas is called \"prefixItems\""
            )
            return false
        default:
            return !source.dialect.isEarlierDraft || checkEarlierDraft(keyword, in: source)
        }
    }

    /// Drafts 6 and 7 ignore what stands beside `$ref`, and this draft does not.
    private mutating func checkEarlierDraft(_ keyword: String, in source: Source) -> Bool {
        guard source.object["$ref"] != nil, keyword != "$ref",
            let facts = source.dialect.facts(about: keyword),
            ![.core, .metadata].contains(facts.vocabulary), keyword != "definitions"
        else { return true }
        addFault(
            .unsupportedDialect,
            at: source.place.child(keyword),
            "is next to \"$ref\", where the document's own draft ignores it and draft 2020-12 does "
                + "not; remove it, or name draft 2020-12 in \"$schema\""
        )
        return false
    }

    private static func isAnchor(_ name: String) -> Bool {
        guard let first = name.utf8.first, first.isASCIILetter || first == UInt8(ascii: "_") else {
            return false
        }
        return name.utf8.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || "-_.".utf8.contains($0)
        }
    }
}

extension SchemaCompiler {
    private enum Mark {
        case unseen, onPath, done
    }

    /// Reports each circle of references that always leads back to the same instance.
    mutating func findEndlessReferences() {
        var marks = [Mark](repeating: .unseen, count: nodes.count)
        for start in nodes.indices where marks[start] == .unseen {
            var path: [(node: Int, edges: [Int])] = [(start, edges(of: start))]
            marks[start] = .onPath
            while let last = path.last {
                guard let next = last.edges.last else {
                    marks[last.node] = .done
                    path.removeLast()
                    continue
                }
                path[path.count - 1].edges.removeLast()
                switch marks[next] {
                case .done: break
                case .unseen:
                    marks[next] = .onPath
                    path.append((next, edges(of: next)))
                case .onPath:
                    let circle = path.map(\.node).drop { $0 != next }
                    reportCircle(Array(circle) + [next])
                }
            }
        }
    }

    /// The nodes that are always applied to the instance that a node is applied to.
    private func edges(of node: Int) -> [Int] {
        nodes[node].rules.flatMap { rule -> [SchemaNodeID] in
            switch rule {
            case .reference(let id), .not(let id): [id]
            case .dynamicReference(let reference): reference.anchor == nil ? [reference.target] : []
            case .allOf(let ids), .anyOf(let ids), .oneOf(let ids): ids
            case .condition(let condition): [condition.test]
            case .never, .assertion, .dependentSchemas, .members, .memberNames, .elements,
                .contains, .unevaluatedProperties, .unevaluatedItems:
                []
            }
        }.map(\.position)
    }

    private mutating func reportCircle(_ circle: [Int]) {
        for (node, next) in zip(circle, circle.dropFirst()) {
            for rule in nodes[node].rules {
                let keyword: String
                switch rule {
                case .reference(let id) where id.position == next: keyword = "$ref"
                case .dynamicReference(let reference) where reference.target.position == next:
                    keyword = "$dynamicRef"
                default: continue
                }
                addFault(
                    .endlessReference,
                    at: places[node].child(keyword),
                    "refers back to itself without going deeper into the instance, so no instance "
                        + "can be checked"
                )
                return
            }
        }
    }
}
