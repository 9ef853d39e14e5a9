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
    func perform(_ effect: Effect.Resending) {
        switch effect {
        case .findMaterials(let url): findMaterials(url)
        case .send(let order): resend(order)
        case .stop(let number): stopResend(number)
        case .readFile(let path, let number): readRequests(path, number)
        case .store(let number): storeResent(number)
        }
    }

    /// Looks up the materials for editing requests of a page.
    func findMaterials(_ url: WebURL) {
        let (world, order) = (world, self.order(url, .open, .get))
        run { [self] in
            let materials = await world.materials(order)
            receive(.foundOf(account: world.account, .resending(.materialsFound(materials, for: url))))
        }
    }

    /// Sends the requests of an order in sequence.
    func resend(_ order: ResendOrder) {
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
            receive(.found(.resending(.ended(traces, number: order.number))))
        }
    }

    /// Reads a file of requests.
    func readRequests(_ path: String, _ number: Int?) {
        let home = world.environment["HOME"]
        let whole = if path.hasPrefix("~/"), let home { home + path.dropFirst() } else { path }
        run { [self] in
            receive(.found(.resending(await EditedRequest.report(ofFile: whole, number))))
        }
    }

    func stopResend(_ number: Int) { resends.running.removeValue(forKey: number)?.cancel() }

    /// Stores what a session would have written.
    func storeResent(_ number: Int) {
        guard let store = resends.stores[number] else {
            return receive(.found(.resending(.stored(.nothing))))
        }
        run { [self] in
            let storage: ResendStorage
            do throws(StoreFailure) {
                if await store.hasWritings {
                    storage = try await store.settle().map { .stored(version: $0) } ?? .changed
                } else {
                    storage = .nothing
                }
            } catch {
                storage = .failed("\(error)")
            }
            receive(.found(.resending(.stored(storage))))
        }
    }

    // Intercepted exchanges.

    func perform(_ effect: Effect.Interception) {
        switch effect {
        case .intercept(let filter): intercept(filter)
        case .release(let id, let release): run { [queue] in await queue.release(id, release) }
        case .respond(let file, let target): respond(from: file, to: target)
        }
    }

    /// Intercepts exchanges that match the filter; none for nil.
    func intercept(_ filter: ExchangeFilter?) {
        run { [self] in
            await queue.intercept(filter)
            receive(.found(.interception(.intercepted(filter))))
        }
    }

    /// Responds from a file.
    func respond(from file: String, to target: RespondTarget) {
        let home = world.environment["HOME"]
        let path = if file.hasPrefix("~/"), let home { home + file.dropFirst() } else { file }
        run { [self] in
            receive(.found(.interception(await Self.answer(from: path, to: target, with: queue))))
        }
    }

    @concurrent private static func answer(
        from file: String, to target: RespondTarget, with queue: InterceptQueue
    ) async -> Effect.Interception.Report {
        let original: AnswerEdit.Original? =
            if case .intercepted(let exchange) = target { exchange.answer } else { nil }
        do throws(CommandFailure) {
            let reading = try World.writtenAnswer(in: file, inPlaceOf: original)
            switch target {
            case .intercepted(let exchange): await queue.release(exchange.id, .answer(reading.answer))
            case .next(let url): await queue.prepare(reading.answer, for: url)
            }
            return .responded(notes: reading.notes)
        } catch {
            return .refused(error.message)
        }
    }
}
