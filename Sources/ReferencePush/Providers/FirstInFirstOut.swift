/// A queue with constant time at both ends, regardless of its length.
struct FirstInFirstOut<Element: Sendable>: Sendable {
    private var elements: [Element] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }

    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Removes the first element.
    mutating func removeFirst() {
        head += 1
        guard head == elements.count || head >= 1_024 && head * 2 >= elements.count else { return }
        elements.removeFirst(head)
        head = 0
    }
}
