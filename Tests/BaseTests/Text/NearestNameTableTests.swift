import Base
import Testing

struct NearestNameTableTests {
    @Test("The nearest of many names is found, and none if none is near")
    func many() {
        let table = NearestNameTable((0..<5_000).map { "GET /parcels\($0)/items" })
        #expect(table.suggestion(for: "GET /parcels4321/itms") == "GET /parcels4321/items")
        #expect(table.suggestion(for: "DELETE /something/else/entirely") == nil)
    }

    @Test("Among few names the distance to each is measured")
    func few() {
        let names = ["alpha", "beta", "gamma"]
        let table = NearestNameTable(names)
        for name in ["alpah", "bta", "gamm", "delta", "x"] {
            #expect(table.suggestion(for: name) == NearestName.suggestion(for: name, among: names))
        }
    }
}
