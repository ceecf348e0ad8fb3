/// Elements grouped by key, in the order in which the keys first occur.
package struct Grouping<Element>: RandomAccessCollection {
    package typealias Group = (key: String, members: [Element])

    private var groups: [Group] = []

    package init(_ elements: some Sequence<Element>, by key: (Element) -> String) {
        var positions: [String: Int] = [:]
        for element in elements {
            let key = key(element)
            if let position = positions[key] {
                groups[position].members.append(element)
            } else {
                positions[key] = groups.count
                groups.append((key, [element]))
            }
        }
    }

    package var startIndex: Int { groups.startIndex }
    package var endIndex: Int { groups.endIndex }
    package subscript(position: Int) -> Group { groups[position] }
}
