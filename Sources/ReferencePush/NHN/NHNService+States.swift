import JSON
import Synchronization

extension NHNService {
    static let states =
        ([
            "internal-error": .change(NHNService.changeInternalError),
            "time-of-day": .change(NHNService.changeTime),
            "token-dead": .device("token") { service, token, action in
                service.switches.withLock { $0.fates.change(.invalid, of: token, action) }
            },
            "token-fails": .change(NHNService.failToken),
            Downstream.stateName: .change { $0.delivery.downstream.change },
            ProviderDelivery.stateName: .change { $0.delivery.providers.change },
            "many-failures": .variables(NHNService.changeFailures),
            "console-message": .variables(NHNService.sendFromConsole),
            "tag-table-full": .change(NHNService.changeTags),
        ] as StateTable<NHNService>).adding(NHNSwitches.Name.self) { service, name, action in
            service.switches.withLock { $0.named.change(name, action) }
        }

    func change(_ change: StateChange) throws(StateChangeError) -> JSONObject {
        try Self.states.apply(change, to: self)
    }

    private func changeInternalError(_ change: StateChange) throws(StateChangeError) {
        let code = try change.internalCode()
        switches.withLock { $0.internalError.change(code, change.action) }
    }

    private func changeTime(_ change: StateChange) throws(StateChangeError) {
        let minutes = try change.minutesSinceMidnight()
        switches.withLock { $0.timeOfDay.change(minutes, change.action) }
    }

    private func failToken(_ change: StateChange) throws(StateChangeError) {
        let token = try change.token("token")
        let cause = try change.cause()
        switches.withLock { $0.fates.change(.failed(cause), of: token, change.action) }
    }
}

extension StateChange {
    /// A number, or a text with a number.
    fileprivate func internalCode() throws(StateChangeError) -> Int {
        let code = params["code"].flatMap { $0.intValue ?? $0.stringValue.flatMap { Int($0) } }
        guard let code, (50_001...50_501).contains(code) else {
            throw fault("code", "a code from 50001 to 50501")
        }
        return code
    }

    fileprivate func minutesSinceMidnight() throws(StateChangeError) -> Int {
        guard let minutes = NHNTime.timeOfDay(params["time"]?.stringValue ?? "") else {
            throw fault("time", "a time such as 21:00")
        }
        return minutes
    }

    fileprivate func cause() throws(StateChangeError) -> NHNErrorCause {
        guard let cause = NHNErrorCause(rawValue: params["cause"]?.stringValue ?? "") else {
            let known = NHNErrorCause.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("cause", "one of \(known)")
        }
        return cause
    }
}

// MARK: - Objects without a call of the API

extension NHNService {
    /// A body as the console sends it.
    private static let consoleBody =
        #"{"target":{"type":"ALL"},"content":{"default":{"title":"title","body":"body"}},"#
        + #""messageType":"AD","contact":"1588-1588","removeGuide":"Menu > Setting"}"#

    private var consoleSettings: NHNMessageSettings? {
        let faults = NHNFaults()
        do {
            let fields = try NHNFields(body: Array(Self.consoleBody.utf8), faults)
            return NHNMessageSettings(fields, resources: [])
        } catch {
            preconditionFailure("the console's own body is at fault: \(error.message)")
        }
    }

    /// A message sent from the console: only such ones are listed.
    private func sendFromConsole(_ change: StateChange) -> JSONObject {
        let now = options.common.now()
        guard change.action == .setup, let settings = consoleSettings,
            let application = applications.first
        else {
            return JSONObject()
        }
        let id = application.data.withLock { data in
            let message = data.message(settings, from: .console, at: now)
            data.messages.finish(message.id) {
                $0.status = .complete
                $0.targetCount = 1_000
                $0.sentCount = 990
                $0.completed = now
            }
            return message.id
        }
        return JSONObject("messageId", .integer(id))
    }

    private func changeFailures(_ change: StateChange) -> JSONObject {
        change.action == .setup ? manyFailures() : forgetFailures()
    }

    /// More failures of one message than fit into one response.
    private func manyFailures() -> JSONObject {
        let now = options.common.now()
        let id = applications.first?.data.withLock { data in
            let id = data.newID()
            for number in 0..<101 {
                data.failures.append(
                    MessageFailure(
                        messageID: id,
                        pushType: .fcm,
                        cause: .fcm,
                        payload: ["data": ["title": "title", "body": "body"]],
                        created: now,
                        recipients: [.init(uid: "uid-\(number)", token: "token-\(number)")]
                    )
                )
            }
            madeUpFailures.withLock { $0.append(id) }
            return id
        }
        return id.map { JSONObject("messageId", .integer($0)) } ?? JSONObject()
    }

    private func forgetFailures() -> JSONObject {
        let id = madeUpFailures.withLock { $0.popLast() }
        applications.first?.data.withLock { data in
            data.failures.removeAll { $0.messageID == id }
        }
        return JSONObject()
    }

    private static let fillerPrefix = "filler-"

    /// Fills the table of tags, or removes the added ones.
    private func changeTags(_ change: StateChange) {
        let now = options.common.now()
        applications.first?.data.withLock { data in
            switch change.action {
            case .setup:
                for number in data.tags.count..<max(data.tags.count, NHNTagStore.limit) {
                    let name = "\(Self.fillerPrefix)\(number)"
                    if data.tags.tag(named: name) == nil {
                        _ = data.tags.create(name, at: now, using: &data.random)
                    }
                }
            case .teardown:
                for tag in data.tags.newestFirst where tag.name.hasPrefix(Self.fillerPrefix) {
                    data.tags.remove(tag.id)
                }
            }
        }
    }
}

/// Conditions set by provider states.
struct NHNSwitches: Sendable {
    /// A state without parameters.
    enum Name: String, Hashable, Sendable, CaseIterable {
        case noCertificate = "no-certificate"
        case invalidCertificate = "invalid-certificate"
        case tagSystemDown = "tag-system-down"
        case loggingOff = "logging-off"
        case singleToken = "single-token"
        case duplicatesPrevented = "duplicates-prevented"
        case deliveryLate = "delivery-late"
        case night = "night"
        case day = "day"
    }

    var named = CountedStates<Name>()
    /// The code of the internal error in response to every request.
    var internalError = StackedState<Int>()
    /// Korea's time of day, in minutes since midnight.
    var timeOfDay = StackedState<Int>()
    /// Outcome of messages to a token, if they do not arrive.
    var fates = DeviceStates<NHNTokenFate>()

    subscript(_ name: Name) -> Bool { named[name] }
}

/// Outcome of a message that does not arrive.
enum NHNTokenFate: Hashable, Sendable {
    /// The token is dead: it is removed, and listed as invalid.
    case invalid
    case failed(NHNErrorCause)
}
