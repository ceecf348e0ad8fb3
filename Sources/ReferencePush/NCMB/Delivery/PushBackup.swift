/// The delivered pushes that were moved out of reach of the API.
struct PushBackup: Sendable {
    /// How many pushes each file holds, by its name; none can be read over the API.
    private(set) var files: [String: Int] = [:]

    /// The file of a push: one for each month of delivery, in Japan's time.
    static func fileName(deliveryTime: Instant) -> String {
        let japan = deliveryTime + .seconds(9 * 3_600)
        let month = japan.iso.prefix(7).filter { $0 != "-" }
        return "push_\(month).csv"
    }

    mutating func add(deliveryTime: Instant) {
        files[Self.fileName(deliveryTime: deliveryTime), default: 0] += 1
    }
}
