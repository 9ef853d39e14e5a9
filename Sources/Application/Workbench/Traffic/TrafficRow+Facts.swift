import Exchanges
import SonicProtocol
import SonicSession

extension TrafficRow {
    /// Whether a filter selects it. A row whose session has not been read is not selected by what depends on that.
    package func matches(_ filter: ExchangeFilter) -> Bool {
        // What is missing may match.
        if case .gap = content { return true }
        return filter.matches(Facts(row: self)) == true
    }

    /// What a filter can ask about a row.
    private struct Facts: ExchangeFacts {
        let row: TrafficRow

        private var isWaiting: Bool { if case .waiting = row.reading { true } else { row.progress != nil } }

        var request: Fact<RequestFacts> {
            Fact(
                row.exchange.map {
                    RequestFacts(
                        method: $0.method, url: $0.url, headers: $0.requestHeaders, client: $0.client)
                })
        }
        var status: Fact<Int> { Fact(row.exchange?.head?.status) }
        var responseHeaders: Fact<Headers> { Fact(row.exchange?.head?.headers) }
        var body: Fact<[UInt8]> { Fact(row.exchange?.content.bytes) }
        var outcome: Fact<Outcome.Kind> { row.outcome.map { .known($0) } ?? (isWaiting ? .pending : .absent) }
        var received: Fact<Int> { row.exchange == nil ? .absent : .known(row.received) }
        var milliseconds: Fact<Int> { Fact(row.exchange?.took.map { Int($0.wholeMilliseconds) }) }
        var findings: Fact<[RuleID]> { isWaiting ? .pending : .known(row.findings.map(\.rule)) }
        var hasError: Fact<Bool> { .known(row.hasError) }
    }
}
