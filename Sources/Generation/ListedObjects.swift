import Contract
import HTTP
import JSON
import JSONPaths
import JSONSchemas

/// How much of a collection a list shows, by its document.
enum ListPage {
    /// The number of elements from which on a list may be cut if its document does not limit it.
    private static let unknown = 5
    /// The maximum of that number, whatever the document allows.
    private static let most = 10
    /// Names of parameters for the number of elements.
    static let sizes = [
        "size", "limit", "per_page", "perPage", "page_size", "pageSize", "count",
    ]
    /// Parts of names of members and parameters by which servers leave objects out of lists.
    private static let filters = [
        "stat", "activ", "enabl", "publi", "visib", "hidden", "privat", "archiv", "delet", "draft",
        "approv", "expir",
    ]

    /// The number of elements from which on a list may lack an object; `nil` if it may lack any, or is not known to be
    /// a list of such objects.
    static func size(
        of list: RequestModel,
        showing created: CreatedObject,
        of creator: RequestModel
    ) -> Int? {
        guard let element = element(of: list.operation),
            element.property(created.member) != nil,
            list.template["params"] == creator.template["params"],
            (list.template["query"]?.members ?? []).allSatisfy({ sizes.contains($0.name) })
        else { return nil }
        let rule = list.operation.accepted.first { $0.section == "query" }
        let query = rule.flatMap { SchemaView($0.schema) }
        let parameters = query?.properties ?? []
        let isFiltered = (element.properties + parameters).contains { name in
            filters.contains(where: name.lowercased().contains)
        }
        guard !isFiltered else { return nil }
        let known = sizes.compactMap { name -> Int? in
            let sent = list.widened["query"]?[name]?.constantValue
            return sent.flatMap { $0.intValue ?? $0.stringValue.flatMap { Int($0) } }
                ?? query?.property(name)?.keywords["default"]?.intValue
        }
        return min(known.min() ?? unknown, most)
    }

    /// The description of an element: of a list, or of the only list of objects in an object.
    private static func element(of operation: Operation) -> SchemaView? {
        let views = operation.responses.compactMap { rule in
            (rule.expectation.schema?.schema).flatMap { SchemaView($0) }
        }
        guard views.count == 1 else { return nil }
        let members = views[0].properties.compactMap(views[0].property)
        let elements = (views + members).compactMap { $0.element(0) }.filter {
            !$0.properties.isEmpty
        }
        return elements.count == 1 ? elements[0] : nil
    }
}

extension ResourceModel {
    /// Whether a list lacks the object that a response shows as created, and is shorter than a page.
    func isMissing(from list: HTTPResponse, createdBy creation: HTTPResponse, _ page: Int) -> Bool {
        guard case .ready(let query)? = captures.first?.query, creation.status != 202,
            let identifier = query.value(in: creation)?.scalarText,
            (200..<300).contains(list.status), list.headers["Link"] == nil,
            let body = JSONValue(response: list)
        else { return false }
        let members = body.objectValue?.members ?? []
        let lists = ([body] + members.map(\.value)).compactMap(\.arrayValue)
        guard lists.count == 1, lists[0].count < page,
            !members.contains(where: { Self.isOfMore($0.name, $0.value, than: lists[0].count) })
        else { return false }
        return !lists[0].contains { element in
            (element.objectValue?.members ?? []).contains { $0.value.scalarText == identifier }
        }
    }

    /// Whether a member beside a list may mean that there are further elements.
    private static func isOfMore(_ name: String, _ value: JSONValue, than count: Int) -> Bool {
        if let number = value.intValue { return number > count }
        return ["next", "more", "cursor"].contains(where: name.lowercased().contains)
            && ![.null, .bool(false), ""].contains(value)
    }
}
