/// Values by key and in the order of insertion; beyond a limit the oldest are evicted.
///
/// All operations except for iteration take constant time, regardless of earlier values: there are fewer empty
/// slots than values, and none before the oldest.
struct BoundedStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    fileprivate struct Slot: Sendable {
        let key: Key
        var value: Value
    }

    /// In order of arrival; `nil` where a value was removed.
    private var slots: [Slot?] = []
    private var positions: [Key: Int] = [:]
    /// The position of the oldest value; every slot before it is empty.
    private var start = 0
    private let limit: Int
    private var arrivals = 0
    /// Number of slots skipped or moved so far, as a measure of its work.
    private(set) var steps = 0

    /// - Parameter limit: Largest number of values; unlimited by default.
    init(limit: Int = .max) { self.limit = limit }
}

extension BoundedStore {
    var count: Int { positions.count }

    subscript(_ key: Key) -> Value? { positions[key].flatMap { slots[$0]?.value } }

    func contains(_ key: Key) -> Bool { positions[key] != nil }

    /// The oldest key.
    private var oldestKey: Key? { count > 0 ? slots[start]?.key : nil }

    /// Adds a value, or replaces the value of an existing key in place.
    ///
    /// - Returns: The evicted value; `nil` for none.
    @discardableResult
    mutating func insert(_ value: Value, for key: Key) -> Value? {
        if let position = positions[key] {
            slots[position]?.value = value
            return nil
        }
        arrivals += 1
        positions[key] = slots.count
        slots.append(Slot(key: key, value: value))
        return count > limit ? oldestKey.flatMap { remove($0) } : nil
    }

    /// Changes a value in place.
    ///
    /// - Returns: `false` for an unknown key.
    @discardableResult
    mutating func update(_ key: Key, _ change: (inout Value) -> Void) -> Bool {
        guard let position = positions[key], var slot = slots[position] else { return false }
        // Taken out, so that the change does not copy the value's contents.
        slots[position] = nil
        change(&slot.value)
        slots[position] = slot
        return true
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let position = positions.removeValue(forKey: key) else { return nil }
        let removed = slots[position]?.value
        slots[position] = nil
        closeGaps()
        return removed
    }

    mutating func removeAll(where isOut: (Value) -> Bool) {
        for entry in entries where isOut(entry.value) { remove(entry.key) }
    }

    /// Moves the start to the oldest value, and compacts the slots when half of them are empty.
    private mutating func closeGaps() {
        while start < slots.count, slots[start] == nil {
            start += 1
            steps += 1
        }
        guard slots.count > 64, count * 2 < slots.count else { return }
        steps += slots.count
        slots = slots.filter { $0 != nil }
        start = 0
        for (position, slot) in slots.enumerated() {
            if let slot { positions[slot.key] = position }
        }
    }
}

extension BoundedStore where Key == Int {
    /// Adds a value under a new number; for stores without look-ups by key.
    mutating func append(_ value: Value) { insert(value, for: arrivals) }
}

extension BoundedStore where Value == Void {
    /// - Returns: Whether the key was new.
    @discardableResult
    mutating func insert(_ key: Key) -> Bool {
        guard !contains(key) else { return false }
        insert((), for: key)
        return true
    }

    /// Removes the oldest key.
    mutating func popOldest() -> Key? {
        guard let key = oldestKey else { return nil }
        remove(key)
        return key
    }
}

extension BoundedStore where Key == ObjectID {
    /// A new, unused key.
    func newID(using generator: inout some RandomNumberGenerator) -> ObjectID {
        var id = ObjectID(using: &generator)
        while contains(id) { id = ObjectID(using: &generator) }
        return id
    }
}

// MARK: - Walks

extension BoundedStore {
    /// The values from the last slot to the first.
    struct NewestFirst: Sequence, IteratorProtocol {
        private let slots: [Slot?]
        private var position: Int
        private let start: Int

        fileprivate init(_ slots: [Slot?], from start: Int = 0) {
            self.slots = slots
            self.start = start
            position = slots.count
        }

        mutating func next() -> Value? {
            while position > start {
                position -= 1
                if let slot = slots[position] { return slot.value }
            }
            return nil
        }
    }

    var newestFirst: NewestFirst { NewestFirst(slots, from: start) }

    /// The values with these keys, the newest first; unknown keys are skipped.
    func newestFirst(among keys: some Sequence<Key>) -> NewestFirst {
        NewestFirst(Set(keys.compactMap { positions[$0] }).sorted().map { slots[$0] })
    }

    /// Keys and values, the oldest first.
    var entries: some Sequence<(key: Key, value: Value)> {
        slots[start...].lazy.compactMap { slot in slot.map { (key: $0.key, value: $0.value) } }
    }

    /// The oldest first.
    var keys: some Sequence<Key> { entries.lazy.map(\.key) }
}
