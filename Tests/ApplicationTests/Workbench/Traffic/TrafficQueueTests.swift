import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import Workbench

/// Rows that are used once, such as those that are printed.
@Suite struct TrafficQueueTests {
    @Test func `a stream's rows come in order, and used ones are not kept`() async {
        var stream = TrafficStream(
            ClientSessions(
                hashes: .nettle, headers: RequestHeaders(product: "sonic/0"),
                now: { Instant(milliseconds: 0) }))
        var queue = TrafficQueue()
        var used: [Int] = []
        for number in 0..<300 {
            var entry = TrafficScene.whole("low", at: number)
            if number % 3 == 1 { entry.headers = [("Content-Type", "text/css")] }
            let line = number % 3 == 2 ? Array("[1".utf8) : Array(entry.json.text().utf8)
            for news in await stream.handle(line) { queue.note(news) }
            while let row = queue.next() { used.append(row.id) }
            #expect(queue.rows.isEmpty)
        }
        #expect(used == Array(1...300))
    }

    @Test func `a running row comes when it has ended, and does not delay the others`() async {
        var stream = TrafficStream(
            ClientSessions(
                hashes: .nettle, headers: RequestHeaders(product: "sonic/0"),
                now: { Instant(milliseconds: 0) }))
        var queue = TrafficQueue()
        var told: [String] = []
        func note(_ line: String) async {
            for news in await stream.handle(Array(line.utf8)) {
                told += queue.note(news).map { "\($0.id) runs" }
                while let row = queue.next() { told.append("\(row.id)") }
            }
        }
        let entry = #""request":{"method":"GET","url":"http://a.example/"},"response":{"status":0}"#
        await note(#"{"running":{"id":7,"waitsFor":"upstream","entry":{\#(entry)}}}"#)
        await note(#"{\#(entry),"_sonic":{"id":8}}"#)
        await note(#"{"running":{"id":7,"waitsFor":"client","entry":{\#(entry)}}}"#)
        await note(#"{\#(entry),"_sonic":{"id":7}}"#)
        await note(#"{"running":{"id":9,"waitsFor":"client","entry":{\#(entry)}}}"#)
        for news in stream.disconnect() { queue.note(news) }
        while let row = queue.next() { told.append("\(row.id)") }
        #expect(told == ["1 runs", "2", "1 runs", "1", "3 runs", "3"])
        #expect(queue.rows.isEmpty)
    }

    @Test func `every row of a file comes once, when its session is read or the file has ended`() throws {
        let count = TrafficLog.maxRows + 10
        let style = TrafficScene.Entry(headers: [("Content-Type", "text/css")])
        let page = try TrafficScene.reader(TrafficScene.har([TrafficScene.whole("low"), style])).rows
        var queue = TrafficQueue()
        queue.note(.added([page[0]] + Array(repeating: page[1], count: count)))
        #expect(queue.next() == nil)
        let trace = SessionTrace(try #require(WebURL("http://quay.example/tides")), mode: .open)
        queue.note(.read(row: 1, .session(trace, nil)))
        #expect(queue.next()?.session != nil)
        for id in 2...(count + 1) { #expect(queue.next()?.id == id) }
        queue.note(.added([page[0]]))
        #expect(queue.next() == nil)
        #expect(queue.next(all: true)?.id == count + 2)
        #expect(queue.rows.isEmpty)
    }
}
