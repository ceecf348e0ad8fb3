import Base
import Testing

struct NearestNameTableTests {
    @Test("Of many names the nearest is found, and none where none is near")
    func many() {
        let table = NearestNameTable((0..<5_000).map { "GET /parcels\($0)/items" })
        #expect(table.suggestion(for: "GET /parcels4321/itms") == "GET /parcels4321/items")
        #expect(table.suggestion(for: "DELETE /something/else/entirely") == nil)
    }

    @Test("Of few names all are measured")
    func few() {
        let names = ["alpha", "beta", "gamma"]
        let table = NearestNameTable(names)
        for name in ["alpah", "bta", "gamm", "delta", "x"] {
            #expect(table.suggestion(for: name) == NearestName.suggestion(for: name, among: names))
        }
    }
}
