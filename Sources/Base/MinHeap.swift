/// A priority queue with the least value first.
package struct MinHeap<Element: Comparable> {
    /// The children of index n are at 2n + 1 and 2n + 2, and not less than it.
    @usableFromInline var elements: [Element]

    /// An empty heap.
    @inlinable package init() { elements = [] }

    /// A heap of equal values, which is valid in any order.
    @inlinable package init(repeating element: Element, count: Int) {
        elements = Array(repeating: element, count: count)
    }

    /// The least value; `nil` when empty.
    @inlinable package var first: Element? { elements.first }

    /// Puts a value in; the cost grows with the logarithm of the count.
    @inlinable package mutating func insert(_ element: Element) {
        elements.append(element)
        var place = elements.count - 1
        while place > 0, elements[place] < elements[(place - 1) / 2] {
            elements.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Replaces the least value.
    ///
    /// - Precondition: The heap is not empty.
    @inlinable package mutating func replaceFirst(with element: Element) {
        elements[0] = element
        sink()
    }

    /// Removes the least value; `nil` when empty.
    @inlinable package mutating func popFirst() -> Element? {
        guard let first = elements.first, let last = elements.popLast() else { return nil }
        if !elements.isEmpty { replaceFirst(with: last) }
        return first
    }

    @inlinable mutating func sink() {
        var place = 0
        while true {
            var child = 2 * place + 1
            guard child < elements.count else { return }
            if child + 1 < elements.count, elements[child + 1] < elements[child] { child += 1 }
            guard elements[child] < elements[place] else { return }
            elements.swapAt(place, child)
            place = child
        }
    }
}

extension MinHeap: Sendable where Element: Sendable {}
