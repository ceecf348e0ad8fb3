import JSON

/// The vocabularies that the keywords of a resource are read with.
struct SchemaDialect: Hashable, Sendable {
    let vocabularies: Set<SchemaVocabulary>
    /// Whether the document says it is of an earlier draft.
    ///
    /// It is then read as 2020-12, and what meant something else is a fault.
    let isEarlierDraft: Bool

    /// Everything, with `format` as an annotation.
    static let standard = SchemaDialect(
        vocabularies: Set(SchemaVocabulary.allCases).subtracting([.formatAssertion]),
        isEarlierDraft: false
    )

    private static let earlierDraft = SchemaDialect(
        vocabularies: standard.vocabularies,
        isEarlierDraft: true
    )

    /// What is known about a keyword, when one of the vocabularies defines it.
    func facts(about keyword: String) -> SchemaKeywordFacts? {
        guard let facts = SchemaKeywordFacts.of(keyword) else { return nil }
        if facts.vocabulary == .formatAnnotation {
            let formats: Set<SchemaVocabulary> = [.formatAnnotation, .formatAssertion]
            return vocabularies.isDisjoint(with: formats) ? nil : facts
        }
        return vocabularies.contains(facts.vocabulary) ? facts : nil
    }
}

extension SchemaDialect {
    /// Why a `$schema` has no dialect.
    struct Refusal: Error, Hashable, Sendable {
        let reason: String
    }

    /// The dialect that a `$schema` names; its metaschema is built in or in the registry.
    init(uri text: String, registry: SchemaRegistry) throws(Refusal) {
        let uri = URIReference(text).withoutFragment.text
        let earlier = ["draft-06", "draft-07"].map { "http://json-schema.org/\($0)/schema" }
        if uri == Metaschema.dialectURI {
            self = .standard
        } else if earlier.contains(uri) {
            self = .earlierDraft
        } else if let metaschema = registry.document(at: uri) {
            try self.init(vocabulariesOf: metaschema)
        } else {
            throw Refusal(
                reason: "expected \"\(Metaschema.dialectURI)\" or the URI of a metaschema "
                    + "that was supplied, got \(SchemaText.quoted(text))"
            )
        }
    }

    private init(vocabulariesOf metaschema: JSONValue) throws(Refusal) {
        guard let listed = metaschema["$vocabulary"]?.objectValue else {
            self = .standard
            return
        }
        var vocabularies: Set<SchemaVocabulary> = [.core]
        for member in listed.members {
            if let vocabulary = SchemaVocabulary(uri: member.name) {
                vocabularies.insert(vocabulary)
            } else if member.value.boolValue == true {
                throw Refusal(
                    reason: "its metaschema requires the vocabulary "
                        + "\(SchemaText.quoted(member.name)), which is not supported"
                )
            }
        }
        self.init(vocabularies: vocabularies, isEarlierDraft: false)
    }
}
