import Browser
import Diagnostics
import SonicProtocol
import SonicSession

/// The sessions of the browser that stand aside.
struct ResendSessions {
    /// Those under way.
    fileprivate var running: [Int: Task<Void, Never>] = [:]
    /// What the last ones wanted written.
    fileprivate var stores: [Int: ReadThroughStore] = [:]

    /// Those whose answers may still be stored.
    fileprivate static let kept = 4
}

// Requests that are sent aside, while the page's own sessions go on.
extension BrowserLoop {
    /// Looks up what requests for a page can be edited with.
    func findMaterials(_ url: WebURL) {
        let (world, order) = (world, self.order(url, .open, .get))
        Task {
            let materials = await world.materials(order)
            receive(.foundOf(account: world.account, .materialsFound(materials, for: url)))
        }
    }

    /// Sends the requests of an order, one after the other.
    func resend(_ order: ResendOrder) {
        let engine = world.engine
        asides.running[order.number] = Task {
            var trails: [SessionTrace] = []
            for letter in order.letters {
                let ordinary = self.order(letter.url, letter.draft == nil ? .forceReload : .open, .get)
                let aside = DetachedSession(ordinary, letter.draft, letter.overrides, engine)
                asides.stores[order.number] = aside.store
                trails.append(await aside.trail())
                if Task.isCancelled { return }
            }
            asides.running[order.number] = nil
            asides.stores = asides.stores.filter { $0.key > order.number - ResendSessions.kept }
            receive(.found(.asideEnded(trails, number: order.number)))
        }
    }

    func stopAside(_ number: Int) { asides.running.removeValue(forKey: number)?.cancel() }

    /// Writes what a session wanted written.
    func storeResent(_ number: Int) {
        guard let store = asides.stores[number] else { return receive(.found(.resentStored(.nothing))) }
        Task {
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
            receive(.found(.resentStored(storage)))
        }
    }
}
