import CCurl
import CurlSockets
import Glibc
import SonicProtocol
import SonicSession

/// All exchanges of one connection value, on the curl thread; nothing here is seen by another thread.
final class Transfers {
    private enum Library {
        case unopened
        case open(UnsafeMutableRawPointer)
        case broken(ConnectionFailure)
    }

    private var configuration: TransportConfiguration
    private var credentials: [String: Credentials]
    private var library = Library.unopened
    /// What libcurl has open; it outlives libcurl's connections.
    private let sockets: OpenSockets
    private var running: [UnsafeMutableRawPointer: Transfer] = [:]
    /// What is asked for beyond the limits, and how many go on for whom.
    private var queue: TransferQueue<Exchange>
    /// When the time of one that waits may be up; nil for never.
    private var queueEnd: ContinuousClock.Instant?
    /// How many names of each host are being looked up; a second transfer of the host may find what the first did.
    private var lookups: [String: Int] = [:]
    /// Transfers whose handles are to be used again, once there is nothing more urgent.
    private var complete: [Transfer] = []
    /// Handles for the next transfers.
    private var idle: [EasyHandle] = []
    private static let mostIdle = 8
    /// The last handshake with each origin, for transfers over a connection that is used again: libcurl tells of it
    /// only when it is made.
    private var handshakes: [String: Handshake] = [:]

    private var homeNetrc = HomeNetrc()
    /// Whether an exchange has begun since libcurl worked last.
    private var isSendingDue = false

    /// How many milliseconds what happened waits to be told, at most: an answer that comes within this time is told
    /// together with its request, and wakes its reader once.
    private static let moment = 1

    init(_ configuration: TransportConfiguration) {
        self.configuration = configuration
        credentials = configuration.credentials
        sockets = OpenSockets(patience: configuration.patience)
        queue = TransferQueue(configuration.connections)
    }

    deinit {
        (complete, idle) = ([], [])
        if case .open(let multi) = library { sockets.watching { late_multi_cleanup(multi) } }
    }

    /// Serves commands until their pipe closes, then ends what is under way.
    func serve(_ reader: CommandReader) {
        while let commands = next(reader) {
            for command in commands { perform(command) }
            advance()
        }
        for exchange in queue.removeAll() { exchange.events.end(with: [.failed(.cancelled)]) }
        for transfer in Array(running.values) { end(transfer, with: .failed(.cancelled)) }
    }

    /// The next commands, none when a transfer or a time limit comes first, nil when the pipe is closed.
    private func next(_ reader: CommandReader) -> [Command]? {
        let waiting = reader.dequeueAll()
        guard waiting.isEmpty else { return waiting }
        tidy()
        guard reader.rest() else { return reader.dequeueAll() }
        // With nothing under way the thread sleeps in the pipe.
        guard case .open(let multi) = library, !running.isEmpty else { return reader.wake() }
        var deadline = queueEnd
        for next in running.values.lazy.compactMap(\.nextDeadline) { deadline = min(deadline ?? next, next) }
        let rest = deadline.map { ContinuousClock.now.duration(to: $0) } ?? .seconds(3600)
        let hasNews = running.values.contains(where: \.hasNews)
        // What began in this turn is not sent yet.
        let most = isSendingDue ? 0 : hasNews ? Self.moment : .max
        let wait = min(rest.waitingMilliseconds, most)
        var woken: Int32 = 0
        let code = late_multi_wait(multi, reader.descriptor, Int32(wait), &woken)
        if code != CURLM_OK { failAll(code) }
        return woken == 0 ? reader.dequeueAll() : reader.wake()
    }

    private func perform(_ command: Command) {
        switch command {
        case .prepare: open()
        case .start(let exchange):
            queue.add(exchange, for: exchange.host)
            startWaiting()
            noteEnd(of: exchange)
        case .cancel(let exchange):
            if queue.remove(for: exchange.host, where: { $0 === exchange }) { return }
            if let transfer = transfer(of: exchange) { remove(transfer) }
        case .resume(let exchange):
            guard let transfer = transfer(of: exchange) else { return }
            transfer.restartClock()
            sockets.watching { _ = late_easy_pause(transfer.easy.raw, 0) }
        case .use(let given, let origin):
            credentials[origin] = given
        case .adjust(let adjustment):
            configuration.adjustment = adjustment
        case .run(let job, let executor):
            // A task that has asked for something works while the server does.
            if isSendingDue { advance() }
            job.runSynchronously(on: executor.asUnownedTaskExecutor())
        }
    }

    private func open() {
        guard case .unopened = library else { return }
        if let reason = late_load() {
            library = .broken(Shortage.libraryFailure(String(cString: reason)))
        } else if let multi = late_multi_init() {
            // Kept connections count too: the one that rested longest gives way.
            for option in [CURLMOPT_MAXCONNECTS, CURLMOPT_MAX_TOTAL_CONNECTIONS] {
                _ = late_multi_set_long(multi, option, configuration.connections.total)
            }
            library = .open(multi)
        } else {
            library = .broken(.exhausted(detail: Shortage.now ?? "libcurl cannot start: out of memory"))
        }
    }

    /// Starts what waits, as far as the limits allow.
    private func startWaiting() {
        while let exchange = queue.next(where: mayLookUp) {
            isSendingDue = true
            if !start(exchange) { queue.ended(for: exchange.host) }
        }
    }

    /// Whether another name of a host may be looked up: two of a host at most, so that one whose name nobody answers
    /// for leaves room for others.
    private func mayLookUp(_ host: String) -> Bool {
        guard !lookups.isEmpty else { return true }
        return lookups[host, default: 0] < 2
            && lookups.values.reduce(0, +) < configuration.connections.lookups
    }

    /// Starts an exchange.
    /// - Returns: Whether it goes on; otherwise it was told why not.
    private func start(_ exchange: Exchange) -> Bool {
        open()
        guard case .open(let multi) = library else {
            if case .broken(let failure) = library { exchange.events.end(with: [.failed(failure)]) }
            return false
        }
        guard let easy = idle.popLast() ?? EasyHandle() else {
            exchange.events.end(with: [.failed(.exhausted(detail: Shortage.now ?? "out of memory"))])
            return false
        }
        var configuration = configuration.adjusted(for: exchange.request.url)
        let netrc = resolve(&configuration.netrc)
        let transfer = Transfer(exchange, easy: easy, configuration, sockets)
        if let netrc { transfer.note(netrc) }
        do {
            let secret = exchange.request.url.origin.flatMap { credentials[$0] }
            try transfer.configure(configuration, secret)
        } catch {
            exchange.events.end(with: [.failed(error)])
            return false
        }
        return add(transfer, multi)
    }

    /// Leaves a file with names and passwords out that is not there, or is none; then a finding says so.
    private func resolve(_ netrc: inout Netrc) -> Finding? {
        let (path, found): (String, ReadableFile)
        switch netrc {
        case .none: return nil
        case .home: (path, found) = ("~/.netrc", homeNetrc.found(at: .now))
        case .file(let named): (path, found) = (named, ReadableFile(at: named))
        }
        switch found {
        case .regular: return nil
        case .missing:
            netrc = .none
            return nil
        case .odd(let reason):
            netrc = .none
            return Finding(.netrcUnreadable, "\(path) was not read: \(reason)")
        }
    }

    /// Hands a transfer to libcurl.
    /// - Returns: Whether it goes on; otherwise it was told why not.
    private func add(_ transfer: Transfer, _ multi: UnsafeMutableRawPointer) -> Bool {
        let code = sockets.watching { late_multi_add(multi, transfer.easy.raw) }
        guard code == CURLM_OK else {
            transfer.end(with: .failed(Self.failure(code)))
            return false
        }
        running[transfer.easy.raw] = transfer
        if !transfer.exchange.request.url.hasAddressHost { lookups[transfer.exchange.host, default: 0] += 1 }
        return true
    }

    /// Notes which names have been looked up.
    private func noteLookups() {
        guard !lookups.isEmpty else { return }
        lookups = [:]
        for transfer in running.values where transfer.mayLookUp {
            lookups[transfer.exchange.host, default: 0] += 1
        }
    }

    /// Lets libcurl work, reports what is complete and ends what is out of time. Of transfers that go on, what
    /// happened before is told, and what happens now once libcurl has worked again, which is soon.
    private func advance() {
        isSendingDue = false
        guard case .open(let multi) = library, !running.isEmpty else { return }
        let news = running.values.filter(\.hasNews)
        var count: Int32 = 0
        let code = sockets.watching { late_multi_perform(multi, &count) }
        if code != CURLM_OK { return failAll(code) }
        var result = CURLE_OK
        while let raw = late_multi_finished(multi, &result) {
            guard let transfer = running[raw] else { continue }
            if transfer.beginsAgain() {
                beginAgain(transfer, multi)
            } else {
                finish(transfer, result)
            }
        }
        endOverdue()
        noteLookups()
        startWaiting()
        for transfer in news { transfer.reportPending() }
    }

    /// Ends what is out of time.
    private func endOverdue() {
        guard !running.isEmpty else { return }
        let now = ContinuousClock.now
        for transfer in running.values {
            guard let failure = transfer.passedLimit(at: now) else { continue }
            transfer.beginHeldBack()
            end(transfer, with: .failed(failure))
        }
        guard let queueEnd, queueEnd <= now else { return }
        self.queueEnd = nil
        let overdue = queue.removeAll { exchange in
            guard let end = end(of: exchange) else { return false }
            if end.moment <= now { return true }
            self.queueEnd = min(self.queueEnd ?? end.moment, end.moment)
            return false
        }
        for exchange in overdue {
            guard let end = end(of: exchange) else { continue }
            exchange.events.end(with: [.failed(.overdue(limit: end.limit))])
        }
    }

    /// By when an exchange has to be over that waits for its turn.
    private func end(of exchange: Exchange) -> RunEnd? { RunEnd.earlier(exchange.end, configuration.end) }

    private func noteEnd(of exchange: Exchange) {
        guard let end = end(of: exchange) else { return }
        queueEnd = min(queueEnd ?? end.moment, end.moment)
    }

    private func finish(_ transfer: Transfer, _ result: CURLcode) {
        let origin = transfer.exchange.request.url.origin ?? ""
        if transfer.handshake.tls != nil { handshakes[origin] = transfer.handshake }
        transfer.beginHeldBack()
        end(transfer, with: transfer.outcome(result, handshakes[origin]))
        // One whose transfer was stopped may still be looking up a name.
        if result == CURLE_OK { complete.append(transfer) }
    }

    /// Makes the handles of complete transfers ready for others.
    private func tidy() {
        for transfer in complete where idle.count < Self.mostIdle {
            transfer.easy.reset()
            idle.append(transfer.easy)
        }
        complete = []
    }

    private func end(_ transfer: Transfer, with event: ResponseEvent) {
        remove(transfer)
        transfer.end(with: event)
    }

    private func remove(_ transfer: Transfer) {
        if case .open(let multi) = library {
            sockets.watching { _ = late_multi_remove(multi, transfer.easy.raw) }
        }
        if running.removeValue(forKey: transfer.easy.raw) != nil { queue.ended(for: transfer.exchange.host) }
    }

    /// Has a transfer whose request did not go out begin again; it keeps its turn.
    private func beginAgain(_ transfer: Transfer, _ multi: UnsafeMutableRawPointer) {
        running[transfer.easy.raw] = nil
        sockets.watching { _ = late_multi_remove(multi, transfer.easy.raw) }
        if !add(transfer, multi) { queue.ended(for: transfer.exchange.host) }
    }

    private func transfer(of exchange: Exchange) -> Transfer? {
        running.values.first { $0.exchange === exchange }
    }

    /// Ends everything: libcurl as a whole has failed, and waiting on it again might spin.
    private func failAll(_ code: CURLMcode) {
        for transfer in Array(running.values) { end(transfer, with: .failed(Self.failure(code))) }
    }

    private static func failure(_ code: CURLMcode) -> ConnectionFailure {
        .other(code: Int(code.rawValue), detail: String(cString: late_multi_strerror(code)))
    }
}
