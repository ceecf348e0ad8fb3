/// A protocol on one connection, from bytes to requests and from responses to bytes.
protocol MessageSession: AnyObject {
    /// Whether `takeOutput` has something now.
    var hasOutput: Bool { get }
    /// Whether both sides are finished.
    var isDone: Bool { get }
    /// Whether more bytes are accepted: not while many are waiting to be handled or sent.
    var takesInput: Bool { get }
    /// Number of requests without a response yet.
    var openCount: Int { get }

    /// Handles received bytes.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>)

    /// Appends bytes to send, up to some hundred kilobytes.
    func takeOutput(_ output: inout [UInt8])

    /// Sends the response of an exchange of this session.
    func send(_ exchange: ServedExchange)

    /// The exchange in a slot, unless it is in use for another request.
    func exchange(slot: Int, generation: UInt32) -> ServedExchange?

    func limitStreams(to limit: UInt32)

    func goAway(_ data: [UInt8])

    /// Continues with bytes that came while a response was pending.
    func resume()

    /// Frees the session; must be the last call.
    func end()
}
