import JSON
import Testing

@testable import ReferencePush

/// The matches of the query language's operators.
struct NCMBConditionTests {
    private struct Fields: Queryable {
        let object: JSONObject
        func value(of field: String) -> JSONValue? { object[field] }
    }

    private static let date: JSONValue = ["__type": "Date", "iso": "2020-01-01T00:00:00.000Z"]
    private static let laterDate: JSONValue = ["__type": "Date", "iso": "2020-01-01T00:00:00.001Z"]
    private static let dateWithoutFraction: JSONValue = [
        "__type": "Date", "iso": "2020-01-01T00:00:00Z",
    ]
    private static func place(_ latitude: Double, _ longitude: Double) -> JSONValue {
        [
            "__type": "GeoPoint", "latitude": .number(.real(latitude)),
            "longitude": .number(.real(longitude)),
        ]
    }

    /// An object with fields of every kind.
    private static let object: JSONValue = [
        "n": 5, "s": "abc", "b": true, "z": nil, "list": ["x", "y", 3],
        "d": date, "createDate": "2020-01-01T00:00:00.000Z",
        "p": ["__type": "Pointer", "className": "installation", "objectId": "AAAAAAAAAAAAAAAA"],
        "g": place(35.68, 139.76), "o": ["k": [1, 2]], "e\u{301}": 1,
    ]

    private static let equality: [(JSONValue, Bool)] = [
        ([:], true),
        (["n": 5], true), (["n": 5.0], true), (["n": "5"], false), (["n": 6], false),
        (["s": "abc"], true), (["s": "ABC"], false), (["b": true], true), (["b": 1], false),
        (["z": nil], true), (["missing": nil], true), (["n": nil], false),
        (["missing": 1], false), (["n": 5, "s": "abc"], true), (["n": 5, "s": "x"], false),
        (["list": "x"], true), (["list": 3], true), (["list": "z"], false),
        (["list": ["x", "y", 3]], true), (["list": ["x"]], false),
        (["list": ["y", "x", 3]], false),
        (["o": ["k": [1, 2]]], true), (["o": ["k": [2, 1]]], false), (["o": [:]], false),
        (["d": date], true), (["d": dateWithoutFraction], true), (["d": laterDate], false),
        (["createDate": date], true), (["createDate": "2020-01-01T00:00:00.000Z"], true),
        (["\u{e9}": 1], false),
        (["n": ["$ne": 6]], true), (["n": ["$ne": 5]], false), (["missing": ["$ne": 1]], true),
        (["missing": ["$ne": nil]], false), (["n": ["$ne": nil]], true),
        (["list": ["$ne": "x"]], false), (["list": ["$ne": "q"]], true),
    ]

    private static let order: [(JSONValue, Bool)] = [
        (["n": ["$lt": 6]], true), (["n": ["$lt": 5]], false), (["n": ["$lte": 5]], true),
        (["n": ["$gt": 4.9]], true), (["n": ["$gt": 5]], false), (["n": ["$gte": 5]], true),
        (["n": ["$gt": 1, "$lt": 9]], true), (["n": ["$gt": 1, "$lt": 2]], false),
        (["s": ["$gt": "ab"]], true), (["s": ["$lt": "b"]], true), (["s": ["$gt": "abc"]], false),
        (["s": ["$gte": "abc"]], true), (["n": ["$lt": "6"]], false), (["s": ["$lt": 6]], false),
        (["missing": ["$lt": 6]], false), (["z": ["$lte": 6]], false),
        (["list": ["$gt": 2]], true), (["list": ["$gt": 3]], false),
        (["d": ["$lt": laterDate]], true), (["d": ["$gte": dateWithoutFraction]], true),
        (["createDate": ["$lt": laterDate]], true), (["createDate": ["$gt": date]], false),
        (["b": ["$gt": 0]], false),
    ]

    private static let sets: [(JSONValue, Bool)] = [
        (["n": ["$in": [1, 5]]], true), (["n": ["$in": [1, "5"]]], false),
        (["n": ["$in": []]], false), (["list": ["$in": ["q", "y"]]], true),
        (["missing": ["$in": [nil]]], true), (["d": ["$in": [dateWithoutFraction]]], true),
        (["n": ["$nin": [1, 5]]], false), (["n": ["$nin": [1]]], true),
        (["missing": ["$nin": [1]]], true), (["list": ["$nin": ["y"]]], false),
        (["n": ["$inArray": [5]]], true), (["list": ["$inArray": ["q", "x"]]], true),
        (["list": ["$inArray": ["q"]]], false), (["n": ["$ninArray": [0, 1, 2]]], true),
        (["n": ["$ninArray": [5]]], false), (["list": ["$ninArray": ["x"]]], false),
        (["list": ["$all": ["y", "x"]]], true), (["list": ["$all": ["y", "q"]]], false),
        (["list": ["$all": []]], true), (["n": ["$all": [5]]], true),
        (["missing": ["$all": [1]]], false),
    ]

    private static let others: [(JSONValue, Bool)] = [
        (["n": ["$exists": true]], true), (["n": ["$exists": false]], false),
        (["missing": ["$exists": false]], true), (["z": ["$exists": true]], false),
        (["s": ["$regex": "^a.c$"]], true), (["s": ["$regex": "b"]], true),
        (["s": ["$regex": "^b"]], false), (["n": ["$regex": "5"]], false),
        (["list": ["$regex": "^y$"]], true),
        (["$or": [["n": 6], ["s": "abc"]]], true), (["$or": [["n": 6], ["s": "x"]]], false),
        (["$or": []], false), (["$or": [["n": 5]], "s": "x"], false),
        (["$or": [[:]]], true),
        (["$relatedTo": ["object": ["__type": "Pointer", "objectId": "A"], "key": "k"]], false),
        (["g": ["$nearSphere": place(35.69, 139.70), "$maxDistanceInKilometers": 6]], true),
        (["g": ["$nearSphere": place(35.69, 139.70), "$maxDistanceInKilometers": 5]], false),
        (["g": ["$nearSphere": place(35.69, 139.70), "$maxDistanceInMiles": 4]], true),
        (["g": ["$nearSphere": place(35.69, 139.70), "$maxDistanceInMiles": 3]], false),
        (["g": ["$nearSphere": place(35.69, 139.70), "$maxDistanceInRadians": 0.001]], true),
        (["g": ["$nearSphere": place(-35, -40)]], true),
        (["n": ["$nearSphere": place(35.69, 139.70)]], false),
        (["g": ["$within": ["$box": [place(35, 139), place(36, 140)]]]], true),
        (["g": ["$within": ["$box": [place(35, 139), place(35.6, 140)]]]], false),
    ]

    @Test(
        "Conditions match exactly the expected objects",
        arguments: equality + order + sets + others
    )
    func matches(filter: JSONValue, expected: Bool) throws {
        let fields = Fields(object: try #require(Self.object.objectValue))
        let condition = try ConditionReader(subject: "where")
            .condition(try #require(filter.objectValue))
        #expect(condition.matches(fields) == expected, "\(filter.text)")
    }

    private static let faults: [(JSONValue, String)] = [
        (["$and": []], "E400004"), (["n": ["$nosuch": 1]], "E400004"),
        (["n": ["$lt": 1, "plain": 1]], "E400004"), (["n": ["$lt": nil]], "E400004"),
        (["n": ["$gt": [1]]], "E400004"), (["n": ["$in": 1]], "E400004"),
        (["n": ["$all": "x"]], "E400004"), (["n": ["$exists": 1]], "E400004"),
        (["n": ["$regex": 1]], "E400004"), (["n": ["$regex": "("]], "E400004"),
        (["$or": ["n": 1]], "E400004"), (["$or": [1]], "E400004"),
        (["$relatedTo": ["key": "k"]], "E400004"), (["n": ["$select": ["key": "k"]]], "E400004"),
        (["n": ["$select": ["query": ["where": [:]], "key": "k"]]], "E400004"),
        (["n": ["$inQuery": ["where": [:]]]], "E400004"),
        (["n": ["$inQuery": ["className": "push", "where": []]]], "E400004"),
        (["g": ["$nearSphere": [1, 2]]], "E403006"),
        (["g": ["$nearSphere": place(91, 0)]], "E403006"),
        (["g": ["$nearSphere": place(0, 0), "$maxDistanceInMiles": "1"]], "E400004"),
        (["g": ["$maxDistanceInMiles": 1]], "E400004"),
        (["g": ["$within": [:]]], "E400004"),
        (["g": ["$within": ["$box": [place(1, 1)]]]], "E400004"),
        (["g": ["$within": ["$box": [1, 2]]]], "E403006"),
    ]

    @Test("An invalid condition is rejected", arguments: faults)
    func refused(filter: JSONValue, code: String) throws {
        let object = try #require(filter.objectValue)
        let error = #expect(throws: NCMBError.self, "\(filter.text)") {
            try ConditionReader(subject: "where").condition(object)
        }
        #expect(error?.code == code)
        if code == "E400004" { #expect(error?.message == "where is invalid format.") }
    }

    @Test(
        "The tokens in a condition are extracted without a search",
        arguments: [
            ([:], nil), (["deviceToken": "a"], ["a"]), (["deviceToken": ["$ne": "a"]], nil),
            (["x": 1, "deviceToken": ["$in": ["b", "a"]]], ["a", "b"]),
            (["deviceToken": ["$in": ["b", 1]]], nil), (["$or": [["deviceToken": "a"]]], nil),
            (["deviceToken": ["$gt": "a", "$inArray": ["c"]]], ["c"]),
        ] as [(JSONValue, [String]?)]
    )
    func tokens(filter: JSONValue, expected: [String]?) throws {
        let condition = try ConditionReader(subject: "where")
            .condition(try #require(filter.objectValue))
        #expect(condition.strings(of: "deviceToken")?.sorted() == expected)
    }
}
