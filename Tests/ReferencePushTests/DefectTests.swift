import JSON
import Synchronization
import Testing

@testable import ReferencePush

struct DefectTests {
    @Test("A tag that keeps its name costs other requests nothing: each is handled once")
    func renameLost() throws {
        let requests = Atomic(0)
        var options = NHNOptions()
        options.deliversByTimer = false
        options.now = {
            // The service asks for the time once a request.
            requests.add(1, ordering: .relaxed)
            return NHNHarness.now
        }
        let defect = try #require(DefectCatalog.all.first { $0.name == "nhn-push-tag-rename-lost" })
        let face = defect.put(into: NHNService(options: options).faces[0])
        for target in ["GET /tokens?uid=u", "GET /tags", "PUT /uids/u/tag-ids", "GET /stats"] {
            _ = face.handle(NHNHarness.request(target))
        }
        #expect(requests.load(ordering: .relaxed) == 4)
        _ = face.handle(NHNHarness.request("PUT /tags/12345678"))
        #expect(requests.load(ordering: .relaxed) == 6)
    }

    @Test("A defect that deletes another token leaves the one that the path names")
    func anotherToken() throws {
        let harness = NHNHarness()
        harness.register("kept", "u")
        harness.register("other", "u")
        let name = "nhn-push-another-token-deleted"
        let defect = try #require(DefectCatalog.all.first { $0.name == name })
        let face = defect.put(into: harness.service.faces[0])
        _ = face.handle(NHNHarness.request("DELETE /tokens/kept?pushType=APNS"))
        let tokens = harness.send("GET", "/tokens?uid=u").json["tokens"]?.arrayValue ?? []
        #expect(tokens.map { $0["token"] } == ["kept"])
        // With one token left there is no other: it is the one that goes.
        _ = face.handle(NHNHarness.request("DELETE /tokens/kept?pushType=APNS"))
        #expect(harness.send("GET", "/tokens?uid=u").json["tokens"] == [])
    }
}
