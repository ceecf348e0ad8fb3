import Base
import RegularExpressions

/// One compiled schema: what it asks of an instance, with every reference resolved.
struct SchemaNode: Sendable {
    /// In the order of the schema; rules that look at what others evaluated come last.
    var rules: [SchemaRule] = []
    /// The resource the schema belongs to; it enters the dynamic scope with the node.
    let resource: Int
    /// The URI of the resource with the node's JSON Pointer in the fragment.
    let location: String
    /// Whether a rule looks at what the others evaluated.
    var seesEvaluated = false
}

/// What one keyword, or a group of keywords that work together, asks for.
enum SchemaRule: Sendable {
    /// The schema `false`.
    case never
    /// A keyword that looks at the instance alone.
    case assertion(keyword: String, SchemaAssertion)
    /// `$ref`: the same instance against another schema.
    case reference(SchemaNodeID)
    case dynamicReference(DynamicReference)
    case allOf([SchemaNodeID])
    case anyOf([SchemaNodeID])
    case oneOf([SchemaNodeID])
    case not(SchemaNodeID)
    case condition(SchemaCondition)
    /// By the member whose presence asks for them; the keyword is that or `dependencies`.
    case dependentSchemas(keyword: String, [(name: String, node: SchemaNodeID)])
    case members(MembersRule)
    case memberNames(SchemaNodeID)
    case elements(ElementsRule)
    case contains(ContainsRule)
    case unevaluatedProperties(SchemaNodeID)
    case unevaluatedItems(SchemaNodeID)
}

/// The position of a node in its schema.
struct SchemaNodeID: Hashable, Sendable {
    let position: Int
}

/// A reference whose target can be taken over by an outer resource in the dynamic scope.
struct DynamicReference: Sendable {
    /// Where the reference leads without regard to the scope.
    let target: SchemaNodeID
    /// The anchor that outer resources can redefine; `nil` when this is an ordinary reference.
    let anchor: String?
}

/// `if`, `then` and `else`.
struct SchemaCondition: Sendable {
    let test: SchemaNodeID
    let then: SchemaNodeID?
    let otherwise: SchemaNodeID?
}

/// `properties`, `patternProperties` and `additionalProperties`.
struct MembersRule: Sendable {
    /// A regular expression for names, as compiled and as written.
    struct Pattern: Sendable {
        let expression: RegularExpression
        let source: String
        let node: SchemaNodeID
    }

    var named: [CodePoints: SchemaNodeID] = [:]
    var patterns: [Pattern] = []
    var additional: SchemaNodeID?
}

/// `prefixItems` and `items`.
struct ElementsRule: Sendable {
    var prefix: [SchemaNodeID] = []
    var rest: SchemaNodeID?
}

/// `contains`, `minContains` and `maxContains`.
struct ContainsRule: Sendable {
    let node: SchemaNodeID
    let minimum: Int
    /// Whether `minContains` is written; else its value is 1 and `contains` is to blame.
    let namesMinimum: Bool
    let maximum: Int?
}
