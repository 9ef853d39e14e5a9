import Testing

@testable import SonicServer

@Suite struct DescriptorBudgetTests {
    @Test func `connections and requests share the budget, and the last quarter is reserved for refusals`() {
        let budget = DescriptorBudget(limit: 64, open: 10)
        #expect((20...40).contains(budget.room))
        let most = budget.room - budget.room / 4
        #expect(budget.admitsRequest(1, on: most - 1) && !budget.admitsRequest(1, on: most))
        #expect(budget.admitsConnection(beside: budget.room - 1, 0))
        #expect(!budget.admitsConnection(beside: budget.room - 1, 1))
        // However small the budget is, one client is accepted and served.
        let poorest = DescriptorBudget(limit: 8, open: 8)
        #expect(poorest.admitsConnection(beside: 0, 0) && poorest.admitsRequest(1, on: 1))
    }

    @Test func `a client beyond the budget gets a 503 with Retry-After`() throws {
        // Three connections with one request each fit.
        let server = try RunningServer(descriptors: DescriptorBudget(limit: 26, open: 0)) { request in
            request.target == "/slow"
                ? .late(.html("slow"), after: .milliseconds(500)) : .response(.html("here"))
        }
        let slow = (0..<3).map { _ in RawClient(server.port) }
        for client in slow { client.ask("/slow") }
        var statuses: Set<Int> = []
        var refusals: [RawClient.Reply] = []
        for _ in 0..<10_000 where refusals.isEmpty {
            guard let reply = server.reply("/") else { continue }
            statuses.insert(reply.head.status)
            if reply.head.status == 503 { refusals.append(reply) }
        }
        #expect(statuses.isSubset(of: [200, 503]))
        let refusal = try #require(refusals.first)
        #expect(refusal.head.headers.first("retry-after") == "1")
        #expect(refusal.head.headers.first("connection") == "close")
        for client in slow {
            let reply = client.reply()
            #expect(reply?.text == "slow" || reply?.head.status == 503)
        }
        var reply: RawClient.Reply?
        for _ in 0..<10_000 where reply?.head.status != 200 { reply = server.reply("/") }
        #expect(reply?.text == "here")
    }
}
