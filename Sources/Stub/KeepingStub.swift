import Contract
package import HTTP
import JSON
import JSONPaths
import Synchronization

/// A stub with state: objects that one operation creates can be read, changed, deleted and listed by others.
///
/// Related operations are recognized as for generated sequences. All others respond with their examples.
package final class KeepingStub: Sendable {
    private let stub: ContractStub
    private let kinds: [ThingKind]
    /// The first kind of object for which an operation has a role.
    private let kindOf: [String: Int]
    /// The kinds of the objects that the path of an operation goes through, if it promises an error for unknown ones.
    private let parents: [String: [Int]]
    private let limit: Int
    private let state: Mutex<KeptThings>
    /// Called once when the limit is reached.
    private let notice: @Sendable (String) -> Void
    private let hasNoticed = Mutex(false)
    /// Largest number of elements of a list, the newest ones.
    private static let longestList = 1_000

    /// - Parameters:
    ///   - stub: Generates responses.
    ///   - limit: Largest number of stored objects; zero stores none.
    ///   - notice: Called when the limit is reached.
    package init(
        _ stub: ContractStub,
        limit: Int = 10_000,
        notice: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.stub = stub
        self.limit = limit
        self.notice = notice
        kinds = limit > 0 ? ThingKind.all(of: stub.contract, stub.routes) : []
        kindOf = Dictionary(
            kinds.enumerated().flatMap { index, kind in kind.roles.keys.map { ($0, index) } }
        ) { min($0, $1) }
        let paths = kinds.map(\.item)
        parents = Dictionary(
            stub.contract.operations.filter(stub.promisesUnknown).map { operation in
                let path = stub.routes.routes(of: operation.id).first?.path
                return (
                    operation.id,
                    paths.indices.filter { path?.continues(paths[$0]) ?? false }
                )
            }
        ) { first, _ in first }
        var things = KeptThings(limit: limit)
        for (index, kind) in kinds.enumerated() {
            for name in kind.examples { things.keep(KeptThings.Thing(), as: name, of: index) }
        }
        state = Mutex(things)
    }

    /// Kinds of objects that are stored, and operations without state; one line each.
    package var guide: [String] {
        let known = Set(kinds.flatMap(\.roles.keys))
        let others = stub.contract.operations.map(\.id).filter { !known.contains($0) }
        guard !kinds.isEmpty, !others.isEmpty else { return kinds.map(\.sentence) }
        let shown = others.prefix(8).joined(separator: ", ")
        let more = others.count > 8 ? " and \(others.count - 8) more" : ""
        return kinds.map(\.sentence) + ["answers \(shown)\(more) from examples"]
    }

    /// Responds to one request.
    package func answer(_ request: HTTPRequest) -> HTTPResponse {
        guard case .operation(let route, let fields) = stub.routes.match(request) else {
            return stub.answer(request)
        }
        if let refusal = stub.refusal(of: request, fields, route) { return refusal }
        let operation = route.operation
        let values = route.path.gaps.map { fields.path[$0] ?? "" }
        for index in parents[operation.id] ?? [] {
            let gaps = values.prefix(kinds[index].item.gaps.count)
            let name = KeptThings.Name(scope: Array(gaps.dropLast()), id: gaps.last ?? "")
            guard state.withLock({ $0.thing(name, of: index) }) == nil else { continue }
            return missing(name.id, kinds[index], operation, request, fields)
        }
        if let index = kindOf[operation.id], let role = kinds[index].roles[operation.id] {
            let answering = Answering(
                kind: kinds[index],
                index: index,
                operation: operation,
                request: request,
                fields: fields,
                values: values
            )
            do {
                return try answer(answering, role)
            } catch {
                return StubProblem.response(500, "\(operation.id): \(error)")
            }
        }
        return stub.success(of: operation, request, fields)
    }

    /// A request for an object of a kind.
    private struct Answering {
        let kind: ThingKind
        let index: Int
        let operation: Operation
        let request: HTTPRequest
        let fields: RequestFields
        /// In the gaps of its path.
        let values: [String]

        /// Name of the object that the path ends with.
        var name: KeptThings.Name {
            KeptThings.Name(scope: Array(values.dropLast()), id: values.last ?? "")
        }
    }

    private func answer(
        _ asked: Answering,
        _ role: ThingKind.Role
    ) throws(TemplateError) -> HTTPResponse {
        switch role {
        case .create: return try create(asked)
        case .list: return try list(asked)
        case .read:
            guard let thing = state.withLock({ $0.thing(asked.name, of: asked.index) }) else {
                return missing(asked)
            }
            return try show(thing, asked)
        case .delete:
            let isGone = state.withLock { things in
                let isThere = things.remove(asked.name, of: asked.index)
                // Restores the contract's example, so that its cases pass again in any order.
                if isThere, asked.kind.examples.contains(asked.name) {
                    things.keep(KeptThings.Thing(), as: asked.name, of: asked.index)
                }
                return isThere
            }
            return isGone
                ? stub.success(of: asked.operation, asked.request, asked.fields) : missing(asked)
        case .update(let isWhole):
            var written = asked.fields.written
            // The path identifies the object.
            if let identity = asked.kind.identity { written[identity] = nil }
            let changed = state.withLock { things -> KeptThings.Thing? in
                guard var thing = things.thing(asked.name, of: asked.index) else { return nil }
                thing.write(written, isWhole: isWhole)
                things.keep(thing, as: asked.name, of: asked.index)
                return thing
            }
            guard let changed else { return missing(asked) }
            return try show(changed, asked)
        }
    }

    private func missing(_ asked: Answering) -> HTTPResponse {
        missing(asked.name.id, asked.kind, asked.operation, asked.request, asked.fields)
    }

    private func missing(
        _ name: String,
        _ kind: ThingKind,
        _ operation: Operation,
        _ request: HTTPRequest,
        _ fields: RequestFields
    ) -> HTTPResponse {
        stub.failure(
            of: operation,
            request,
            fields,
            statuses: [404, 410],
            "nothing is kept as \"\(name)\"; \(kind.creator.id) creates it"
        )
    }
}

// MARK: - Responses

extension KeepingStub {
    /// The response of an operation that shows an object.
    private func show(
        _ thing: KeptThings.Thing,
        _ asked: Answering
    ) throws(TemplateError) -> HTTPResponse {
        guard let rule = ContractStub.success(of: asked.operation) else {
            return stub.success(of: asked.operation, asked.request, asked.fields)
        }
        var maker = stub.maker(asked.request, asked.fields.all)
        var draft = try stub.draft(of: asked.operation, rule, asked.fields, using: &maker)
        guard draft.body != nil else { return draft.response }
        let place =
            draft.body?.value(at: asked.kind.place)?.objectValue == nil ? [] : asked.kind.place
        // The path names the object by a text; in responses it may be a number.
        var members = thing.members
        if let identity = asked.kind.identity, members[identity] == nil {
            let way = place + [.name(identity)]
            members[identity] = try self.identity(asked, &maker, draft, way, rule)
        }
        try maker.put(members, at: place, in: &draft, rule)
        for name in thing.removed {
            var trial = draft
            guard trial.put(nil, at: place + [.name(name)]) else { continue }
            if try maker.defect(of: trial, rule) == nil { draft = trial }
        }
        return draft.response
    }

    /// The identifier of the path in the form of the response.
    private func identity(
        _ asked: Answering,
        _ maker: inout ResponseMaker,
        _ draft: ResponseDraft,
        _ way: [JSONPath.Step],
        _ rule: ResponseRule
    ) throws(TemplateError) -> JSONValue {
        let text = asked.values.last ?? ""
        let number = Int(text).map(JSONValue.integer)
        for candidate in [number, .string(text)].compactMap(\.self) {
            var trial = draft
            guard trial.put(candidate, at: way) else { continue }
            if try maker.defect(of: trial, rule) == nil { return candidate }
        }
        return .string(text)
    }

    private func create(_ asked: Answering) throws(TemplateError) -> HTTPResponse {
        guard let rule = ContractStub.success(of: asked.operation) else {
            return stub.success(of: asked.operation, asked.request, asked.fields)
        }
        var maker = stub.maker(asked.request, asked.fields.all)
        var draft = try stub.draft(of: asked.operation, rule, asked.fields, using: &maker)
        let written = asked.fields.written
        let place = asked.kind.place
        try maker.put(written, at: place, in: &draft, rule)
        guard let identity = asked.kind.identity else {
            let id = keepNumbered(draft, written, asked)
            try locate(&draft, id, asked, &maker, rule)
            return draft.response
        }
        let way = place + [.name(identity)]
        if written[identity] == nil || !keep(draft, written, identity, asked, replaces: false) {
            try identify(&draft, at: way, asked, &maker, rule)
            _ = keep(draft, written, identity, asked, replaces: true)
        }
        if let id = draft.body?.value(at: way)?.scalarText {
            try locate(&draft, id, asked, &maker, rule)
        }
        return draft.response
    }

    /// Stores the object of a response without an identifier under a number.
    private func keepNumbered(
        _ draft: ResponseDraft,
        _ written: JSONObject,
        _ asked: Answering
    ) -> String {
        let thing = KeptThings.Thing(draft.body?.objectValue, written: written)
        let (id, isFull) = state.withLock { things in
            var name: KeptThings.Name
            repeat {
                name = KeptThings.Name(scope: asked.values, id: "\(things.nextNumber())")
            } while asked.kind.examples.contains(name)
                || !things.keepNew(thing, as: name, of: asked.index)
            return (name.id, things.isFull)
        }
        if isFull { noticeOnce() }
        return id
    }

    /// Stores the object of a response; `false` if its identifier belongs to another one.
    private func keep(
        _ draft: ResponseDraft,
        _ written: JSONObject,
        _ identity: String,
        _ asked: Answering,
        replaces: Bool
    ) -> Bool {
        guard let object = draft.body?.value(at: asked.kind.place)?.objectValue,
            let id = object[identity]?.scalarText
        else { return true }
        var written = written
        written[identity] = nil
        let thing = KeptThings.Thing(object, written: written)
        let name = KeptThings.Name(scope: asked.values, id: id)
        let (isKept, isFull) = state.withLock { things in
            var isKept = things.keepNew(thing, as: name, of: asked.index)
            if !isKept, replaces {
                things.keep(thing, as: name, of: asked.index)
                isKept = true
            }
            return (isKept, things.isFull)
        }
        if isFull { noticeOnce() }
        return isKept
    }

    /// Makes the `Location` of a response, if it has one, the path of the created object.
    private func locate(
        _ draft: inout ResponseDraft,
        _ id: String,
        _ asked: Answering,
        _ maker: inout ResponseMaker,
        _ rule: ResponseRule
    ) throws(TemplateError) {
        guard draft.headers["Location"] != nil, asked.kind.isBelowCreator else { return }
        let path = "\(asked.request.path)/\(PercentEncoding.encoded(id))"
        for location in [path, asked.request.origin + path] {
            var trial = draft
            trial.headers.set("Location", location)
            guard try maker.defect(of: trial, rule) == nil else { continue }
            draft = trial
            return
        }
    }

    /// Gives a new object an identifier that is valid in the response and not used by an example of the contract.
    private func identify(
        _ draft: inout ResponseDraft,
        at way: [JSONPath.Step],
        _ asked: Answering,
        _ maker: inout ResponseMaker,
        _ rule: ResponseRule
    ) throws(TemplateError) {
        let examples = asked.kind.examples
        for _ in 0...examples.count {
            let number = state.withLock { $0.nextNumber() }
            for candidate in Identifiers.candidates(like: draft.body?.value(at: way), number)
            where !examples.contains(where: { $0.id == candidate.scalarText }) {
                var trial = draft
                guard trial.put(candidate, at: way) else { continue }
                guard try maker.defect(of: trial, rule) == nil else { continue }
                draft = trial
                return
            }
        }
    }

    private func noticeOnce() {
        let isFirst = hasNoticed.withLock { known in
            defer { known = true }
            return !known
        }
        guard isFirst else { return }
        notice("\(limit) things are kept, and no more: the oldest give way from now on")
    }

    /// The response with the stored objects in its list, if it has a suitable one.
    private func list(_ asked: Answering) throws(TemplateError) -> HTTPResponse {
        guard let rule = ContractStub.success(of: asked.operation) else {
            return stub.success(of: asked.operation, asked.request, asked.fields)
        }
        var maker = stub.maker(asked.request, asked.fields.all)
        let draft = try stub.draft(of: asked.operation, rule, asked.fields, using: &maker)
        guard !draft.headers.announceEventStream, let (way, example) = draft.body?.onlyList else {
            return draft.response
        }
        let kept = state.withLock {
            $0.last(Self.longestList, of: asked.index, in: asked.values)
        }
        let template = example.first?.objectValue ?? JSONObject()
        // Tries complete objects first, then only members that the list's elements have too.
        for isWhole in [true, false] {
            let elements = kept.map { id, thing -> JSONValue in
                var element = template
                for member in thing.members.members
                where isWhole || template.contains(member.name) {
                    element[member.name] = member.value
                }
                if let identity = asked.kind.identity, thing.members[identity] == nil {
                    let isNumber = template[identity]?.intValue != nil
                    let number = isNumber ? Int(id).map(JSONValue.integer) : nil
                    element[identity] = number ?? .string(id)
                }
                return .object(element)
            }
            var trial = draft
            guard trial.put(.array(elements), at: way) else { continue }
            if try maker.defect(of: trial, rule) == nil { return trial.response }
        }
        return draft.response
    }
}

/// New identifiers in the form of an example.
private enum Identifiers {
    static func candidates(like example: JSONValue?, _ number: Int) -> [JSONValue] {
        guard let text = example?.stringValue else {
            if example?.intValue != nil { return [.integer(number)] }
            return [.string("\(number)"), .integer(number)]
        }
        let digits = "\(number)"
        // As long as the example, so that lengths and patterns match: `00…0012`.
        let run = text.reversed().prefix { $0.isHexDigit }.count
        var candidates: [JSONValue] = []
        if run >= digits.count {
            let start = text.dropLast(run)
            let zeros = String(repeating: "0", count: run - digits.count)
            candidates.append(.string(start + zeros + digits))
            let kept = text.dropLast(digits.count)
            candidates.append(.string(kept + digits))
        }
        candidates.append(.string(digits))
        candidates.append(.string("\(text)-\(digits)"))
        let letters = digits.map { digit in
            Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(digit.wholeNumberValue ?? 0)))
        }
        candidates.append(.string(String(text.dropLast(letters.count)) + String(letters)))
        return candidates
    }
}

extension JSONValue {
    /// The value at a path.
    fileprivate func value(at way: [JSONPath.Step]) -> JSONValue? {
        var value = self
        for step in way {
            switch step {
            case .name(let name):
                guard let inner = value[name] else { return nil }
                value = inner
            case .index(let index):
                guard let elements = value.arrayValue, elements.indices.contains(index) else {
                    return nil
                }
                value = elements[index]
            }
        }
        return value
    }

    /// The only list in the value: itself, or the only member that is a list.
    fileprivate var onlyList: (way: [JSONPath.Step], elements: [JSONValue])? {
        if let elements = arrayValue { return ([], elements) }
        let lists = (objectValue?.members ?? []).compactMap { member in
            member.value.arrayValue.map { (way: [JSONPath.Step.name(member.name)], elements: $0) }
        }
        return lists.count == 1 ? lists[0] : nil
    }
}
