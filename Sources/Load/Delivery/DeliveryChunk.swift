/// Messages with consecutive numbers and the state of their deliveries, at 5 bytes for each delivery.
///
/// Moments of a message are stored in microseconds since its first event, so that 4 bytes cover half an hour.
struct DeliveryChunk: Sendable {
    /// State of one message.
    struct Message: Sendable {
        /// Moment of the first event; nanoseconds since the first stage began.
        var base: Int64 = .min
        /// In microseconds since `base`.
        var due: Int32 = 0
        var sent: Int32 = 0
        var settled: Int32 = 0
        var standing = Standing.unknown

        var isKnown: Bool { base != .min }
        /// When it was due, in nanoseconds since the first stage began.
        var dueMoment: Int64 { base + Int64(due) * 1_000 }
    }

    enum Standing: UInt8, Sendable {
        /// Not ended yet.
        case unknown
        case accepted
        /// Rejected, or the outcome is unknown.
        case failed
        /// Part of the warm-up.
        case uncounted
    }

    private(set) var messages: [Message]
    /// When each delivery came, or when the sink's response that the recipient is gone left; in microseconds since
    /// the base of its message, grouped by message.
    private(set) var times: [Int32]
    private(set) var states: [UInt8]
    private let perMessage: Int
    /// Moment of the latest event of any of its messages.
    private(set) var lastEvent = Int64.min

    private static let taken: UInt8 = 1
    private static let unregistered: UInt8 = 2
    private static let altered: UInt8 = 4
    private static let again: UInt8 = 8

    init(messages: Int, perMessage: Int) {
        self.perMessage = perMessage
        self.messages = [Message](repeating: Message(), count: messages)
        times = [Int32](repeating: 0, count: messages * perMessage)
        states = [UInt8](repeating: 0, count: messages * perMessage)
    }

    /// Records how a message ended; `false` when that is known already.
    mutating func settle(_ index: Int, _ message: SentMessage, isCounted: Bool) -> Bool {
        guard messages[index].standing == .unknown else { return false }
        open(index, at: message.due)
        let base = messages[index].base
        messages[index].due = Self.offset(message.due, base)
        messages[index].sent = Self.offset(message.sent, base)
        messages[index].settled = Self.offset(message.settled, base)
        messages[index].standing =
            !isCounted ? .uncounted : message.isAccepted ? .accepted : .failed
        lastEvent = max(lastEvent, message.settled)
        return true
    }

    /// Records a delivery.
    ///
    /// - Returns: Whether it is the first of this message for this recipient.
    mutating func take(_ index: Int, position: Int, at moment: Int64) -> Bool {
        open(index, at: moment)
        let place = index * perMessage + position
        guard states[place] & Self.taken == 0 else {
            if states[place] <= .max - Self.again { states[place] += Self.again }
            return false
        }
        states[place] |= Self.taken
        times[place] = Self.offset(moment, messages[index].base)
        return true
    }

    /// Records that a delivery has another text than was sent; `false` when that is known already.
    mutating func alter(_ index: Int, position: Int, at moment: Int64) -> Bool {
        open(index, at: moment)
        let place = index * perMessage + position
        defer { states[place] |= Self.altered }
        return states[place] & Self.altered == 0
    }

    /// Records that the sink does not know the recipient.
    ///
    /// - Parameters:
    ///   - index: Index of the message.
    ///   - position: Index of the recipient.
    ///   - moment: When the request came.
    ///   - departure: When its response left.
    /// - Returns: Whether that is new, and no delivery was recorded before.
    mutating func refuse(_ index: Int, position: Int, at moment: Int64, departure: Int64) -> Bool {
        open(index, at: moment)
        let place = index * perMessage + position
        let isNew = states[place] & (Self.taken | Self.unregistered) == 0
        states[place] |= Self.unregistered
        if isNew { times[place] = Self.offset(departure, messages[index].base) }
        return isNew
    }

    /// Whether the response that the recipient is gone left before a moment, and the message was not delivered.
    func wasRefused(_ index: Int, position: Int, before moment: Int64) -> Bool {
        let place = index * perMessage + position
        return states[place] & (Self.taken | Self.unregistered) == Self.unregistered
            && times[place] < Self.offset(moment, messages[index].base)
    }

    private mutating func open(_ index: Int, at moment: Int64) {
        lastEvent = max(lastEvent, moment)
        if !messages[index].isKnown { messages[index].base = moment }
    }

    /// Microseconds, as far as 4 bytes go.
    private static func offset(_ moment: Int64, _ base: Int64) -> Int32 {
        Int32(clamping: (moment - base) / 1_000)
    }
}

extension DeliveryChunk {
    /// State of one delivery.
    struct Delivery {
        /// When it came, in nanoseconds since its message was due, at microseconds; `nil` when it did not.
        let time: Int64?
        /// When it came, in nanoseconds since its message was settled; below zero before that.
        let sinceSettled: Int64
        /// Number of duplicates.
        let again: UInt64
        let isAltered: Bool
        let isUnregistered: Bool
    }

    func delivery(_ index: Int, position: Int) -> Delivery {
        let place = index * perMessage + position
        let message = messages[index]
        let isTaken = states[place] & Self.taken != 0
        let time = Int64(times[place])
        return Delivery(
            time: isTaken ? max(time - Int64(message.due), 0) * 1_000 : nil,
            sinceSettled: (time - Int64(message.settled)) * 1_000,
            again: UInt64(states[place] / Self.again),
            isAltered: states[place] & Self.altered != 0,
            isUnregistered: states[place] & Self.unregistered != 0
        )
    }

    /// Deliveries that a message still waits for, once it is accepted.
    func outstanding(_ index: Int, of count: Int) -> Int {
        let start = index * perMessage
        let over = Self.taken | Self.unregistered
        return states[start..<start + count].reduce(0) { $0 + ($1 & over == 0 ? 1 : 0) }
    }
}
