import HTTP
import JSON

/// What a server that takes the place of CORE PUSH may get wrong.
extension Defect {
    static let corePush: [Defect] =
        corePushAnswers + corePushTokens + corePushSends + corePushFigures

    /// How answers look, and what is asked before anything is done.
    private static let corePushAnswers: [Defect] = [
        corePush(
            "status-as-number",
            "The status of a success is a number",
            breaks: [
                "registerToken", "unregisterToken", "history", "send", "sendToUsers", "sendAsync",
                "sendSandbox", "registerForRemoteNotifications",
                "registerForRemoteNotifications/category-default", "reportCurrentLocation",
                "reportCurrentLocation/position",
            ]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("status") { $0 == "0" ? 0 : $0 }
            }
        },
        corePush(
            "failure-code",
            "The status of a failure is 2",
            breaks: ["errors/failure"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("status") { $0 == "1" ? "2" : $0 }
            }
        },
        corePush(
            "failure-status",
            "A failure is answered with 400",
            breaks: ["errors/failure"]
        ) { exchange in
            let answer = exchange.answer()
            return answer.json["status"] == "1" ? answer.with(status: 400) : answer
        },
        corePush(
            "key-unchecked",
            "An unknown key means the first app",
            breaks: [
                "registerToken/key-unknown", "unregisterToken/key-unknown", "history/key-unknown",
                "send/key-unknown", "sendSandbox/key-unknown",
            ]
        ) { exchange in
            let answer = exchange.answer()
            guard answer.json["status"] == "1", exchange["config_key"] != nil else {
                return answer
            }
            return exchange.setting("config_key", to: CorePushKey.demoIPhone.configKey)
        },
        corePush(
            "key-optional",
            "Without a key the first app is meant",
            breaks: [
                "registerToken/key-missing", "unregisterToken/key-missing", "history/key-missing",
                "send/key-missing",
            ]
        ) { exchange in
            guard exchange["config_key"] == nil else { return exchange.answer() }
            let isAndroid = exchange.call.hasPrefix("android") || exchange["config_type"] == "2"
            let key = isAndroid ? CorePushKey.demoAndroid : CorePushKey.demoIPhone
            return exchange.setting("config_key", to: key.configKey)
        },
        corePush(
            "platforms-mixed",
            "The key of one platform is good for the other",
            breaks: ["history/key-of-the-other-platform"]
        ) { exchange in
            let answer = exchange.answer()
            guard answer.json["status"] == "1", let type = exchange["config_type"] else {
                return answer
            }
            return exchange.setting("config_type", to: type == "1" ? "2" : "1")
        },
        corePush(
            "any-method",
            "A request with another method is done",
            breaks: ["registerToken/wrong-method", "history/wrong-method", "send/wrong-method"]
        ) { exchange in
            var request = exchange.request
            request.method = "POST"
            return exchange.service.handle(request)
        },
        corePush(
            "any-path",
            "An unknown path succeeds",
            breaks: ["errors/not-found"]
        ) { exchange in
            let answer = exchange.answer()
            return answer.status == 404 ? CorePushExchange.success : answer
        },
    ]

    /// What becomes of tokens.
    private static let corePushTokens: [Defect] = [
        corePush(
            "registration-lost",
            "A registered token is not stored",
            breaks: ["registerToken/becomes-a-target"]
        ) { exchange in
            let answer = exchange.answer()
            guard exchange.isToken, exchange["mode"] == "1", answer.json["status"] == "0" else {
                return answer
            }
            return exchange.setting("mode", to: "2")
        },
        corePush(
            "removed-token-kept",
            "A removed token is still sent to",
            breaks: ["unregisterToken/no-target-any-more", "unregisterDeviceToken/not-sent-to"]
        ) { exchange in
            let isRemoval = exchange.isToken && exchange["mode"] == "2"
            guard isRemoval else { return exchange.answer() }
            let answer = exchange.setting(
                "device_token",
                to: exchange["device_token"].map { $0 + "0" }
            )
            return answer
        },
        corePush(
            "token-twice",
            "Every registration adds the token once more",
            breaks: ["registerToken/updated-in-place"]
        ) { exchange in
            if exchange.isToken, let token = exchange["device_token"] {
                exchange.also(
                    exchange.request.path,
                    [("device_token", token + "00"), ("app_user_id", "")]
                )
            }
            return exchange.answer()
        },
        corePush(
            "token-optional",
            "A registration without a token succeeds",
            breaks: ["registerToken/token-missing", "unregisterToken/token-missing"]
        ) { exchange in
            guard exchange.isToken, exchange["device_token"] == nil else {
                return exchange.answer()
            }
            return CorePushExchange.success
        },
        corePush(
            "mode-default",
            "A registration without a mode registers",
            breaks: ["registerToken/mode-missing"]
        ) { exchange in
            guard exchange.isToken, exchange["mode"] == nil else { return exchange.answer() }
            return exchange.setting("mode", to: "1")
        },
        corePush(
            "mode-unchecked",
            "Any mode but 2 registers",
            breaks: ["registerToken/mode-invalid"]
        ) { exchange in
            guard exchange.isToken, let mode = exchange["mode"], mode != "2" else {
                return exchange.answer()
            }
            return exchange.setting("mode", to: "1")
        },
        corePush(
            "device-name-required",
            "A registration without the name of the device is refused",
            breaks: ["registerToken/required-alone"]
        ) { exchange in
            guard exchange.isToken, exchange["device_name"] == nil, exchange["mode"] == "1" else {
                return exchange.answer()
            }
            return exchange.setting("mode", to: "3")
        },
        corePush(
            "category-unread",
            "Categories are not looked at",
            breaks: [
                "registerToken/category-broken", "registerToken/category-created",
                "registerToken/category-list", "registerToken/category-json-list",
                "registerToken/category-table",
            ]
        ) { exchange in
            exchange.isToken ? exchange.setting("category_id", to: "1") : exchange.answer()
        },
        corePush(
            "category-one-dimension",
            "Only lists of categories are read",
            breaks: ["registerToken/category-table"]
        ) { exchange in
            let isTable = exchange["category_id"]?.hasPrefix("{") == true
            return isTable ? exchange.setting("mode", to: "3") : exchange.answer()
        },
        corePush(
            "category-default-missing",
            "A device that names no category is in none",
            breaks: ["registerToken/category-default", "registerToken/category-empty"]
        ) { exchange in
            let isUnnamed = exchange["category_id"] == nil || exchange["category_id"] == ""
            guard exchange.isToken, isUnnamed else { return exchange.answer() }
            return exchange.setting("category_id", to: "0")
        },
        corePush(
            "category-first-only",
            "Of several categories the first counts",
            breaks: ["registerToken/category-list", "registerToken/category-json-list"]
        ) { exchange in
            guard exchange.isToken, let ids = exchange["category_id"], ids.first != "{" else {
                return exchange.answer()
            }
            let first = ids.prefix { $0 != "," }
            return exchange.setting(
                "category_id",
                to: String(first) + (ids.first == "[" ? "]" : "")
            )
        },
        corePush(
            "category-first-value",
            "Of several values in a category the first counts",
            breaks: ["registerToken/category-table"]
        ) { exchange in
            guard exchange.isToken, let text = exchange["category_id"],
                let value = try? JSONValue(parsing: Array(text.utf8), duplicates: .refused),
                var table = value.objectValue
            else { return exchange.answer() }
            for member in table.members {
                table[member.name] = .array(Array((member.value.arrayValue ?? []).prefix(1)))
            }
            return exchange.setting("category_id", to: JSONValue.object(table).text)
        },
        corePush(
            "category-array-as-text",
            "A JSON array of categories is one id",
            breaks: ["registerToken/category-json-list"]
        ) { exchange in
            guard exchange.isToken, let ids = exchange["category_id"], ids.first == "[" else {
                return exchange.answer()
            }
            return exchange.setting("category_id", to: " " + ids)
        },
        corePush(
            "registration-final",
            "A further registration of a token changes nothing",
            breaks: ["registerToken/updated-in-place", "registerToken/position-reported"]
        ) { exchange in
            let isRepeated = exchange.isToken && exchange["mode"] == "1" && exchange.knowsToken
            return isRepeated ? CorePushExchange.success : exchange.answer()
        },
        corePush(
            "position-unread",
            "The position of a registration is not stored",
            breaks: ["registerToken/position-reported"]
        ) { exchange in
            exchange.isToken ? exchange.setting("lat", to: nil) : exchange.answer()
        },
        corePush(
            "token-form-checked",
            "A token must have 64 digits",
            breaks: ["registerToken/malformed-token"]
        ) { exchange in
            let count = exchange["device_token"]?.utf8.count
            guard exchange.isToken, let count, count != 64 else { return exchange.answer() }
            return exchange.setting("mode", to: "3")
        },
        corePush(
            "user-lost",
            "The user id of a registration is not stored",
            breaks: ["registerToken/user-linked", "setAppUserId/sent", "sendToUsers/reaches-users"]
        ) { exchange in
            exchange.isToken ? exchange.setting("app_user_id", to: nil) : exchange.answer()
        },
        corePush(
            "user-forgotten",
            "A registration without a user id takes it away",
            breaks: ["registerToken/user-kept"]
        ) { exchange in
            guard exchange.isToken, exchange["app_user_id"] == nil else {
                return exchange.answer()
            }
            return exchange.setting("app_user_id", to: "")
        },
        corePush(
            "user-not-cleared",
            "An empty user id changes nothing",
            breaks: ["registerToken/user-cleared"]
        ) { exchange in
            guard exchange.isToken, exchange["app_user_id"] == "" else {
                return exchange.answer()
            }
            return exchange.setting("app_user_id", to: nil)
        },
        corePush(
            "removal-strict",
            "Removing an unknown token fails",
            breaks: ["unregisterToken/unknown-token"]
        ) { exchange in
            let isRemoval = exchange.isToken && exchange["mode"] == "2"
            guard isRemoval, !exchange.knowsToken else { return exchange.answer() }
            return exchange.setting("mode", to: "3")
        },
    ]
}
