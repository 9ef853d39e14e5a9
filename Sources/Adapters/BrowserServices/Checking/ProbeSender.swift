import SessionWords
import SonicProtocol
import SonicSession
import Workbench

/// Sends the requests of a conformance check, with limits: they bypass every cache, and nothing is stored.
package struct ProbeSender: Sendable {
    let connection: any Connection
    /// The longest time for a request, including the response.
    let limit: Duration

    package init(connection: any Connection, limit: Duration) {
        self.connection = connection
        self.limit = limit
    }

    /// The maximum size of a decoded body: 32 MiB.
    private static let bytes = 32 << 20

    /// Sends the requests of a run, and returns the run at its end.
    package func finish(_ run: ConformanceRun) async -> ConformanceRun {
        var run = run
        while case let trials = run.next(), !trials.isEmpty { run.accept(await send(trials)) }
        return run
    }

    /// Sends requests concurrently, and returns the replies in the order of the requests.
    package func send(_ trials: [Trial]) async -> [(trial: Trial, reply: Reply)] {
        await withTaskGroup(of: (Int, Reply).self) { group in
            for (index, trial) in trials.enumerated() {
                group.addTask { (index, await send(trial.request)) }
            }
            var replies: [Int: Reply] = [:]
            for await (index, reply) in group { replies[index] = reply }
            return trials.indices.compactMap { index in replies[index].map { (trials[index], $0) } }
        }
    }

    private func send(_ request: Request) async -> Reply {
        await withTaskGroup(of: Reply?.self) { group in
            group.addTask { await receive(request) }
            group.addTask {
                // The timeout of the request, which is cancelled once the response is complete: its result is not used.
                try? await Task.sleep(for: limit)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
                ?? Reply(
                    head: nil, body: [],
                    ending: .failed("no complete response in \(limit.inSeconds)"))
        }
    }

    private func receive(_ request: Request) async -> Reply {
        var reply = Reply(head: nil, body: [], ending: .failed("the connection ended without a response"))
        for await event in connection.exchange(request) {
            switch event {
            case .headReceived(let head): reply.head = head
            case .bodyReceived(let bytes):
                reply.body += bytes
                guard reply.body.count <= Self.bytes else {
                    reply.ending = .failed("the body is larger than \(Self.bytes >> 20) MiB")
                    return reply
                }
            case .finished: reply.ending = .whole
            case .failed(let failure): reply.ending = .failed(failure.words(for: request.url))
            case .entered, .requestSent, .bodySent, .noted, .edited: break
            }
        }
        return reply
    }
}
