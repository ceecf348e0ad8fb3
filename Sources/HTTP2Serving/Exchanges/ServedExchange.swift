/// A request and its response, as bytes.
///
/// Connections reuse exchanges for later requests, so that a request allocates no memory. Not `Sendable`: only the
/// thread of its connection uses it.
package final class ServedExchange {
    /// Where a field's name ends, and where its value ends; the name begins at the end of the field before.
    struct Field {
        let nameEnd: Int
        let valueEnd: Int
    }

    /// Fields in one block of memory.
    struct FieldBytes {
        private(set) var bytes: [UInt8] = []
        private(set) var fields: [Field] = []

        var count: Int { fields.count }

        mutating func removeAll() {
            bytes.removeAll(keepingCapacity: true)
            fields.removeAll(keepingCapacity: true)
        }

        mutating func append(
            _ name: some Collection<UInt8>,
            _ value: some Collection<UInt8>
        ) {
            bytes.append(contentsOf: name)
            let nameEnd = bytes.count
            bytes.append(contentsOf: value)
            fields.append(Field(nameEnd: nameEnd, valueEnd: bytes.count))
        }

        func start(of index: Int) -> Int { index == 0 ? 0 : fields[index - 1].valueEnd }

        func name(_ index: Int) -> ArraySlice<UInt8> {
            bytes[start(of: index)..<fields[index].nameEnd]
        }

        func value(_ index: Int) -> ArraySlice<UInt8> {
            bytes[fields[index].nameEnd..<fields[index].valueEnd]
        }
    }

    /// When the request was complete, in nanoseconds on CLOCK_MONOTONIC.
    package internal(set) var arrival: Int64 = 0
    package internal(set) var method: [UInt8] = []
    /// With its query.
    package internal(set) var target: [UInt8] = []
    /// Value of `:authority`, or of `Host`; empty without both.
    package internal(set) var authority: [UInt8] = []
    /// Fields of the request without pseudo-header fields; names in lower case.
    private(set) var fields = FieldBytes()
    /// The body, up to `bodyLimit` bytes of it.
    package private(set) var body: [UInt8] = []
    /// Length of the whole body.
    package private(set) var bodyBytes = 0
    /// Number of bytes stored of a body.
    var bodyLimit = 0

    /// Status of the response.
    package var status = 200
    /// Earliest moment at which the response leaves, on the clock of `arrival`.
    package var departure: Int64 = 0
    package var responseBody: [UInt8] = []
    private(set) var responseFields = FieldBytes()

    // State of the session.
    let slot: Int
    /// Number of requests that have used this exchange.
    private(set) var generation: UInt32 = 0
    var stream: Int32 = 0
    /// Number of bytes sent of the response's body.
    var sent = 0
    var isWhole = false

    init(slot: Int, bodyLimit: Int) {
        self.slot = slot
        self.bodyLimit = bodyLimit
    }

    /// An exchange outside of any connection.
    package convenience init(bodyLimit: Int = .max) {
        self.init(slot: 0, bodyLimit: bodyLimit)
    }

    /// Whether the response is sent with a body.
    var hasResponseBody: Bool { !responseBody.isEmpty && !method.elementsEqual("HEAD".utf8) }

    /// Number of fields of the request.
    package var fieldCount: Int { fields.count }

    /// The name of a field of the request, in small letters.
    package func name(_ index: Int) -> ArraySlice<UInt8> { fields.name(index) }

    /// The value of a field of the request.
    package func value(_ index: Int) -> ArraySlice<UInt8> { fields.value(index) }

    /// The first field of that name; `nil` for none.
    package func value(of name: String) -> ArraySlice<UInt8>? {
        for index in 0..<fields.count where fields.name(index).elementsEqual(name.utf8) {
            return fields.value(index)
        }
        return nil
    }

    /// Adds a field to the response; the name is in lower case.
    package func answer(_ name: String, _ value: some Collection<UInt8>) {
        responseFields.append(name.utf8, value)
    }

    /// Makes the exchange that of another request.
    func begin(stream: Int32) {
        generation &+= 1
        self.stream = stream
        for path in [\ServedExchange.method, \.target, \.authority] {
            self[keyPath: path].removeAll(keepingCapacity: true)
        }
        fields.removeAll()
        body.removeAll(keepingCapacity: true)
        bodyBytes = 0
        status = 200
        departure = 0
        responseBody.removeAll(keepingCapacity: true)
        responseFields.removeAll()
        sent = 0
        isWhole = false
    }

    /// Adds a field of the request; pseudo-header fields are stored separately.
    func add(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
        guard name.first == UInt8(ascii: ":") else { return fields.append(name, value) }
        switch name.count {
        case 5: target.append(contentsOf: value)
        case 7 where name.elementsEqual(":method".utf8): method.append(contentsOf: value)
        case 10: authority.append(contentsOf: value)
        default: break
        }
    }

    /// Adds a part of the body.
    func addBody(_ bytes: some Collection<UInt8>) {
        bodyBytes += bytes.count
        let room = bodyLimit - body.count
        guard room > 0 else { return }
        if room >= bytes.count {
            body.append(contentsOf: bytes)
        } else {
            body.append(contentsOf: bytes.prefix(room))
        }
    }
}
