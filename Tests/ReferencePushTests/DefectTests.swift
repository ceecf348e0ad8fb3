import Defects
import HTTP
import JSON
import Synchronization
import Testing

@testable import ReferencePush

struct DefectTests {
    @Test("A tag that keeps its name does not affect other requests: each is handled once")
    func renameLost() throws {
        let requests = Atomic(0)
        var options = NHNOptions()
        options.common.deliversInBackground = false
        options.common.now = {
            // The service reads the time once per request.
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

    @Test("A defect that deletes another token leaves the token in the path")
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
        // If only one token is left, that one is removed.
        _ = face.handle(NHNHarness.request("DELETE /tokens/kept?pushType=APNS"))
        #expect(harness.send("GET", "/tokens?uid=u").json["tokens"] == [])
    }
}

/// A message changed by a defect is as valid as the original from the client or the service.
struct SealedMessageTests {
    @Test(
        "A changed request to NCMB is signed again, and its response for the client's own request"
    )
    func signatures() throws {
        let harness = NCMBHarness()
        let wire = NCMBWire(service: harness.service)
        let request = harness.signed("GET /installations?limit=5")
        let document = RequestDocument(request, leading: 1, wire)
        let limit = document.json["query"]?["limit"]
        #expect(limit == "5")
        let changed = try #require(document.request { $0["query"] = ["limit": "2"] })
        #expect(changed.query == "limit=2")
        let signature = changed.headers["X-NCMB-Signature"]
        #expect(signature != nil && signature != request.headers["X-NCMB-Signature"])
        let response = harness.service.handle(changed)
        #expect(response.status == 200)
        let sealed = document.sealed(response)
        #expect(
            sealed.headers["X-NCMB-Response-Signature"]
                != response.headers["X-NCMB-Response-Signature"]
        )
        #expect(document.request { _ in } == nil, "nothing changed")
    }

    @Test("An incorrectly signed request stays unchanged, unless a defect forges it")
    func forging() {
        let harness = NCMBHarness()
        var request = harness.signed("GET /installations")
        request.headers.set("X-NCMB-Signature", "none")
        let document = RequestDocument(request, leading: 1, NCMBWire(service: harness.service))
        #expect(document.request { $0["query"] = ["limit": "2"] } == nil)
        let forged = document.request(forges: true) { _ in }
        #expect(forged.map { harness.service.handle($0).status } == 200)
    }
}
