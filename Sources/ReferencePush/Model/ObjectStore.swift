/// Something with a key, kept in an `ObjectStore`.
protocol StoredObject: Sendable {
    var id: ObjectID { get }
}

/// Objects by key and in the order of their creation.
struct ObjectStore<Object: StoredObject>: Sendable {
    /// In order of creation; `nil` where an object was removed.
    private var slots: [Object?] = []
    private var positions: [ObjectID: Int] = [:]
}

extension ObjectStore {
    var count: Int { positions.count }

    subscript(_ id: ObjectID) -> Object? { positions[id].flatMap { slots[$0] } }

    /// Every object, the newest first.
    var newestFirst: NewestFirst { NewestFirst(slots: slots) }

    /// Objects from the last slot to the first.
    struct NewestFirst: Sequence, IteratorProtocol {
        private let slots: [Object?]
        private var position: Int

        fileprivate init(slots: [Object?]) {
            self.slots = slots
            position = slots.count
        }

        mutating func next() -> Object? {
            while position > 0 {
                position -= 1
                if let object = slots[position] { return object }
            }
            return nil
        }
    }

    /// Every object, the oldest first.
    var oldestFirst: some Sequence<Object> { slots.lazy.compactMap { $0 } }

    /// The objects with these keys, the newest first; unknown keys are left out.
    func newestFirst(among ids: some Sequence<ObjectID>) -> NewestFirst {
        let chosen = Set(ids.compactMap { positions[$0] }).sorted()
        return NewestFirst(slots: chosen.map { slots[$0] })
    }

    /// A key that no object has.
    func newID(using generator: inout some RandomNumberGenerator) -> ObjectID {
        var id = ObjectID(using: &generator)
        while positions[id] != nil { id = ObjectID(using: &generator) }
        return id
    }

    /// Adds an object with a new key.
    mutating func insert(_ object: Object) {
        positions[object.id] = slots.count
        slots.append(object)
    }

    /// Changes the object in place; does nothing when there is none.
    mutating func update(_ id: ObjectID, _ change: (inout Object) -> Void) {
        guard let position = positions[id], var object = slots[position] else { return }
        // Taken out, so that the change does not copy what the object holds.
        slots[position] = nil
        change(&object)
        slots[position] = object
    }

    @discardableResult
    mutating func remove(_ id: ObjectID) -> Object? {
        guard let position = positions.removeValue(forKey: id) else { return nil }
        defer { compactIfSparse() }
        defer { slots[position] = nil }
        return slots[position]
    }

    /// Keeps the empty places below half, so that removal costs the same however many there are.
    private mutating func compactIfSparse() {
        guard slots.count > 64, positions.count * 2 < slots.count else { return }
        slots = slots.filter { $0 != nil }
        for (position, object) in slots.enumerated() {
            if let object { positions[object.id] = position }
        }
    }
}
