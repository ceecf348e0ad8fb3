import JSON
import Testing

@testable import PushSinks

/// Messages that describe their own notification, as a user agent reads them.
struct DeclarativeMessageTests {
    private static let notification = #""title":"T","navigate":"https://a.example/1""#

    @Test(
        "A message with the number, a title and a URL is shown",
        arguments: [
            (#"{"web_push":8030,"notification":{\#(notification)}}"#, false),
            (#"{"web_push":8030.0,"notification":{\#(notification)},"mutable":true}"#, true),
            (#"{"web_push":8030,"notification":{\#(notification),"lang":7},"mutable":1}"#, false),
            (
                #"{"web_push":8030,"notification":{\#(notification),"actions":["#
                    + #"{"action":"a","title":"A","navigate":"/a"}]},"app_badge":3}"#,
                false
            ),
        ]
    )
    func shown(text: String, isMutable: Bool) {
        let shown = DeclarativeMessage.shown(
            title: "T",
            navigate: "https://a.example/1",
            isMutable: isMutable
        )
        #expect(DeclarativeMessage(Array(text.utf8)) == shown)
    }

    @Test(
        "An invalid declarative message reports its error",
        arguments: [
            (#"{"web_push":8031,"notification":{\#(notification)}}"#, .number),
            (#"{"web_push":"8030","notification":{\#(notification)}}"#, .number),
            (#"{"web_push":8030}"#, .notification),
            (#"{"web_push":8030,"notification":[]}"#, .notification),
            (#"{"web_push":8030,"notification":{"navigate":"/"}}"#, .title),
            (#"{"web_push":8030,"notification":{"title":7,"navigate":"/"}}"#, .title),
            (#"{"web_push":8030,"notification":{"title":"T"}}"#, .navigate),
            (#"{"web_push":8030,"notification":{"title":"T","navigate":5}}"#, .navigate),
            (
                #"{"web_push":8030,"notification":{"title":"T","navigate":"https://a:b:c/"}}"#,
                .navigate
            ),
            (
                #"{"web_push":8030,"notification":{\#(notification),"actions":[{"action":"a"}]}}"#,
                .actions
            ),
        ] as [(String, DeclarativeMessage.Fault)]
    )
    func failed(text: String, fault: DeclarativeMessage.Fault) {
        #expect(DeclarativeMessage(Array(text.utf8)) == .failed(fault))
    }

    @Test(
        "Any other message is for a service worker",
        arguments: ["", "hello", "[]", "8030", "{}", "{"]
    )
    func others(text: String) { #expect(DeclarativeMessage(Array(text.utf8)) == nil) }
}
