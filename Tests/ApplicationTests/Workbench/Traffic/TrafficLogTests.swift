import SonicProtocol
import SonicSession
import Testing

@testable import Exchanges
@testable import Workbench

/// The stored rows, and their limits.
@Suite struct TrafficLogTests {
    private static func row(_ index: Int, body: [UInt8] = [], took: Int = 0) throws -> TrafficRow.Content {
        let url = try #require(WebURL("http://quay.example/\(index)"))
        let exchange = Exchange(
            method: "GET", url: url, body: PostBody([], contentType: ""),
            began: Instant(milliseconds: Int64(index * 100)),
            took: .milliseconds(took), head: nil, content: .bytes(body), failure: nil, cache: nil,
            session: nil)
        return .exchange(exchange, index % 2 == 1 ? .waiting : .part(of: index - 1))
    }

    @Test func `beyond the row limit the oldest rows are dropped, and numbers stay`() throws {
        var log = TrafficLog()
        let row = try Self.row(1)
        for _ in 0...TrafficLog.maxRows { log.append(row) }
        #expect(log.droppedRows == TrafficLog.maxRows / 10)
        #expect(log.rows.first?.id == log.droppedRows + 1)
        #expect(log.nextID == TrafficLog.maxRows + 2)
        #expect(log[1] == nil && log[log.droppedRows] == nil)
        #expect(log[log.droppedRows + 1]?.id == log.droppedRows + 1)
        #expect(log[log.nextID] == nil)
    }

    @Test func `beyond the size limit the oldest bodies are dropped, and their rows stay`() throws {
        var log = TrafficLog()
        let body = [UInt8](repeating: 0x61, count: TrafficLog.maxBytes / 4)
        for index in 1...6 { log.append(try Self.row(index, body: body)) }
        #expect(log.rows.map { $0.exchange?.content.bytes != nil } == [false, false, true, true, true, true])
        #expect(log.rows.count == 6)
    }

    @Test func `beyond their limit the oldest traces are released, and are read again one at a time`()
        async throws
    {
        typealias Scene = TrafficScene
        let read = try await Scene.rows(
            Scene.har([Scene.whole("low"), Scene.update(from: "low", to: "high", at: 50)]))
        guard case .exchange(let exchange, let reading) = read[1].content else { return }
        var log = TrafficLog()
        for id in 1...1100 {
            log.append(.exchange(exchange, .waiting))
            log.set(reading, of: id)
        }
        #expect(log.rows.count { $0.session != nil } <= TrafficLog.maxTraceBytes >> 13)
        #expect(log[1]?.session == nil && log[1100]?.session != nil)
        // What the list shows is the same.
        for row in [log[1], log[1100]] {
            #expect(row?.outcome == .dataUpdate && row?.received == read[1].received)
            #expect(row?.savedPercent == read[1].savedPercent && row?.findings == read[1].findings)
        }
        log.set(reading, of: 1)
        #expect(log[1]?.session != nil)
        log.set(reading, of: 2)
        #expect(log[1]?.session == nil && log[2]?.session != nil)
        // What the client had is no longer known.
        log.set(.session(exchange.trace, nil), of: 3)
        #expect(log[3]?.outcome == .dataUpdate)
    }

    @Test func `a page's time spans from its start to the end of its last subresource`() throws {
        var log = TrafficLog()
        log.append(try Self.row(1, took: 50))
        log.append(try Self.row(2, took: 400))
        log.append(try Self.row(3, took: 20))
        let spans = log.rows.map { log.span(of: $0) }
        #expect(spans == [100...600, 100...600, 300...320])
    }
}
