import HTTP
import JSON

extension Defect {
    /// What searches find.
    static let ncmbSearches: [Defect] = [
        ncmb(
            "where-ignored",
            "A search finds everything",
            breaks: [
                "searchInstallations/by-token", "searchInstallations/no-match",
                "searchInstallations/where-and",
            ]
        ) { $0.replacing("where") },
        ncmb(
            "where-required",
            "A search without a condition finds nothing",
            breaks: ["searchInstallations/where-everything"]
        ) { exchange in
            guard exchange.isSearch else { return exchange.answer() }
            let nothing = "where=" + PercentEncoding.encoded(#"{"objectId":"none"}"#)
            let isWhole = ["", "{}", nil].contains(FormQuery(exchange.request.query)["where"])
            guard isWhole else { return exchange.answer() }
            return exchange.changing {
                $0.replaceParameter("where", with: nil)
                $0.query = [$0.query, nothing].compactMap(\.self).joined(separator: "&")
            }
        },
        ncmb(
            "where-any",
            "One of several conditions is enough",
            breaks: ["searchInstallations/where-and"]
        ) { exchange in
            exchange.searching { condition in
                let each = condition.members.map { JSONValue.object(JSONObject([$0])) }
                return JSONObject([.init(name: "$or", value: .array(each))])
            }
        },
        ncmb(
            "target-not-searched",
            "Pushes are found whatever their target is",
            breaks: ["searchPushes/by-target"]
        ) { exchange in
            exchange.searching { condition in
                var condition = condition
                condition["target"] = nil
                return condition
            }
        },
        ncmb(
            "limit-below-maximum",
            "A limit of 1,000 is too large",
            breaks: ["searchInstallations/limit-maximum"]
        ) { exchange in
            let isLargest = FormQuery(exchange.request.query)["limit"] == "1000"
            return isLargest ? exchange.replacing("limit", with: "1001") : exchange.answer()
        },
        ncmb(
            "limit-ignored",
            "A search does not keep to its limit",
            breaks: ["searchInstallations/limit", "searchPushes/page"]
        ) {
            $0.replacing("limit")
        },
        ncmb(
            "limit-off-by-one",
            "A search gives one result more than its limit",
            breaks: ["searchInstallations/limit"]
        ) { exchange in
            let limit = FormQuery(exchange.request.query)["limit"].flatMap { Int($0) }
            guard let limit, limit < 1_000 else { return exchange.answer() }
            return exchange.replacing("limit", with: "\(limit + 1)")
        },
        ncmb(
            "limit-default",
            "Without a limit a search gives 1,000 results",
            breaks: ["searchInstallations/limit-default"]
        ) { exchange in
            guard exchange.isSearch, FormQuery(exchange.request.query)["limit"] == nil else {
                return exchange.answer()
            }
            return exchange.changing {
                $0.query = [$0.query, "limit=1000"].compactMap(\.self).joined(separator: "&")
            }
        },
        ncmb(
            "skip-ignored",
            "A search leaves out no leading results",
            breaks: ["searchInstallations/skip", "searchPushes/page"]
        ) {
            $0.replacing("skip")
        },
        ncmb(
            "order-ignored",
            "A search keeps to no order",
            breaks: ["searchInstallations/order-ascending", "searchInstallations/order-several"]
        ) { $0.replacing("order") },
        ncmb(
            "order-reversed",
            "A search gives its results the other way round",
            breaks: [
                "searchInstallations/order-ascending", "searchInstallations/order-descending",
                "searchInstallations/order-default", "searchPushes/order-default",
            ]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("results") { .array(($0.arrayValue ?? []).reversed()) }
            }
        },
        ncmb("count-wrong", "A search counts one too many", breaks: ["searchInstallations/count"]) {
            exchange in
            exchange.rewriting { answer in
                answer.update("count") { .integer(($0.intValue ?? 0) &+ 1) }
            }
        },
        ncmb("count-missing", "A search does not count", breaks: ["searchInstallations/count"]) {
            $0.replacing("count")
        },
        ncmb(
            "include-ignored",
            "Pointers are never shown as their objects",
            breaks: ["searchInstallations/include"]
        ) {
            $0.replacing("include")
        },
    ]
}
