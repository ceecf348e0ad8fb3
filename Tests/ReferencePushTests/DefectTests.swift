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
}
