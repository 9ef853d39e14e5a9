import Exchanges
import SonicProtocol
import SonicSession
import SystemLibraries
import Workbench

@testable import Browser

extension Stage {
    /// Shows the traffic of a HAR file, read to its end, or only to its rows.
    mutating func readTraffic(_ name: String, _ har: [UInt8], isRead: Bool = true) async throws {
        send(.traffic(.wanted(.file(name), try ExchangeFilter(""))))
        let number = model.account.traffic?.number ?? 0
        let reader = TrafficReader(
            try Recording(har: har),
            ClientSessions(
                hashes: .nettle, headers: RequestHeaders(product: "sonic/0"),
                now: { Instant(milliseconds: 0) }))
        send(.traffic(.news([.added(reader.rows)], number: number)))
        guard isRead else { return settle() }
        var told: [TrafficNews] = []
        await reader.read { news in
            told.append(news)
            return true
        }
        for news in told { send(.traffic(.news([news], number: number))) }
        send(.traffic(.ended(nil, number: number)))
        settle()
    }

    /// The numbers of the visible rows, in order; headings are 0.
    var trafficRows: [Int] {
        guard let traffic = model.account.traffic else { return [] }
        return traffic.shown.lines(0..<traffic.count).map { line in
            switch line {
            case .heading: 0
            case .row(let id): id
            }
        }
    }
}
