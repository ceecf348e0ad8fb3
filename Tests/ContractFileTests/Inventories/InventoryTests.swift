import Contract
import ContractFile
import Testing
import Trace

struct InventoryTests {
    @Test("Every key of an inventory is read")
    func whole() throws {
        let loaded = LoadedInventory(
            """
            # yaml-language-server: $schema=../trace-1.schema.json
            trace: "1"
            document:
              doc: guide
              title: Push guide, basics
              lines: 592
              sha256: \(LoadedInventory.sha256)
            statements:
              both-times:
                lines: 301-303
                digest: 5f1c09ab
                says: Both times answer E400.
                promises: [createPush/both-times, errors/E400, "client.yaml#createPush"]
              badge: { lines: 77, says: The app clears it., local: the app does it }
              shown: { lines: [12, 40-44], digest: 12345678, says: It is shown., console: a page }
              ten-days: { lines: 210, says: Ten days., open: no case waits }
              size:
                lines: 96
                says: A text has 128 bytes.
                contradicted: { by: "notes#2017-06", because: it has 256 }
                promises: [createPush/kept]
              gone: { lines: 96, says: Gone., contradicted: { by: notes, because: no more } }
            aside:
              - { lines: 1-11, because: navigation, digest: 00000000 }
              - lines: [13, 20-30]
                because: clicks
            x-author: somebody
            """
        )
        #expect(loaded.findings.isEmpty)
        let inventory = try #require(loaded.inventory)
        #expect(inventory.document.name == "guide")
        #expect(inventory.document.title == "Push guide, basics")
        #expect(inventory.document.lineCount == 592)
        #expect(inventory.document.sha256 == LoadedInventory.sha256)
        #expect(
            inventory.statements.map { "\($0.name) \($0.lines) \($0.digest ?? "-")" } == [
                "both-times 301-303 5f1c09ab", "badge 77 -", "shown 12, 40-44 12345678",
                "ten-days 210 -", "size 96 -", "gone 96 -",
            ]
        )
        let tables = "svc/tables.yaml"
        #expect(
            inventory.statements[0].fate.promises.map(\.key) == [
                PromiseKey(file: tables, id: "createPush/both-times"),
                PromiseKey(file: tables, id: "errors/E400"),
                PromiseKey(file: "svc/client.yaml", id: "createPush"),
            ]
        )
        #expect(inventory.statements[1].fate == .local("the app does it"))
        #expect(inventory.statements[2].fate == .console("a page"))
        #expect(inventory.statements[3].fate == .open("no case waits"))
        let contradiction = Contradiction(by: "notes#2017-06", because: "it has 256")
        let kept = PromiseReference(
            text: "createPush/kept",
            key: PromiseKey(file: tables, id: "createPush/kept")
        )
        #expect(inventory.statements[4].fate == .contradicted(contradiction, [kept]))
        #expect(inventory.statements[5].fate.promises.isEmpty)
        #expect(
            inventory.asides.map { "\($0.lines) \($0.because) \($0.digest ?? "-")" }
                == ["1-11 navigation 00000000", "13, 20-30 clicks -"]
        )
    }

    @Test("The title is that of the contracts if the inventory has none, else the name")
    func title() {
        let text = LoadedInventory.text()
        #expect(LoadedInventory(text).inventory?.document.title == "Push guide")
        #expect(LoadedInventory(text, beside: []).inventory?.document.title == "guide")
    }

    @Test("Without any contract an inventory without promises is complete")
    func alone() {
        let text = LoadedInventory.text(statement: "lines: 1, says: It is., open: nobody looked")
        #expect(LoadedInventory(text, beside: []).findings.isEmpty)
    }

    @Test("Promises of contracts with errors are unknown, so no name of theirs is an error")
    func broken() {
        let text = LoadedInventory.text(statement: "lines: 1, says: It is., promises: [a/b]")
        let loaded = LoadedInventory(text, beside: ["svc/broken.yaml", "svc/missing.yaml"])
        #expect(loaded.findings.isEmpty)
        #expect(loaded.inventory?.statements[0].fate.promises.map(\.key) == [nil])
    }
}
