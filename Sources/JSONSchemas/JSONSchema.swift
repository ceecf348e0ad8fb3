import Base
package import JSON

/// A compiled JSON Schema of draft 2020-12.
///
/// Compile it once, then judge as many instances as you like, on any thread.
package struct JSONSchema: Sendable {
    /// Keywords of the document that no vocabulary in use defines, without those named `x-…`.
    package let unknownKeywords: [UnknownSchemaKeyword]
    /// The document it was compiled from.
    package let document: JSONValue
    /// The place of the schema in the document.
    package let place: JSONPointer
    let nodes: [SchemaNode]
    let root: SchemaNodeID
    /// For each resource, where a dynamic reference to an anchor ends.
    let dynamicScopes: [[CodePoints: SchemaNodeID]]

    /// Compiles a document, or a schema inside it.
    ///
    /// - Parameters:
    ///   - document: The document; references with a JSON Pointer reach every part of it.
    ///   - pointer: The place of the schema; empty when the whole document is the schema.
    ///   - baseURI: Where the document was found; relative references start from there.
    ///   - registry: The other documents that it may refer to.
    ///   - assertsFormat: Whether `format` is checked; else it is a remark that checks nothing.
    /// - Throws: Every fault that the document and those it refers to have.
    package init(
        document: JSONValue,
        at pointer: JSONPointer = JSONPointer(tokens: []),
        baseURI: String? = nil,
        registry: SchemaRegistry = SchemaRegistry(),
        assertsFormat: Bool = false
    ) throws(JSONSchemaError) {
        var compiler = SchemaCompiler(registry: registry, assertsFormat: assertsFormat)
        let root = compiler.compile(document, at: pointer, baseURI: baseURI)
        guard let root, compiler.index.faults.isEmpty else {
            let order = SourceOrder(document)
            throw JSONSchemaError(
                faults: order.sorted(compiler.index.faults) { fault in
                    fault.document == nil ? fault.pointer : nil
                }
            )
        }
        self.document = document
        place = pointer
        self.root = root
        nodes = compiler.nodes
        dynamicScopes = compiler.dynamicScopes
        unknownKeywords = SourceOrder(document).sorted(compiler.unknownKeywords) { $0.pointer }
    }
}

extension JSONSchema {
    /// Whether the instance keeps to the schema; stops at the first violation.
    package func isValid(_ instance: JSONValue) -> Bool {
        let count = instance.valueCount
        for effort in [SchemaEffort.plain(count), .keeping(count)] {
            var evaluator = SchemaEvaluator(schema: self, mode: .silent, effort: effort)
            let isValid = evaluator.run(on: instance)
            if evaluator.undecided == nil { return isValid }
        }
        return false
    }

    /// Everything the instance has wrong; the first `limit` violations in full, all counted.
    package func violations(in instance: JSONValue, limit: Int = 100) -> SchemaOutcome {
        precondition(limit >= 0, "limit must not be negative: \(limit)")
        guard !isValid(instance) else {
            return SchemaOutcome(violations: [], count: 0, isUndecided: false)
        }
        var evaluator = SchemaEvaluator(
            schema: self,
            mode: .collecting(limit: limit),
            effort: .keeping(instance.valueCount)
        )
        _ = evaluator.run(on: instance)
        return evaluator.outcome
    }
}
