import Base
import Testing

/// A value that is handed over before or after a waiter waits for it.
struct HandoverTests {
    @Test("A value given first is available to a later waiter")
    func early() async {
        let handover = Handover<Int>()
        handover.give(7)
        #expect(await handover.value() == 7)
    }

    @Test("A waiter gets the value given later")
    func late() async {
        let handover = Handover<Int>()
        async let value = handover.value()
        await Task.yield()
        handover.give(7)
        #expect(await value == 7)
    }

    @Test("A final nil lasts, whatever is given later")
    func over() async {
        let handover = Handover<Int>()
        handover.give(7)
        handover.give(nil)
        #expect(await handover.value() == nil)
        handover.give(8)
        #expect(await handover.value() == nil)
    }

    @Test("A signal given before the wait ends it")
    func signal() async {
        let signal = Handover<Void>()
        signal.give()
        signal.give()
        await signal.wait()
        await signal.wait()
    }
}
