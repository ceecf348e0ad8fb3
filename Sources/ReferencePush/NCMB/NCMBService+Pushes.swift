import JSON
import Synchronization

extension NCMBService {
    func createPush(_ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        let body = try turn.body()
        if turn.switches[.pushPermissionOff] { throw .accessControl }
        try Push.checkNames(of: body)
        let settings = try PushSettings(given: body)
        try checkSize(of: settings, turn)
        let push = try turn.application.data.withLock { data throws(NCMBError) in
            try checkQuota(of: data, turn)
            let push = Push(
                id: data.pushes.newID(using: &data.random),
                given: body,
                settings: settings,
                plannedDevices: data.recipientCount(of: settings),
                at: turn.now
            )
            data.add(push)
            data.plan(push, after: options.common.deliveryDelay, at: turn.now)
            return push
        }
        delivery.wake(at: turn.now + options.common.deliveryDelay)
        return .created(push.id, at: turn.now)
    }

    func getPush(_ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        if turn.switches[.pushPermissionOff] { throw .accessControl }
        let push = try turn.application.data.withLock { data throws(NCMBError) in
            try data.push(turn.id).readable(by: turn.session)
        }
        return .object(push.json)
    }

    func updatePush(_ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        let body = try turn.body()
        if turn.switches[.pushPermissionOff] { throw .accessControl }
        let due = try turn.application.data.withLock { data throws(NCMBError) in
            let old = try data.push(turn.id).writable(by: turn.session)
            guard old.status == .undelivered else { throw .prohibited }
            try Push.checkNames(of: body)
            let given = old.given(changedBy: body)
            let settings = try PushSettings(given: given)
            try checkSize(of: settings, turn)
            var new = old
            new.change(given: given, settings: settings, at: turn.now)
            new.plannedDevices = data.recipientCount(of: settings)
            data.update(old.id) { $0 = new }
            return data.plan(new, after: options.common.deliveryDelay, at: turn.now)
        }
        delivery.wake(at: due)
        return .updated(at: turn.now)
    }

    func deletePush(_ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        if turn.switches[.pushPermissionOff] { throw .accessControl }
        try turn.application.data.withLock { data throws(NCMBError) in
            let push = try data.push(turn.id).writable(by: turn.session)
            data.removePush(push.id)
        }
        return .empty
    }

    func searchPushes(_ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        if turn.switches[.pushPermissionOff] { throw .accessControl }
        return try reply(to: turn) { data, _ in data.pushes.newestFirst }
    }

    /// Devices do this, not the app's owner, so the owner's switch does not matter.
    func registerOpen(_ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        let body = try turn.body()
        try turn.application.data.withLock { data throws(NCMBError) in
            let push = try data.push(turn.id)
            let fields = FieldReader(object: body)
            guard let name = try fields.text("deviceType"), !name.isEmpty else {
                throw .empty("deviceType")
            }
            guard DeviceType(rawValue: name) != nil else { throw .value("deviceType") }
            _ = try fields.text("deviceToken")
            data.update(push.id) { $0.registerOpen(at: turn.now) }
        }
        return .updated(at: turn.now)
    }
}

extension NCMBService {
    private func checkSize(of settings: PushSettings, _ turn: NCMBTurn) throws(NCMBError) {
        let switchedOn = turn.switches[.payloadLimitOn] ? PushPayload.iosLimit : nil
        guard let limit = options.payloadLimit ?? switchedOn, settings.targets.contains(.ios)
        else { return }
        let payload = PushPayload(
            generation: options.generation,
            pushID: String(repeating: "0", count: ObjectID.length),
            settings: settings
        )
        let badge = settings.badgeSetting ?? (settings.badgeIncrementFlag ? 1 : nil)
        guard JSONValue.object(payload.ios(badge: badge)).textBytes.count <= limit else {
            throw .size("message", 0...limit)
        }
    }

    private func checkQuota(of data: NCMBData, _ turn: NCMBTurn) throws(NCMBError) {
        if turn.switches[.quotaUsedUp] { throw .quota }
        guard let quota = options.monthlyQuota else { return }
        guard data.usedQuota(at: turn.now) < quota else { throw .quota }
    }
}

extension NCMBData {
    /// - Throws: `E404001` for an unknown id, or a push that moved to the backup.
    fileprivate func push(_ id: String) throws(NCMBError) -> Push {
        guard let push = ObjectID(id).flatMap({ pushes[$0] }) else { throw .noData }
        return push
    }
}
