import Base
import Contract
import HTTP
import JSON

@testable import ReferencePush

/// Hostile requests, generated from a seed: valid ones in which a part is out of range, of the wrong type, or missing.
struct HostileRequests {
    /// A method, a path with a query, and a body; `{id}` is replaced by an id from the service.
    typealias Template = (line: String, body: JSONValue)

    private let service: String
    private var random: SplitMix64
    private let clock = ManualTime(NHNHarness.now)
    /// Ids and keys from responses.
    private var ids: [String] = ["1"]

    init(service: String, seed: UInt64) {
        self.service = service
        random = SplitMix64(seed: seed)
    }

    /// Sends requests to the service as documented, or with a defect.
    mutating func send(_ count: Int, defect: Defect? = nil) {
        var options = ReferenceOptions()
        let clock = clock
        options.now = { clock.now }
        options.deliversInBackground = false
        let entry = ReferenceCatalog.entries.first { $0.name == service }
        let plain = entry?.faces(options) ?? []
        let faces = plain.map { defect?.put(into: $0) ?? $0 }
        let templates = templates + Self.states
        for _ in 0..<count {
            let template = pick(templates)
            send(template, to: faces[template.line.contains("/events") ? faces.count - 1 : 0])
            guard chance(of: 8) else { continue }
            clock.advance(by: .seconds(pick([1, 40, 86_400, 40 * 86_400])))
            (plain[0] as? NCMBService)?.deliverDue()
            (plain[0] as? NHNFace)?.service.deliverDue()
        }
    }

    private mutating func send(_ template: Template, to face: any ReferenceService) {
        let words = template.line.split(separator: " ").map(String.init)
        var body = template.body
        for _ in 0..<Int.random(in: 0...2, using: &random) { body = changed(body) }
        var bytes = body == .null ? [] : body.textBytes
        if service == "core-push", !words[1].hasPrefix(ControlEndpoint.path) {
            bytes = form(body)
        } else if chance(of: 30), !bytes.isEmpty {
            bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(
                in: 0...255,
                using: &random
            )
        }
        let method = chance(of: 30) ? pick(["GET", "POST", "PUT", "DELETE", "get", ""]) : words[0]
        let request = request(method, target(words[1]), bytes)
        let control = ControlEndpoint(service: face, endpoint: EndpointGuard(host: "localhost"))
        let controlled = control.answer(Self.allowed(request))
        take((controlled ?? face.handle(request)).json)
        guard controlled != nil else { return }
        // A state that stays active would hide later errors.
        let end = changed(body, at: "action", to: "teardown")
        let path = ControlEndpoint.statePath
        _ = control.answer(
            Self.allowed(ServerRequest(method: "POST", target: path, body: end.textBytes))
        )
    }

    /// The request with headers that only a program sends, not a web page.
    private static func allowed(_ request: ServerRequest) -> ServerRequest {
        var request = request
        request.headers.set("Host", "localhost")
        request.headers.set("Content-Type", "application/json")
        return request
    }

    private func request(_ method: String, _ target: String, _ body: [UInt8]) -> ServerRequest {
        if service == "ncmb" || service == "nifty" {
            return NCMBHarness.request(method, target, body, at: clock.now, .demo)
        }
        var request = ServerRequest(method: method, target: target, body: body)
        request.headers.append("Host", "127.0.0.1")
        request.headers.append("X-Secret-Key", NHNCredentials.demo.secretKey)
        return request
    }

    /// The target with an id, and with parameters, some of which are changed or duplicated.
    private mutating func target(_ text: String) -> String {
        let parts = text.split(separator: "?", maxSplits: 1).map(String.init)
        let id = chance(of: 6) ? Self.encoded(pick(Self.values)) : pick(ids)
        let path = parts[0].replacing("{id}", with: id)
        guard parts.count == 2 else { return path }
        var items: [String] = []
        for item in parts[1].split(separator: "&") where !chance(of: 5) {
            let name = item.prefix { $0 != "=" }
            let given = String(item.dropFirst(name.count + 1))
            let pool =
                Self.isDate(given)
                ? Self.dates : Int(given) == nil ? Self.values : Self.numbers
            let value =
                chance(of: 3)
                ? Self.encoded(pick(pool)) : given.replacing("{id}", with: pick(ids))
            items.append("\(name)=\(value)")
        }
        return "\(path)?\(items.joined(separator: "&"))"
    }

    private func form(_ body: JSONValue) -> [UInt8] {
        let members = body.objectValue?.members ?? []
        let items = members.map { member in
            let isData = member.name == "request_data"
            let text = isData ? CorePushHarness.base64(member.value) : member.value.spelled
            return "\(member.name)=\(NCMBHarness.encoded(text))"
        }
        return Array(items.joined(separator: "&").utf8)
    }

    /// Takes ids from a response for later requests.
    private mutating func take(_ value: JSONValue) {
        for element in value.arrayValue ?? [] { take(element) }
        for member in value.objectValue?.members ?? [] {
            if member.name.hasSuffix("Id") || member.name.hasSuffix("_id")
                || member.name.hasSuffix("_key")
            {
                if ids.count > 50 { ids.removeFirst(25) }
                ids.append(Self.encoded(member.value))
            }
            take(member.value)
        }
    }
}

// MARK: - Chance

extension HostileRequests {
    private mutating func chance(of number: UInt64) -> Bool { random.next() % number == 0 }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(random.next() % UInt64(elements.count))]
    }

    /// The value with one part of it, or all of it, replaced or left out.
    private mutating func changed(_ value: JSONValue) -> JSONValue {
        if chance(of: 8) { return pick(Self.values) }
        switch value {
        case .object(var object) where !object.isEmpty:
            let member = pick(object.members)
            if chance(of: 6) {
                object[member.name] = nil
            } else {
                object[member.name] = changed(member.value)
            }
            return .object(object)
        case .array(var elements) where !elements.isEmpty:
            let position = Int(random.next() % UInt64(elements.count))
            elements[position] = changed(elements[position])
            return .array(elements)
        case .string(let text) where Self.isDate(text):
            return pick(Self.dates)
        case .number:
            return pick(Self.numbers)
        default:
            return pick(Self.values)
        }
    }

    private func changed(_ value: JSONValue, at name: String, to member: JSONValue) -> JSONValue {
        guard case .object(var object) = value else { return value }
        object[name] = member
        return .object(object)
    }

    private static func encoded(_ value: JSONValue) -> String {
        NCMBHarness.encoded(value.spelled)
    }

    private static func isDate(_ text: String) -> Bool {
        text.contains("-") && text.utf8.first == UInt8(ascii: "2")
    }

    private static let dates: [JSONValue] = [
        "0000-01-01", "1969-12-25", "9999-12-31", "2023-11-20", "0000-01-01T00:00",
        "9999-12-31T23:59", "0000-01-01T00:00:00.000Z", "0000-01-01T00:00:00.000+23:59",
        "9999-12-31T23:59:59.999-23:59", "1969-12-31T23:59:59.999+09:00", "2023-02-29", "",
    ]

    private static let numbers: [JSONValue] = [
        0, 1, -1, 7, 0.5, .number(.integer(.max)), .number(.integer(.min)),
        .number(.unsigned(.max)), .number(.real(1e308)), .number(.real(-1e308)), "-1",
        "9223372036854775807", "-9223372036854775808", "99999999999999999999", "+1", "1e5",
    ]

    /// Values that a client should not send.
    private static let values: [JSONValue] =
        dates + numbers + [
            .null, true, " ", "24:00", "\u{0}", "%", "(", "[a-", "é", "👩‍👩‍👧",
            .string(String(repeating: "あ", count: 3_000)), [], [:],
            [[[[]]]], ["a", 1], [1, -1, 32], ["AND"], ["(", ")"], [:],
            ["__type": "Date", "iso": "0000-01-01T00:00:00.000Z"],
            ["__type": "Date", "iso": "9999-12-31T23:59:59.999Z"],
            ["__op": "Increment", "amount": .number(.integer(.max))],
            ["__op": "Increment", "amount": .number(.real(1e308))],
            ["__op": "Add", "objects": [1]], ["__op": "Remove", "objects": []],
            ["$gte": .number(.integer(.min))], ["$in": []], ["$exists": 1], ["$regex": "(a*)*$"],
            ["$or": [["a": 1], ["$or": []]]], ["$all": [1, "a"]],
            ["$inQuery": ["className": "push", "where": ["status": ["$ne": 0]]]],
            [
                "$nearSphere": ["__type": "GeoPoint", "latitude": 90, "longitude": -180],
                "$maxDistanceInKilometers": .number(.real(1e308)),
            ],
            [
                "$within": [
                    "$box": [
                        ["__type": "GeoPoint", "latitude": 90, "longitude": 180],
                        ["__type": "GeoPoint", "latitude": -90, "longitude": -180],
                    ]
                ]
            ],
        ]
}

// MARK: - What is asked for

extension HostileRequests {
    private var templates: [Template] {
        switch service {
        case "ncmb", "nifty": Self.ncmb
        case "core-push": Self.corePush
        default: Self.nhn
        }
    }

    private static let states: [Template] = [
        "device-unregistered", "device-invalid", "registered-devices", "backed-up-push",
        "payload-limit-on", "quota-used-up", "internal-error", "token-dead", "token-fails",
        "many-failures", "console-message", "apps", "history", "no-development-certificate",
        "duplicates-prevented", "single-token", "categories", "segment",
    ].map { name in
        let params: JSONValue = [
            "deviceToken": "a", "token": "a", "count": 3, "mark": 1, "code": 50_001,
            "cause": "APNS_ERROR", "iphone": "k", "android": "l", "ids": ["2"], "category": "2",
        ]
        return (
            "POST \(ControlEndpoint.statePath)",
            ["state": .string(name), "params": params, "action": "setup"]
        )
    }

    private static let ncmb: [Template] = {
        let device: JSONValue = [
            "deviceToken": "a", "deviceType": "ios", "badge": 1, "channels": ["x"], "own": 1,
            "acl": ["*": ["read": true, "write": true]], "status": 9,
            "count": .number(.integer(.max)), "deliveryPlanNumber": .number(.integer(.max)),
        ]
        let push: JSONValue = [
            "immediateDeliveryFlag": true, "message": "m", "title": "t", "target": ["ios"],
            "searchCondition": ["own": ["$gte": 1]], "userSettingValue": ["a": 1],
            "deliveryExpirationTime": "10 day", "badgeSetting": 1, "sound": "s",
        ]
        let timed: JSONValue = [
            "deliveryTime": ["__type": "Date", "iso": "2023-11-16T00:00:00.000Z"],
            "deliveryExpirationDate": ["__type": "Date", "iso": "2023-11-17T00:00:00.000Z"],
        ]
        let search = "?where=%7B%22own%22%3A1%7D&order=-own,badge&limit=2&skip=1&count=1&include=a"
        let root = "/2013-09-01"
        return [
            ("POST \(root)/installations", device), ("GET \(root)/installations\(search)", .null),
            ("GET \(root)/installations/{id}", .null), ("PUT \(root)/installations/{id}", device),
            ("DELETE \(root)/installations/{id}", .null), ("POST \(root)/push", push),
            ("POST \(root)/push", timed), ("GET \(root)/push\(search)", .null),
            ("GET \(root)/push/{id}", .null), ("PUT \(root)/push/{id}", timed),
            ("DELETE \(root)/push/{id}", .null),
            ("POST \(root)/push/{id}/openNumber", ["deviceType": "ios", "deviceToken": "a"]),
            ("GET \(root)/classes/installation/{id}", .null),
        ]
    }()

    private static let nhn: [Template] = {
        let token: JSONValue = [
            "token": "a", "oldToken": "b", "pushType": "APNS", "isNotificationAgreement": true,
            "isAdAgreement": true, "isNightAdAgreement": true, "timezoneId": "Asia/Seoul",
            "country": "KR", "language": "ko", "uid": "u", "deviceId": "d",
        ]
        var reservation = NHNHarness.message
        reservation["schedules"] = ["2023-11-15T13:00"]
        reservation["isLocalTime"] = true
        reservation["timeToLiveMinute"] = 10
        reservation["contact"] = "1588"
        let rule: JSONValue = [
            "type": "EVERY_WEEK", "fromDate": "2023-11-15", "toDate": "2023-11-30",
            "times": ["12:00", "13:00"], "days": [1, 31], "daysOfWeek": ["SUNDAY", "MONDAY"],
        ]
        let report: JSONValue = [
            "event": "RECEIVED", "messageId": 1, "pushType": "APNS",
            "eventDateTime": "2023-11-15T12:00:00.000+09:00",
        ]
        let span = "from=2023-11-15T00:00:00.000Z&to=2023-11-16T00:00:00.000%2B09:00"
        let page = "pageIndex=0&pageSize=10&\(span)"
        let lines: [Template] = [
            ("POST /tokens", token), ("GET /tokens?uid=u", .null),
            ("GET /tokens-by-cursor?limit=2&cursorUid=u&cursorToken=a", .null),
            ("GET /invalid-tokens?messageId={id}&\(page)", .null),
            ("GET /tokens/a?pushType=APNS", .null), ("DELETE /tokens/a?pushType=APNS", .null),
            ("POST /messages", .object(NHNHarness.message)),
            ("GET /messages?deliveryType=INSTANT&messageStatus=COMPLETE&\(page)", .null),
            ("GET /messages/{id}", .null),
            ("GET /message-errors?pageNumber=1&limit=2&messageId={id}&\(span)", .null),
            ("GET /logs/message?pageNumber=1&limit=2&messageId={id}&\(span)", .null),
            ("POST /schedules", rule), ("POST /schedules", rule),
            ("POST /reservations", .object(reservation)),
            ("GET /reservations?reservationStatus=RESERVED&deliveryFrom=\(span)", .null),
            ("DELETE /reservations?reservationIds={id}", .null),
            ("GET /reservations/{id}", .null), ("PUT /reservations/{id}", .object(reservation)),
            ("GET /reservations/{id}/messages?\(page)", .null),
            ("POST /tags", ["tagName": "t"]), ("GET /tags?tagName=t", .null),
            ("GET /tags/{id}", .null), ("PUT /tags/{id}", ["tagName": "t"]),
            ("DELETE /tags/{id}", .null), ("POST /tags/{id}/uids", ["uids": ["u", "v"]]),
            ("GET /tags/{id}/uids?limit=2&offsetUid=u", .null),
            ("DELETE /tags/{id}/uids?uids=u,v", .null), ("GET /uids/u", .null),
            ("POST /uids", ["uid": "u", "tagIds": ["a", "b"]]), ("DELETE /uids?uids=u", .null),
            ("POST /uids/u/tag-ids", ["tagIds": ["a"]]), ("GET /uids/u/tag-ids", .null),
            ("PUT /uids/u/tag-ids", ["tagIds": ["a"]]),
            ("DELETE /uids/u/tag-ids?tagIds={id}", .null),
            ("GET /stats?eventCategory=MESSAGE&timeUnit=DAYS&messageId={id}&\(span)", .null),
            ("GET /stats/total?eventCategory=TOKEN_COUNTRY&extra1s=APNS&\(span)", .null),
            ("POST /events", ["events": [report]]),
        ]
        return lines.map { line, body in
            let root = "/push/v2.4/appkeys/\(NHNCredentials.demo.appKey)/"
            return (line.replacing(" /", with: " \(root)"), body)
        }
    }()

    private static let corePush: [Template] = {
        let key = CorePushHarness.iphoneKey
        let messages: JSONValue = [
            ["app_user_id": "u", "message": "m", "title": "t", "badge": 1, "url": "u"]
        ]
        let token: JSONValue = [
            "config_key": .string(key), "device_token": "aa", "mode": "1", "app_user_id": "u",
            "category_id": "1,2", "lat": "1.5", "lon": "1e400", "last_use": "x",
        ]
        let send: JSONValue = ["config_key": .string(key), "request_data": messages]
        let everybody: JSONValue = [
            "config_key": .string(key), "request_data": CorePushHarness.broadcast,
        ]
        let launch: JSONValue = [
            "config_key": .string(key), "config_type": "1", "push_id": "1001",
            "device_token": "aa", "action_key": "1",
        ]
        return [
            ("POST /iphone_token_regist.php", token), ("POST /iphone_push_request.php", send),
            ("POST /iphone_push_request.php", everybody),
            ("POST /iphone_push_request_async.php", send),
            ("POST /iphone_push_request_sandbox.php", send),
            ("POST /notify_history.php", launch), ("POST /push_analytics.php", launch),
            ("POST /iphone_feedback.php", ["config_key": .string(key), "feedback_key": "1_1"]),
        ]
    }()
}

extension JSONValue {
    /// The text of a string, and the JSON of anything else.
    fileprivate var spelled: String { stringValue ?? text }
}
