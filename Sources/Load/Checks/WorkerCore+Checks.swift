import Base
import CLinux
import Contract

extension WorkerCore {
    /// Hands a complete answer over to those who judge it.
    func check(_ index: Int32, at done: Int64) {
        let connection = table[Int(index)]
        checks?.submit(
            CheckedAnswer(
                send: connection.send,
                arrival: connection.arrival,
                request: connection.checkedRequest,
                head: connection.reader.head,
                body: connection.reader.body,
                isWhole: connection.reader.body.count < ResponseReader.Capture.wholeAnswer.limit,
                serviceTime: done - connection.sent,
                moment: Timestamp(nanosecondsSince1970: clinux_realtime())
            )
        )
    }
}
