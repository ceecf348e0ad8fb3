import JSON

/// Members of an object in a result file: the only definition, for writing and reading.
///
/// A new member needs one line here and the property that stores it.
struct FieldTable<Record: Sendable>: Sendable {
    /// The record that reading begins with.
    let blank: Record
    /// In the order of files.
    let fields: [Field<Record>]
    private let finish: @Sendable (inout Record, ResultNode) throws(RunResultError) -> Void

    /// - Parameters:
    ///   - blank: The record that reading begins with; required members replace its values.
    ///   - fields: In the order of files; reading a member may depend on those before it.
    ///   - finish: Rejects inconsistent values after reading.
    init(
        _ blank: Record,
        _ fields: [Field<Record>],
        finish: @escaping @Sendable (inout Record, ResultNode) throws(RunResultError) -> Void =
            { (_, _) in }
    ) {
        self.blank = blank
        self.fields = fields
        self.finish = finish
    }

    /// The object of a record.
    func json(_ record: Record) -> JSONValue {
        var object = JSONObject()
        for field in fields { field.write(record, &object) }
        return .object(object)
    }

    /// Reads the object of a record.
    ///
    /// - Throws: When a member is missing or not as it must be.
    func record(_ node: ResultNode) throws(RunResultError) -> Record {
        var record = blank
        for field in fields { try field.read(node, &record) }
        try finish(&record, node)
        return record
    }
}

/// A member of an object in a result file, and the part of a record that it stores.
struct Field<Record>: Sendable {
    let write: @Sendable (Record, inout JSONObject) -> Void
    let read: @Sendable (ResultNode, inout Record) throws(RunResultError) -> Void

    /// A member with custom writing and reading.
    init(
        write: @escaping @Sendable (Record, inout JSONObject) -> Void,
        read: @escaping @Sendable (ResultNode, inout Record) throws(RunResultError) -> Void
    ) {
        self.write = write
        self.read = read
    }

    /// A member that must be there.
    init<Value>(
        _ name: String,
        _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ form: Form<Value>
    ) {
        write = { record, object in object[name] = form.json(record[keyPath: path]) }
        read = { (node, record) throws(RunResultError) in
            record[keyPath: path] = try form.value(try node[name])
        }
    }

    /// A member that is `null` without a value.
    init<Value>(
        _ name: String,
        optional path: any WritableKeyPath<Record, Value?> & Sendable,
        _ form: Form<Value>
    ) {
        write = { record, object in
            object[name] = record[keyPath: path].map { form.json($0) } ?? .null
        }
        read = { (node, record) throws(RunResultError) in
            let member = try node[name]
            if member.value != .null { record[keyPath: path] = try form.value(member) }
        }
    }

    /// A member that is left out without a value.
    init<Value>(
        _ name: String,
        ifThere path: any WritableKeyPath<Record, Value?> & Sendable,
        _ form: Form<Value>
    ) {
        write = { record, object in
            if let value = record[keyPath: path] { object[name] = form.json(value) }
        }
        read = { (node, record) throws(RunResultError) in
            guard let member = try node.optional(name) else { return }
            record[keyPath: path] = try form.value(member)
        }
    }

    /// A member that is left out while it has the value that reading begins with, such as an empty list.
    init<Value: Equatable & Sendable>(
        _ name: String,
        _ path: any WritableKeyPath<Record, Value> & Sendable,
        _ form: Form<Value>,
        unless empty: Value
    ) {
        write = { record, object in
            let value = record[keyPath: path]
            if value != empty { object[name] = form.json(value) }
        }
        read = { (node, record) throws(RunResultError) in
            guard let member = try node.optional(name) else { return }
            record[keyPath: path] = try form.value(member)
        }
    }

    /// A member derived from others, for people and other programs; ignored when reading.
    ///
    /// Left out without a value.
    init(derived name: String, _ json: @escaping @Sendable (Record) -> JSONValue?) {
        write = { record, object in
            if let value = json(record) { object[name] = value }
        }
        read = { (node, _) throws(RunResultError) in node.ignore(name) }
    }

    /// A member that is an object with members for parts of the same record.
    init(_ name: String, holding fields: [Field]) {
        write = { record, object in
            var inner = JSONObject()
            for field in fields { field.write(record, &inner) }
            object[name] = .object(inner)
        }
        read = { (node, record) throws(RunResultError) in
            let inner = try node[name]
            for field in fields { try field.read(inner, &record) }
        }
    }

    /// The same member of a record that contains this one.
    func within<Whole>(_ path: any WritableKeyPath<Whole, Record> & Sendable) -> Field<Whole> {
        Field<Whole>(
            write: { whole, object in write(whole[keyPath: path], &object) },
            read: { (node, whole) throws(RunResultError) in try read(node, &whole[keyPath: path]) }
        )
    }
}

/// The spelling of a kind of value in result files: how it is written, and read back.
struct Form<Value>: Sendable {
    let json: @Sendable (Value) -> JSONValue
    let value: @Sendable (ResultNode) throws(RunResultError) -> Value

    init(
        _ json: @escaping @Sendable (Value) -> JSONValue,
        _ value: @escaping @Sendable (ResultNode) throws(RunResultError) -> Value
    ) {
        self.json = json
        self.value = value
    }

    /// An object with its own members.
    static func record(_ table: FieldTable<Value>) -> Form where Value: Sendable {
        Form({ table.json($0) }, { (node) throws(RunResultError) in try table.record(node) })
    }

    /// A list of values of the same form.
    static func list<Element>(_ form: Form<Element>) -> Form where Value == [Element] {
        Form(
            { .array($0.map { form.json($0) }) },
            { (node) throws(RunResultError) in
                try node.elements.mapped { (node) throws(RunResultError) in try form.value(node) }
            }
        )
    }
}

extension Form where Value == String {
    static var text: Form {
        Form({ .string($0) }, { (node) throws(RunResultError) in try node.text })
    }
}

extension Form where Value == Bool {
    static var bool: Form {
        Form({ .bool($0) }, { (node) throws(RunResultError) in try node.bool })
    }
}

extension Form where Value == UInt64 {
    /// A count.
    static var count: Form {
        Form({ .count($0) }, { (node) throws(RunResultError) in try node.count })
    }

    /// An unsigned 64-bit integer.
    static var unsigned: Form {
        Form({ .number(.unsigned($0)) }, { (node) throws(RunResultError) in try node.unsigned })
    }
}

extension Form where Value == UInt128 {
    /// A sum, which is a text because it can be longer than 64 bits.
    static var sum: Form {
        Form({ .string(String($0)) }, { (node) throws(RunResultError) in try node.sum })
    }
}

extension Form where Value == Int64 {
    /// Nanoseconds of zero or more, as seconds.
    static var seconds: Form {
        Form({ .seconds($0) }, { (node) throws(RunResultError) in try node.seconds })
    }

    /// Nanoseconds of zero or more, as they are.
    static var nanoseconds: Form {
        Form({ .nanoseconds($0) }, { (node) throws(RunResultError) in try node.nanoseconds })
    }

    /// A moment or a difference in nanoseconds; may be below zero.
    static var moment: Form {
        Form({ .nanoseconds($0) }, { (node) throws(RunResultError) in try node.moment })
    }
}

extension Form where Value == Int {
    /// An integer in a range.
    static func integer(_ range: ClosedRange<Int>) -> Form {
        let wide = Int64(range.lowerBound)...Int64(range.upperBound)
        return Form(
            { .integer($0) },
            { (node) throws(RunResultError) in Int(try node.integer(in: wide)) }
        )
    }

    /// An index in a list of `count` elements.
    static func index(below count: Int) -> Form { integer(0...max(count - 1, 0)) }
}

extension Form where Value == Double {
    /// A number of zero or more.
    static var real: Form {
        Form({ .number(.real($0)) }, { (node) throws(RunResultError) in try node.real })
    }

    /// A number above zero.
    static var positive: Form {
        Form({ .number(.real($0)) }, { (node) throws(RunResultError) in try node.positive })
    }
}

extension Form
where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
    /// A case of an enumeration, as a word.
    static var word: Form {
        Form({ .string($0.rawValue) }, { (node) throws(RunResultError) in try node.word() })
    }
}
