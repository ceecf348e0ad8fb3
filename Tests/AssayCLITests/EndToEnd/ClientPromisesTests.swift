import TestSupport
import Testing

/// `assay client` with clients that each make one mistake, for the promises of every client library.
struct ClientPromisesTests {
    /// A mistake, and the promise that it breaks.
    struct Mistake: CustomTestStringConvertible {
        let contract: String
        let name: String
        let promise: String
        var basis = "documented"
        var isSilent = false

        var testDescription: String { "\(contract) \(name)" }
    }

    private static let scripts = [
        "core-push": "core_push.py", "toast-push": "cloud_push.py", "nhn-push": "cloud_push.py",
        "ncmb": "ncmb.py", "nifty": "ncmb.py",
    ]

    private static func run(
        _ contract: String,
        _ words: [String],
        basis: String = "documented"
    ) async throws -> ProgramRun {
        let script = try #require(scripts[contract])
        return try await RunningProgram(
            [
                "client", "\(PackageRoot.path)/contracts/\(contract)", "--basis", basis, "--",
                "python3", "\(PackageRoot.path)/Tests/Clients/\(script)",
            ] + words
        ).end()
    }

    @Test(
        "A correct client passes, with or without a report of its calls",
        arguments: scripts.keys.sorted(),
        [[], ["none", "silent"]]
    )
    func sound(contract: String, words: [String]) async throws {
        let run = try await Self.run(contract, words)
        #expect(run.ending == .exited(0), "\(run.output)")
        #expect(!run.output.contains("Failed promises"))
    }

    @Test("A client defect fails the promise that it violates", arguments: mistakes)
    func mistake(mistake: Mistake) async throws {
        let words = [mistake.name] + (mistake.isSilent ? ["silent"] : [])
        let run = try await Self.run(mistake.contract, words, basis: mistake.basis)
        #expect(run.ending == .exited(4), "\(run.output)")
        let broken = run.output.split(separator: "\n").drop { !$0.contains("Failed promises") }
            .prefix { !$0.hasPrefix("Client: Promises not covered") }
        #expect(broken.contains { $0.contains(mistake.promise) }, "\(run.output)")
    }

    private static let mistakes: [Mistake] = {
        let core = { Mistake(contract: "core-push", name: $0, promise: $1) }
        let sent = "registerForRemoteNotifications/sent-by-itself"
        var all = [
            core("omit-device_name", sent), core("omit-os_version", sent),
            core("omit-last_use", sent), core("last-use", sent),
            core("old-use", sent),
            core("omit-app_user_id", "setAppUserId/sent"), core("other-user", "setAppUserId/sent"),
            core("omit-category_id", "registerForRemoteNotifications/category-default"),
            core("default-category", "registerForRemoteNotifications/category-default"),
            core("omit-device_id", "registerForRemoteNotifications/device-id-default"),
            core("multi-loses", "setMultiCategoryIds/wins"),
            core("position", "setLocationServiceEnabled/needed"),
            core("order-ids", "setCategoryIds/sent"),
            core("other-id", "handleBackgroundNotification/reported"),
            core("never-reports", "handleBackgroundNotification/reported"),
            core("reports-without-id", "handleBackgroundNotification/without-id"),
            core("mode", "unregisterDeviceToken/not-sent-to"),
        ]
        var separator = core("separator", "setCategoryIds/joined")
        separator.basis = "observed"
        var silent = core("omit-device_name", sent)
        silent.isSilent = true
        all += [separator, silent]
        for service in ["toast-push", "nhn-push"] {
            let cloud = { Mistake(contract: service, name: $0, promise: $1) }
            all += [
                cloud("opened-for-another", "setUserID/shared"),
                cloud("never-reports", "didOpen/key-by-call"),
                cloud("consents", "registerWithAgreement/consents"),
                cloud("user", "registerWithAgreement/device-identifier"),
                cloud("country", "initWithConfiguration/country"),
                cloud("type", "registerWithAgreement"),
                cloud("no-update", "setUserID/updates"),
                cloud("tags-of-another", "setUserTag/of-user"),
                cloud("logout-deletes", "unregister"),
            ]
        }
        for service in ["ncmb", "nifty"] {
            let cloud = { Mistake(contract: service, name: $0, promise: $1) }
            all += [
                cloud("other-token", "saveInstallation/token-sent"),
                cloud("system", "saveInstallation/own-field"),
                cloud("never-saves", "saveInstallation"),
                cloud("no-look-up", "updateExistInstallation/overwritten"),
                cloud("looks-up-any", "updateExistInstallation/found-by-token"),
                cloud("overwrites-token", "updateExistInstallation/overwritten"),
                cloud("clears-values", "reRegistInstallation/all-else-kept"),
                cloud("message", "sendPush/ios"), cloud("sound", "sendPush/ios"),
                cloud("target", "sendPush/ios"),
            ]
        }
        return all + [
            Mistake(
                contract: "ncmb",
                name: "omit-appVersion",
                promise: "saveInstallation/fills-in"
            )
        ]
    }()
}
