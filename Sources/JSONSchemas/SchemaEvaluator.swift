import Base
import JSON

/// One walk of a schema over an instance.
struct SchemaEvaluator {
    enum Mode: Hashable {
        /// Says only whether; stops as soon as that is known.
        case silent
        /// Notes violations and goes on.
        case collecting(limit: Int)
        /// Notes the first violation, then stops.
        case first
    }

    /// How many schemas may be applied inside one another.
    ///
    /// Each takes up to 8 kB of stack without optimisation and 2 kB with it; threads have 8 MB.
    static let deepestNesting = 800

    let schema: JSONSchema
    var mode: Mode
    /// What is known of subschemas at places of the instance.
    var known: KnownResponses
    /// How many alternatives within others were explained.
    var explanations = 0
    private var steps = 0
    private let mostSteps: Int
    var violations: [SchemaViolation] = []
    var count = 0
    /// Why the evaluation was given up.
    private(set) var undecided: SchemaViolation?
    /// The way into the instance; kept only while violations are noted.
    var instancePath: [PointerToken] = []
    /// The way through the schema; kept only while violations are noted.
    var keywordPath: [PointerToken] = []
    /// The resources that were entered and not yet left, outermost first.
    private var scope: [Int] = []
    /// The nodes that were entered and not yet left.
    private var entered: [SchemaNodeID] = []
    /// Where in `entered` the nodes begin that are applied to the present instance.
    private var instanceStart = 0

    init(schema: JSONSchema, mode: Mode, effort: SchemaEffort) {
        self.schema = schema
        self.mode = mode
        // Where a reference leads by the way that was taken, a response holds for that way alone.
        known = KnownResponses(
            isKept: effort.keepsResponses && schema.dynamicScopes.allSatisfy(\.isEmpty)
        )
        mostSteps = effort.mostSteps
    }

    /// How many alternatives within others may be explained: each has one for each way to it.
    static let mostExplanations = 1_000

    var isSilent: Bool { mode == .silent }

    /// What was found; an evaluation that was given up has one violation more.
    var outcome: SchemaOutcome {
        SchemaOutcome(
            violations: (undecided.map { [$0] } ?? []) + violations,
            count: count + (undecided == nil ? 0 : 1),
            isUndecided: undecided != nil
        )
    }

    /// Applies the whole schema.
    mutating func run(on instance: JSONValue) -> Bool {
        var unmarked: EvaluatedChildren?
        return apply(schema.root, to: instance, marks: &unmarked)
    }

    /// Applies a node to an instance; when `marks` is set, adds the children it evaluated.
    ///
    /// Children that a failed schema evaluated are added only while violations are noted: its
    /// caller fails too, and a member that was described should not be called unknown as well.
    mutating func apply(
        _ id: SchemaNodeID,
        to instance: JSONValue,
        marks: inout EvaluatedChildren?
    ) -> Bool {
        guard undecided == nil, mayEnter(id) else { return false }
        entered.append(id)
        let resource = schema.nodes[id.position].resource
        let entersResource = scope.last != resource
        if entersResource { scope.append(resource) }
        defer {
            entered.removeLast()
            if entersResource { scope.removeLast() }
        }
        let marksOwn = marks != nil || schema.nodes[id.position].seesEvaluated
        var own: EvaluatedChildren? = marksOwn ? .init() : nil
        var isValid = true
        for rule in schema.nodes[id.position].rules where !follows(rule, in: id, instance, &own) {
            isValid = false
            if mode == .silent || mode == .first { break }
        }
        if let own, isValid || !isSilent { marks?.formUnion(own) }
        return isValid
    }

    /// Applies a node to a child of the present instance.
    mutating func apply(
        _ id: SchemaNodeID,
        toChild child: JSONValue,
        at token: @autoclosure () -> PointerToken,
        isName: Bool = false
    ) -> Bool {
        let start = instanceStart
        let place = known.place
        known.enter(token(), isName: isName)
        defer { known.place = place }
        instanceStart = entered.count
        let isNoting = !isSilent
        if isNoting { instancePath.append(token()) }
        defer {
            instanceStart = start
            if isNoting { instancePath.removeLast() }
        }
        var unmarked: EvaluatedChildren?
        return apply(id, to: child, marks: &unmarked)
    }

    /// Where a dynamic reference leads now.
    func target(of reference: DynamicReference) -> SchemaNodeID {
        guard let anchor = reference.anchor else { return reference.target }
        let name = CodePoints(anchor)
        for resource in scope {
            if let id = schema.dynamicScopes[resource][name] { return id }
        }
        return reference.target
    }
}

extension SchemaEvaluator {
    /// Whether one more node fits; if not, the evaluation is given up.
    private mutating func mayEnter(_ id: SchemaNodeID) -> Bool {
        steps += 1
        if steps > mostSteps {
            giveUp(
                at: id,
                expected: "at most \(Count.grouped(mostSteps, "step"))",
                actual: "alternatives within alternatives that take more"
            )
            return false
        }
        if entered.count >= Self.deepestNesting {
            giveUp(
                at: id,
                expected: "at most \(Self.deepestNesting) schemas inside one another",
                actual: "more"
            )
            return false
        }
        guard entered.count - instanceStart > 32 else { return true }
        // The scope grows once for each resource; a node met more often sees the same scope again.
        let meetings = entered[instanceStart...].count { $0 == id }
        guard meetings > schema.dynamicScopes.count + 1 else { return true }
        giveUp(
            at: id,
            expected: "references that go deeper into the instance",
            actual: "an endless circle"
        )
        return false
    }

    // Kept out of the recursive functions, whose frames it would swell.
    @inline(never)
    mutating func giveUp(at id: SchemaNodeID, expected: String, actual: String) {
        undecided = SchemaViolation(
            instanceLocation: instancePath.map(\.text).joined(),
            keywordLocation: keywordPath.map(\.text).joined(),
            absoluteKeywordLocation: schema.nodes[id.position].location,
            expected: expected,
            actual: actual,
            message: "cannot be checked: expected \(expected), got \(actual)",
            causes: []
        )
    }
}

/// How much may be done to judge an instance.
struct SchemaEffort {
    /// How many schemas may be applied.
    let mostSteps: Int
    /// Whether what was found out is kept, so that alternatives within alternatives do not take twice
    /// the time with each level; which costs something itself.
    let keepsResponses: Bool

    /// Enough for what ordinary schemas ask of an instance of this size.
    static func plain(_ valueCount: Int) -> SchemaEffort {
        SchemaEffort(mostSteps: 20_000 + 20 * valueCount, keepsResponses: false)
    }

    /// All that is done; a second or two for a small instance.
    static func keeping(_ valueCount: Int) -> SchemaEffort {
        SchemaEffort(mostSteps: 2_000_000 + 200 * valueCount, keepsResponses: true)
    }
}

extension JSONValue {
    /// How many values there are, this one included.
    var valueCount: Int {
        switch self {
        case .null, .bool, .number, .string: 1
        case .array(let elements): elements.reduce(1) { $0 + $1.valueCount }
        case .object(let object): object.members.reduce(1) { $0 + $1.value.valueCount }
        }
    }
}

/// What was found out of subschemas, by the place in the instance.
struct KnownResponses {
    struct Key: Hashable {
        let node: SchemaNodeID
        let place: Int
    }

    private struct Step: Hashable {
        let parent: Int
        let token: PointerToken
        /// The name of a member and its value are at one place.
        let isName: Bool
    }

    let isKept: Bool
    var responses: [Key: Bool] = [:]
    /// The number of the present place; the root's is 0.
    var place = 0
    private var places: [Step: Int] = [:]

    init(isKept: Bool) {
        self.isKept = isKept
    }

    func key(of node: SchemaNodeID) -> Key? {
        isKept ? Key(node: node, place: place) : nil
    }

    mutating func enter(_ token: @autoclosure () -> PointerToken, isName: Bool) {
        guard isKept else { return }
        let step = Step(parent: place, token: token(), isName: isName)
        place = places[step] ?? places.count + 1
        places[step] = place
    }
}
