import HTTP
import JSON
import ReferencePush
import TestSupport
import Testing

@testable import PushSinks

/// Senders that nobody here wrote, from PyPI, as they are.
struct ForeignSenderTests {
    /// The Python that has a package; `nil` says that the tests did not run.
    static func python(with packages: String) async -> String? {
        guard let path = ChildProcess.path(of: "python3"),
            let probe = try? ChildProcess(path, ["-c", "import \(packages); print('there')"])
        else { return nil }
        return await probe.outputUntilEnd() == Array("there\n".utf8) ? path : nil
    }

    private static let webPushScript = """
        import json, sys
        from py_vapid import Vapid
        from pywebpush import WebPushException, webpush
        subscription = json.loads(sys.argv[1])
        key = Vapid()
        key.generate_keys()
        def send(subscription, claims):
            try:
                return webpush(subscription, data="hello", vapid_private_key=key, ttl=30,
                    vapid_claims=dict(claims, sub="mailto:a@example.com")).status_code
            except WebPushException as error:
                return error.response.status_code
        unknown = dict(subscription, endpoint=subscription["endpoint"] + "A")
        print(json.dumps([send(subscription, {}), send(unknown, {}),
            send(subscription, {"aud": "https://example.com"})]))
        """

    @Test(
        "pywebpush delivers unmodified, and its mistakes get the documented answers",
        .enabled("NOT RUN: python3 cannot import pywebpush; make oracles") {
            await python(with: "pywebpush") != nil
        },
        .timeLimit(.minutes(5))
    )
    func webPush() async throws {
        let python = try #require(await Self.python(with: "pywebpush"))
        let service = WebPushService()
        let server = try ReferenceServer(service: service)
        defer { server.stop() }
        let sender = service.sender(1, at: server.origin)
        let process = try ChildProcess(python, ["-c", Self.webPushScript, sender.text])
        let answer = try JSONValue(parsing: await process.outputUntilEnd())
        #expect(answer == [201, 404, 403])
        let shown = service.state.control("messages", .init(method: "GET", target: "/messages"))
        guard case .value(let value) = shown else {
            Issue.record("no messages")
            return
        }
        let messages = value["messages"]?.arrayValue ?? []
        #expect(messages.map { $0["message"]?["plaintext"]?.stringValue } == ["hello"])
    }

    private static let fcmScript = """
        import json, sys
        from google.auth.exceptions import RefreshError
        from google.auth.transport.requests import AuthorizedSession
        from google.oauth2 import service_account
        account = json.loads(sys.argv[1])
        url = account["token_uri"].removesuffix("/token") + "/v1/projects/reference/messages:send"
        def session(**changes):
            scopes = ["https://www.googleapis.com/auth/firebase.messaging"]
            return AuthorizedSession(service_account.Credentials.from_service_account_info(
                dict(account, **changes), scopes=scopes))
        good = session()
        def send(message):
            return good.post(url, json={"message": message}).status_code
        answers = [send({"token": sys.argv[2], "notification": {"title": "hello"}}),
            send({"token": "no token"}), send({})]
        try:
            session(client_email="nobody@example.com").post(url, json={})
        except RefreshError as error:
            answers.append(error.args[1]["error"])
        print(json.dumps(answers))
        """

    @Test(
        "A sender with google-auth and requests delivers unmodified, and learns of its mistakes",
        .enabled("NOT RUN: python3 cannot import google.auth and requests; make oracles") {
            await python(with: "google.auth, requests") != nil
        },
        .timeLimit(.minutes(5))
    )
    func fcm() async throws {
        let python = try #require(await Self.python(with: "google.auth, requests"))
        let service = FCMService()
        let server = try ReferenceServer(service: service)
        defer { server.stop() }
        let account = try service.sender(at: server.origin)
        let token = service.registrationToken(of: 1)
        let process = try ChildProcess(python, ["-c", Self.fcmScript, account.text, token])
        let answer = try JSONValue(parsing: await process.outputUntilEnd())
        #expect(answer == [200, 400, 400, "invalid_grant"])
        let shown = service.state.control("messages", .init(method: "GET", target: "/messages"))
        guard case .value(let value) = shown else {
            Issue.record("no messages")
            return
        }
        let messages = value["messages"]?.arrayValue ?? []
        #expect(messages.map { $0["recipient"]?.stringValue } == [token])
    }
}
