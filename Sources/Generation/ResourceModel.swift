import Base
package import Contract
import HTTP
import JSON
import JSONPaths
import JSONSchemas

/// An object that one operation creates and others use, with a request that creates it.
package struct ResourceModel: Sendable {
    /// An operation that uses the object.
    struct Use: Sendable {
        let operation: Operation
        var template: RequestTemplate
        let bindings: [Binding]
        /// The part of its name after the operation.
        let label: String
        let role: Role
        /// Whether members that it does not write keep their values.
        var isPartial = false
        /// Whether its values are made up, so that the server may have reasons to reject them.
        var isTrial = false
        /// The number of elements from which on a list may lack the object; `nil` if it may lack it anyway.
        var page: Int?

        /// Whether it can change the state of the server (RFC 9110 §9.2.1).
        var changesSomething: Bool {
            !["GET", "HEAD"].contains(template.constant("method") ?? "GET")
        }
    }

    /// The role of a use.
    enum Role: Sendable {
        case read, update, delete, other
        /// Lists the object among others.
        case list
    }

    var creator: RequestModel
    /// The values that the uses refer to, captured from the creator's response.
    let captures: [Capture]
    var uses: [Use]
    /// The operation that creates it.
    var label: String { creator.operation.id }
    /// A query for the object in a list; `nil` if that is not possible.
    private(set) var listed: QueryTemplate?

    private init(_ resource: ContractResource, creator: RequestModel) {
        self.creator = creator
        captures = resource.captures
        uses = resource.uses.map { use in
            let role: Role =
                switch use.role {
                case .read: .read
                case .update: .update
                case .delete: .delete
                case .other: .other
                }
            return Use(
                operation: use.operation,
                template: use.template,
                bindings: use.bindings,
                label: use.label,
                role: role,
                isPartial: use.template.constant("method") == "PATCH"
            )
        }
    }

    /// The objects of a contract: from the captures of its cases, from the structure of its paths, and from requests
    /// that succeeded on an object that another one created.
    ///
    /// - Parameters:
    ///   - contract: With its cases.
    ///   - models: A request of each operation that has one.
    /// - Returns: One for each operation that creates something that another one uses.
    package static func all(
        in contract: ContractDocument,
        _ models: [RequestModel]
    ) -> [ResourceModel] {
        let linked = models.filter(\.isSound).compactMap { ResourceModel(linking: models, to: $0) }
        let covered = Set(linked.map(\.creator.operation.id))
        let sound = models.filter { $0.isSound && !covered.contains($0.operation.id) }
        let byName = Dictionary(sound.map { ($0.operation.id, $0) }) { first, _ in first }
        let described = ContractResource.all(
            in: contract,
            byName.mapValues(\.template),
            without: Set(contract.generation.excluded.map(\.operation))
        ).compactMap { resource in
            byName[resource.creator.id].map { ResourceModel(resource, creator: $0) }
        }
        let all = linked.flatMap { [$0] + ($0.complete.map { [$0] } ?? []) } + described
        return all.map(\.withOtherValues)
    }
}

// MARK: - Links that were found

extension ResourceModel {
    /// The requests on the creator's object; `nil` for none.
    private init?(linking models: [RequestModel], to creator: RequestModel) {
        guard let created = creator.created else { return nil }
        let name = created.capture.name
        let step = creator.operation.id + creator.label
        var steps: [Step] = []
        var uses: [Use] = []
        for model in models where model.operation.id != creator.operation.id {
            let path = model.template.constant("path") ?? ""
            if model.isSound, model.template.constant("method") == "GET",
                PathShape.shape(path) == PathShape.shape(creator.template.constant("path") ?? "")
            {
                var list = Use(model, model.widened, .list)
                list.page = ListPage.size(of: model, showing: created, of: creator)
                uses.append(list)
                steps += model.preparation
            }
            let others = model.preparation.filter { $0.label != step }
            // A request that uses the object cannot come before it.
            guard others.count < model.preparation.count,
                model.template.document.templates.flatMap(\.names).contains(name),
                others.allSatisfy({ other in
                    let used = other.request?.template.document.templates.flatMap(\.names) ?? []
                    return !used.contains(name)
                })
            else { continue }
            let role = Self.role(of: model, name, creator)
            // For a request that never succeeded, only the reading of created objects is tested.
            guard model.isSound || role == .read else { continue }
            uses.append(Use(model, model.template, role))
            steps += others
        }
        guard uses.contains(where: { $0.role != .list || $0.page != nil }) else { return nil }
        self.creator = creator.prepared(by: steps)
        captures = [created.capture]
        self.uses = uses
        let member = JSONPath.segment(created.member)
        let argument = "$..[?@\(member) == \(created.isText ? "\"" : "")"
        listed = .open(
            name: "jsonpath",
            argument: Template(
                parts: [
                    .literal(argument), .reference([name]),
                    .literal(created.isText ? "\"]" : "]"),
                ],
                location: creator.operation.location
            )
        )
    }

    /// The role of a request for the object at the end of its path.
    private static func role(
        of model: RequestModel,
        _ name: String,
        _ creator: RequestModel
    ) -> Role {
        let path = model.template.constant("path") ?? ""
        let collection = creator.template.constant("path") ?? ""
        guard let last = path.split(separator: "/").last, last.hasPrefix("{"), last.hasSuffix("}"),
            PathShape.shape(String(path.dropLast(last.count)))
                == PathShape.shape(collection),
            model.template["params"]?[String(last.dropFirst().dropLast())]?.templates
                .flatMap(\.names).contains(name) == true
        else { return .other }
        switch model.template.constant("method") ?? "GET" {
        case "GET": return .read
        case "PUT", "PATCH": return .update
        case "DELETE": return .delete
        default: return .other
        }
    }

    /// The object created with every optional member, and updates that write all of them or one; `nil` if there are
    /// none.
    private var complete: ResourceModel? {
        guard let template = creator.completed, uses.contains(where: { $0.role == .read }) else {
            return nil
        }
        var complete = self
        complete.creator.template = template
        complete.uses = uses.filter { $0.role == .read }
        for use in uses where use.role == .update {
            let isPatch = use.template.constant("method") == "PATCH"
            if isPatch {
                complete.uses += use.singleChanges.map { template in
                    var single = use
                    single.template = template
                    single.isPartial = true
                    return single
                }
            } else if let written = use.completed {
                var whole = use
                whole.template = written
                complete.uses.append(whole)
            }
        }
        return complete
    }
}

extension ResourceModel.Use {
    fileprivate init(
        _ model: RequestModel,
        _ template: RequestTemplate,
        _ role: ResourceModel.Role
    ) {
        operation = model.operation
        self.template = template
        bindings = model.stepBindings
        label = model.label
        self.role = role
        isPartial = model.template.constant("method") == "PATCH"
    }

    private var view: SchemaView? {
        operation.accepted.first { $0.section == "json" }.flatMap { SchemaView($0.schema) }
    }

    /// The request with every optional member.
    fileprivate var completed: RequestTemplate? {
        CompleteBody.template(template, operation: operation)
    }

    /// Requests that write one member each, with another value than an example has.
    fileprivate var singleChanges: [RequestTemplate] {
        guard let view, let rule = operation.accepted.first(where: { $0.section == "json" }) else {
            return []
        }
        return view.properties.compactMap { name in
            guard let property = view.property(name), let example = property.example else {
                return nil
            }
            let bodies = OtherValue.values(than: example, property).map { value in
                JSONValue.object(JSONObject([.init(name: name, value: value)]))
            }
            guard let body = bodies.first(where: rule.accepts) else { return nil }
            var single = template
            single.replace("json", with: .constant(body))
            return single
        }
    }
}

// MARK: - Bodies

/// Bodies with all described members of an operation.
enum CompleteBody {
    /// The request with valid values for the missing members of its body; `nil` if none can be added.
    static func template(_ template: RequestTemplate, operation: Operation) -> RequestTemplate? {
        guard let rule = operation.accepted.first(where: { $0.section == "json" }),
            let view = SchemaView(rule.schema), let members = template["json"]?.members
        else { return nil }
        var complete = template
        var isOther = false
        for name in view.properties where !members.contains(where: { $0.name == name }) {
            guard let property = view.property(name), property.keywords["readOnly"] != true,
                let value = property.example, value != .null
            else { continue }
            do {
                try complete.set(.constant(value), at: ["json", name])
                isOther = true
            } catch {
                continue
            }
        }
        return isOther ? complete : nil
    }
}

extension RequestModel {
    /// The request with every optional member of its body; `nil` if there is none.
    var completed: RequestTemplate? { CompleteBody.template(template, operation: operation) }

    /// A list with the maximum number of elements that the operation allows.
    var widened: RequestTemplate {
        guard let view = rule("query").flatMap({ SchemaView($0.schema) }) else { return template }
        var wide = template
        for name in ListPage.sizes {
            guard let most = view.property(name)?.keywords["maximum"]?.intValue else { continue }
            do {
                try wide.set(.constant(.string("\(most)")), at: ["query", name])
                return wide
            } catch {
                continue
            }
        }
        return wide
    }
}
