/// The delivered pushes that were moved out of reach of the API.
struct PushBackup: Sendable {
    /// The pushes by the name of their file.
    private(set) var files: [String: [ObjectID]] = [:]

    /// The file of a push: one for each month of delivery, in Japan's time.
    static func fileName(deliveryTime: Instant) -> String {
        let japan = deliveryTime + .seconds(9 * 3_600)
        let month = japan.iso.prefix(7).filter { $0 != "-" }
        return "push_\(month).csv"
    }

    mutating func add(_ push: ObjectID, deliveryTime: Instant) {
        files[Self.fileName(deliveryTime: deliveryTime), default: []].append(push)
    }
}
