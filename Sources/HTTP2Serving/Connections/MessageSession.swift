/// A protocol on one connection, from bytes to requests and from answers to bytes.
protocol MessageSession: AnyObject {
    /// Whether `takeOutput` has something now.
    var hasOutput: Bool { get }
    /// Whether both sides have said all.
    var isDone: Bool { get }
    /// Whether more may come now: not while much waits to be answered or sent.
    var takesInput: Bool { get }
    /// How many requests came and are not answered yet.
    var openCount: Int { get }

    /// Takes what came.
    func receive(_ bytes: UnsafeBufferPointer<UInt8>)

    /// Adds what has to be sent, some hundred kilobytes at most.
    func takeOutput(_ output: inout [UInt8])

    /// Sends the answer of an exchange of this session.
    func send(_ exchange: ServedExchange)

    /// The exchange at a place, as long as it is that of the same request.
    func exchange(slot: Int, generation: UInt32) -> ServedExchange?

    func limitStreams(to limit: UInt32)

    func goAway(_ data: [UInt8])

    /// Goes on with what came while an answer was not there yet.
    func resume()

    /// Frees what the session has; nothing else is called afterwards.
    func end()
}
