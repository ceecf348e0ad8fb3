import LoadModel

/// A load with its own arrivals; other loads may run at the same time.
struct LoadPart: Sendable {
    /// Its stages equal those of `schedule`.
    let shape: LoadShape
    /// When each arrival is due; `nil` in the closed model.
    let schedule: Schedule?
    /// Which kinds of arrivals are drawn.
    let kinds: Range<Int>
    /// The indices of its pools of connections among all.
    let pools: Range<Int>
    let seed: UInt64

    init(
        _ shape: LoadShape,
        _ schedule: Schedule?,
        kinds: Range<Int>,
        firstPool: Int,
        seed: UInt64
    ) {
        self.shape = shape
        self.schedule = schedule
        self.kinds = kinds
        pools = firstPool..<firstPool + shape.poolSizes.count
        self.seed = seed
    }
}
