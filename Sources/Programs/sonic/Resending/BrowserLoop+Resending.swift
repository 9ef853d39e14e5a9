import Browser
import Exchanges
import SonicProtocol
import SonicSession
import Workbench

/// The sessions of requests that the user edited, detached from the store.
struct ResendSessions {
    /// The running sessions.
    fileprivate var running: [Int: Task<Void, Never>] = [:]
    /// The pending writes of the last sessions.
    fileprivate var stores: [Int: ReadThroughStore] = [:]

    /// The number of sessions whose responses can still be stored.
    fileprivate static let kept = 4
}

// Edited requests, sent while the page's own sessions continue.
extension BrowserLoop {
    /// Sends the requests of an order in sequence.
    func resend(_ order: ResendOrder, _ reply: QueryReply<[SessionTrace]>) {
        let engine = world.engine
        resends.running[order.number] = Task {
            var traces: [SessionTrace] = []
            for letter in order.letters {
                let ordinary = self.order(letter.url, letter.draft == nil ? .forceReload : .open, .get)
                let session = DetachedSession(ordinary, letter.draft, letter.overrides, engine)
                resends.stores[order.number] = session.store
                traces.append(await session.trace())
                if Task.isCancelled { return }
            }
            resends.running[order.number] = nil
            resends.stores = resends.stores.filter { $0.key > order.number - ResendSessions.kept }
            receive(.event(reply.event(traces)))
        }
    }

    func stopResend(_ number: Int) { resends.running.removeValue(forKey: number)?.cancel() }

    /// Stores what a session would have written.
    func storeResent(_ number: Int) async -> ResendStorage {
        guard let store = resends.stores[number] else { return .nothing }
        do throws(StoreFailure) {
            guard await store.hasWritings else { return .nothing }
            return try await store.settle().map { .stored(version: $0) } ?? .changed
        } catch {
            return .failed("\(error)")
        }
    }

    /// Responds from a file with a queue of intercepted exchanges.
    @concurrent static func respond(
        from file: String, to target: RespondTarget, with queue: InterceptQueue
    ) async -> Result<[String], QueryRefusal> {
        let original: AnswerEdit.Original? =
            if case .intercepted(let exchange) = target { exchange.answer } else { nil }
        do throws(CommandFailure) {
            let reading = try World.writtenAnswer(in: file, inPlaceOf: original)
            switch target {
            case .intercepted(let exchange): await queue.release(exchange.id, .answer(reading.answer))
            case .next(let url): await queue.prepare(reading.answer, for: url)
            }
            return .success(reading.notes)
        } catch {
            return .failure(QueryRefusal(error.message.ended))
        }
    }
}
