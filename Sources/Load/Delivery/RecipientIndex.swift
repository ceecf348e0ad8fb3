/// The numbers of recipients by the hashes of their names: 15 bytes for each.
struct RecipientIndex: Sendable {
    private var keys: [UInt64]
    /// One more than the number; zero for an empty place.
    private var numbers: [UInt32]
    private(set) var count = 0

    /// - Parameter capacity: Number of recipients, at most 2^32 - 2.
    init(capacity: Int) {
        let places = max(capacity + capacity / 4, 8)
        keys = [UInt64](repeating: 0, count: places)
        numbers = [UInt32](repeating: 0, count: places)
    }

    /// The number of the recipient with this hash; `nil` when there is none.
    subscript(hash: UInt64) -> UInt32? {
        let place = place(of: hash)
        return numbers[place] == 0 ? nil : numbers[place] - 1
    }

    /// Adds a recipient.
    ///
    /// - Returns: The recipient that already has this hash, and keeps it; `nil` when the hash is new.
    mutating func insert(_ hash: UInt64, number: UInt32) -> UInt32? {
        let place = place(of: hash)
        guard numbers[place] == 0 else { return numbers[place] - 1 }
        precondition(count < keys.count - 1, "more recipients than there is room for")
        keys[place] = hash
        numbers[place] = number + 1
        count += 1
        return nil
    }

    /// Where the hash is, or where there is room for it.
    private func place(of hash: UInt64) -> Int {
        var place = Int(hash.multipliedFullWidth(by: UInt64(keys.count)).high)
        while numbers[place] != 0 && keys[place] != hash {
            place += 1
            if place == keys.count { place = 0 }
        }
        return place
    }
}
