import JSON

extension NHNService {
    /// Everything but the tag API.
    func perform(_ route: NHNRoute, _ turn: NHNTurn) throws(NHNError) -> JSONObject {
        switch route {
        case .registerToken: try registerToken(turn)
        case .tokensOfUID: try tokensOfUID(turn)
        case .tokensByCursor: try tokensByCursor(turn)
        case .invalidTokens: try invalidTokens(turn)
        case .getToken(let token): try getToken(token, turn)
        case .deleteToken(let token): try deleteToken(token, turn)
        case .sendMessage: try sendMessage(turn)
        case .listMessages: try listMessages(turn)
        case .getMessage(let id): try getMessage(id, turn)
        case .messageErrors: try messageErrors(turn)
        case .messageLogs: try messageLogs(turn)
        case .computeSchedules: try computeSchedules(turn)
        case .createReservation: try createReservation(turn)
        case .listReservations: try listReservations(turn)
        case .deleteReservations: try deleteReservations(turn)
        case .getReservation(let id): try getReservation(id, turn)
        case .updateReservation(let id): try updateReservation(id, turn)
        case .reservationMessages(let id): try reservationMessages(id, turn)
        case .statistics: try statistics(turn)
        case .statisticsTotal: try statisticsTotal(turn)
        case .collectEvents: try collectEvents(turn)
        default: try performTagged(route, turn)
        }
    }
}
