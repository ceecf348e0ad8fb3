/// A large value behind one pointer.
///
/// Copying it, or a value that contains it, costs one reference count; the value itself is copied when it is
/// changed while it has other owners.
@propertyWrapper
package struct Box<Value: Sendable>: Sendable {
    /// Changed by its only owner alone.
    @usableFromInline
    final class Storage: @unchecked Sendable {
        @usableFromInline var value: Value

        @inlinable
        init(_ value: Value) { self.value = value }
    }

    @usableFromInline var box: Storage

    @inlinable
    package init(wrappedValue: Value) { box = Storage(wrappedValue) }

    @inlinable
    package var wrappedValue: Value {
        _read { yield box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Storage(box.value) }
            yield &box.value
        }
    }
}

extension Box: Equatable where Value: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.box === right.box || left.wrappedValue == right.wrappedValue
    }
}

extension Box: Hashable where Value: Hashable {
    package func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}
