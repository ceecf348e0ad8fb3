import HTTP
import JSON
import Synchronization

/// What Nifty Cloud may get wrong.
extension Defect {
    /// The promises of Nifty Cloud that a defect of NCMB breaks there.
    static let niftyBreaks: KeyValuePairs = [
        "ncmb-deletion-lost": [
            "deleteInstallation/not-sent-to", "updateInstallation/gone", "saveInstallation/404001",
        ],
        "ncmb-own-fields-lost": [
            "getInstallation/custom-fields", "saveInstallation/own-field",
            "updateExistInstallation/overwritten", "reRegistInstallation/another-id",
            "reRegistInstallation/all-else-kept",
        ],
        "ncmb-where-ignored": ["searchInstallations/by-token"],
        "ncmb-no-time-accepted": [
            "createPush/neither-time-nor-flag", "sendPush/neither-time-nor-flag",
        ],
        "ncmb-expiration-unlimited": ["createPush/expiration-out-of-range"],
        "ncmb-planned-number-wrong": ["getPush/planned-number"],
        "ncmb-badge-not-incremented": [
            "getInstallation/badge-incremented", "createPush/payload-badge", "createPush/ios-push",
            "sendPush/ios", "createPush/content-and-badge", "sendPush/content-and-badge",
        ],
        "ncmb-own-data-lost": [
            "createPush/payload-user-values", "createPush/without-message",
            "createPush/json-key-forbidden",
        ],
        "ncmb-condition-ignored": [
            "createPush/narrowed", "createPush/narrowed-by-own-fields", "sendPush/narrowed",
        ],
        "ncmb-badge-as-text": ["createPush/payload-badge"],
        "ncmb-sound-missing": [
            "createPush/payload-sound", "createPush/without-message", "createPush/ios-push",
            "sendPush/ios",
        ],
        "ncmb-certificate-unchecked": [
            "getPush/nothing-without-certificate", "getPush/certificate-missing",
            "getPush/api-key-missing",
        ],
        "ncmb-target-ignored": ["createPush/ios-alone", "createPush/android-alone"],
        "ncmb-first-target-alone": ["createPush/both-systems"],
        "ncmb-ios-by-default": ["getPush/both-by-default"],
        "ncmb-ios-forgotten": ["createPush/through-apns"],
        "ncmb-android-action-missing": ["createPush/android-push"],
        "ncmb-alert-always": ["createPush/nothing-shown-without-message"],
        "ncmb-expired-at-once": ["createPush/redelivered", "createPush/expiration-date"],
        "ncmb-expiration-ignored": [
            "createPush/expiration-days", "createPush/expiration-hours",
            "createPush/expiration-date",
        ],
        "ncmb-expiration-default": ["createPush/expiration-default"],
        "ncmb-rich-url-missing": ["createPush/payload-rich-url"],
        "ncmb-category-missing": ["createPush/payload-category"],
        "ncmb-content-available-as-flag": ["createPush/payload-content-available"],
    ]

    static let niftyOwn: [Defect] = [
        ncmb(
            "bound-to-none",
            of: "nifty",
            "A device is bound to no certificate",
            breaks: ["createInstallation/bound-to-certificate"]
        ) { exchange in
            let certificate = exchange.service.switches.withLock(\.certificate)
            for application in exchange.service.applications where exchange.isPushCreation {
                application.data.withLock { data in
                    for var device in Array(data.installations.newestFirst) {
                        device.certificate = certificate
                        // Refused only for a token of another, and it has its own.
                        try? data.installations.store(device)
                    }
                }
            }
            return exchange.answer()
        },
        ncmb(
            "bound-for-ever",
            of: "nifty",
            "A device stays bound to its first certificate",
            breaks: ["updateInstallation/bound-again"]
        ) { exchange in
            let isChange = exchange.request.method == "PUT"
            return exchange.changingBody(if: isChange) { $0["deviceToken"] = nil }
        },
        ncmb(
            "documented-host-signed",
            of: "nifty",
            "Only the host of the documents is signed for",
            breaks: ["createPush/signed-for-this-host"]
        ) { exchange in
            let host = exchange.service.options.generation.documentedHost
            return exchange.request.hostname == host
                ? exchange.answer() : exchange.refusingSignature()
        },
        ncmb(
            "id-short",
            of: "nifty",
            "Ids have 15 characters",
            breaks: ["createPush/id-length", "sendPush/android", "sendPush/scheduled"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("objectId") { .string(String(($0.stringValue ?? "").dropLast())) }
            }
        },
        ncmb(
            "token-in-capitals",
            of: "nifty",
            "A device is shown with its token in capitals",
            breaks: ["getInstallation/documented-fields", "saveInstallation/token-sent"]
        ) { exchange in
            exchange.rewriting { answer in
                answer.update("deviceToken") { .string(($0.stringValue ?? "").uppercased()) }
            }
        },
        nifty(
            "push-id-cut",
            "The id of a push has lost its last character",
            breaks: ["createPush/payload-push-id", "createPush/immediate"]
        ) { content in
            content.update("com.nifty.PushId") {
                .string(String(($0.stringValue ?? "").dropLast()))
            }
        },
        nifty(
            "alert-as-object",
            "The alert is an object",
            breaks: [
                "createPush/payload-alert", "createPush/category", "createPush/scheduled",
                "sendPush/to-others",
            ]
        ) { content in
            content.updateObject("aps") { $0.update("alert") { ["body": $0] } }
        },
        nifty(
            "user-values-together",
            "The user's values are in an object",
            breaks: [
                "createPush/payload-user-values", "createPush/payload-size",
                "createPush/payload-size-before-ios-8",
            ]
        ) { content in
            var values = JSONObject()
            for member in content.members
            where member.name != "aps" && !member.name.hasPrefix("com.nifty.") {
                values[member.name] = member.value
                content[member.name] = nil
            }
            content["values"] = .object(values)
        },
    ]

    private static func nifty(
        _ name: String,
        _ summary: String,
        breaks: [String],
        _ change: @escaping @Sendable (inout JSONObject) -> Void
    ) -> Defect {
        Defect(
            notification: "nifty-\(name)",
            service: "nifty",
            summary: summary,
            breaks: breaks,
            change: change
        )
    }
}
