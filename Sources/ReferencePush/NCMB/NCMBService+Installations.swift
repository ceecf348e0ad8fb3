import JSON
import Synchronization

extension NCMBService {
    func createInstallation(_ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        let body = try turn.body()
        if turn.switches[.installationCreateForbidden] { throw .accessControl }
        let draft = try InstallationDraft(body)
        let id = try turn.application.data.withLock { data throws(NCMBError) in
            var installation = try draft.installation(
                id: data.installations.newID(using: &data.random),
                createDate: turn.now,
                updateDate: turn.now
            )
            installation.certificate = turn.switches.certificate
            try data.installations.store(installation)
            return installation.id
        }
        return .created(id, at: turn.now)
    }

    func getInstallation(_ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        let installation = try turn.application.data.withLock { data throws(NCMBError) in
            try data.installation(turn.id).readable(by: turn.session)
        }
        return .object(installation.json)
    }

    func updateInstallation(_ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        let body = try turn.body()
        try turn.application.data.withLock { data throws(NCMBError) in
            let old = try data.installation(turn.id).writable(by: turn.session)
            let draft = try InstallationDraft(old, changedBy: body)
            var new = try draft.installation(
                id: old.id,
                createDate: old.createDate,
                updateDate: turn.now
            )
            // Sending a token registers it again, even an unchanged one.
            let isRegistered = body.contains("deviceToken")
            new.certificate = isRegistered ? turn.switches.certificate : old.certificate
            try data.installations.store(new)
        }
        return .updated(at: turn.now)
    }

    func deleteInstallation(_ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        try turn.application.data.withLock { data throws(NCMBError) in
            let installation = try data.installation(turn.id).writable(by: turn.session)
            data.installations.remove(installation.id)
        }
        return .empty
    }

    func searchInstallations(_ turn: NCMBTurn) throws(NCMBError) -> NCMBReply {
        if turn.switches[.installationSearchForbidden] { throw .accessControl }
        return try reply(to: turn) { data, condition in
            data.installations.candidates(for: condition)
        }
    }
}

extension NCMBData {
    /// - Throws: `E404001` for an unknown id.
    fileprivate func installation(_ id: String) throws(NCMBError) -> Installation {
        guard let installation = ObjectID(id).flatMap({ installations[$0] }) else {
            throw .noData
        }
        return installation
    }
}
