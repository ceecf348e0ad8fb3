/// Which part of the arrivals a process sent.
package struct RunShard: Hashable, Sendable {
    /// From 1 to `count`.
    package let number: Int
    package let count: Int

    /// Everything.
    package static let whole = RunShard(1, of: 1)

    package init(_ number: Int, of count: Int) {
        precondition(count > 0 && (1...count).contains(number), "shard \(number) of \(count)")
        self.number = number
        self.count = count
    }
}

extension RunShard: CustomStringConvertible {
    /// `2/4`.
    package var description: String { "\(number)/\(count)" }
}
