import HTTP
import JSON

extension Defect {
    /// What searches find.
    static let ncmbSearches: [Defect] = [
        ncmb("where-ignored", "A search finds everything") { $0.replacing("where") },
        ncmb("limit-ignored", "A search does not keep to its limit") {
            $0.replacing("limit")
        },
        ncmb("limit-off-by-one", "A search gives one result more than its limit") { exchange in
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
        ncmb("skip-ignored", "A search leaves out no leading results") {
            $0.replacing("skip")
        },
        ncmb("order-ignored", "A search keeps to no order") { $0.replacing("order") },
        ncmb("order-reversed", "A search gives its results the other way round") { exchange in
            exchange.rewriting { answer in
                answer.update("results") { .array(($0.arrayValue ?? []).reversed()) }
            }
        },
        ncmb("count-wrong", "A search counts one too many") { exchange in
            exchange.rewriting { answer in
                answer.update("count") { .integer(($0.intValue ?? 0) &+ 1) }
            }
        },
        ncmb("count-missing", "A search does not count") { $0.replacing("count") },
        ncmb(
            "include-ignored",
            "Pointers are never shown as their objects",
            breaks: ["searchInstallations/include"]
        ) {
            $0.replacing("include")
        },
    ]
}
