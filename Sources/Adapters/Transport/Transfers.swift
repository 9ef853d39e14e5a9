import CCurl
import CurlSockets
import Glibc
import SonicProtocol
import SonicSession

/// All exchanges of one connection value, accessed only on the curl thread.
final class Transfers {
    private enum Library {
        case unopened
        case open(UnsafeMutableRawPointer)
        case broken(ConnectionFailure)
    }

    /// What all exchanges share.
    private let configuration: TransportConfiguration
    private var configurationOf: (WebURL) -> TransportConfiguration
    private var credentials: [String: Credentials]
    private var library = Library.unopened
    /// The sockets of libcurl; they outlive its connections.
    private let sockets: OpenSockets
    private var running: [UnsafeMutableRawPointer: Transfer] = [:]
    /// The exchanges that wait because of the limits, and the number of running ones by host.
    private var queue: TransferQueue<TransferExchange>
    /// The earliest deadline of a waiting exchange; nil for none.
    private var queueEnd: ContinuousClock.Instant?
    /// The number of lookups in progress by host; a second transfer of a host may use the result of the first.
    private var lookups: [String: Int] = [:]
    /// Ended transfers whose handles are to be reused when there is nothing more urgent.
    private var complete: [Transfer] = []
    /// Handles for the next transfers.
    private var idle: [EasyHandle] = []
    private static let maxIdle = 8
    /// The last handshake with each origin, for transfers over a reused connection: libcurl logs a handshake only once.
    private var handshakes: [String: Handshake] = [:]

    private var homeNetrc = HomeNetrc()
    /// Whether an exchange has started since the last call of libcurl.
    private var isSendingDue = false

    /// The longest delay of an event's report, in milliseconds: a response within this time is reported together with
    /// its request and wakes the reader once.
    private static let moment = 1

    init(_ configuration: TransportConfiguration) {
        self.configuration = configuration
        configurationOf = { _ in configuration }
        credentials = configuration.credentials
        sockets = OpenSockets(patience: configuration.patience)
        queue = TransferQueue(configuration.connections)
    }

    deinit {
        (complete, idle) = ([], [])
        if case .open(let multi) = library { sockets.watching { late_multi_cleanup(multi) } }
    }

    /// Serves commands until their pipe is closed, then cancels the exchanges in progress.
    func serve(_ reader: CommandReader) {
        while let commands = next(reader) {
            for command in commands { perform(command) }
            advance()
        }
        for exchange in queue.removeAll() { exchange.events.end(with: [.failed(.cancelled)]) }
        for transfer in Array(running.values) { end(transfer, with: .failed(.cancelled)) }
    }

    /// Returns the next commands; empty if a transfer or a time limit comes first, nil if the pipe is closed.
    private func next(_ reader: CommandReader) -> [Command]? {
        let waiting = reader.dequeueAll()
        guard waiting.isEmpty else { return waiting }
        tidy()
        guard reader.rest() else { return reader.dequeueAll() }
        // Without transfers the thread sleeps on the pipe.
        guard case .open(let multi) = library, !running.isEmpty else { return reader.wake() }
        var deadline = queueEnd
        for next in running.values.lazy.compactMap(\.nextDeadline) { deadline = min(deadline ?? next, next) }
        let rest = deadline.map { ContinuousClock.now.duration(to: $0) } ?? .seconds(3600)
        let hasNews = running.values.contains(where: \.hasNews)
        // Exchanges started in this iteration are not sent yet.
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
            if let end = end(of: exchange) { queueEnd = min(queueEnd ?? end.moment, end.moment) }
        case .cancel(let exchange):
            if queue.remove(for: exchange.host, where: { $0 === exchange }) { return }
            if let transfer = transfer(of: exchange) { remove(transfer) }
        case .resume(let exchange):
            guard let transfer = transfer(of: exchange) else { return }
            transfer.restartClock()
            sockets.watching { _ = late_easy_pause(transfer.easy.raw, 0) }
        case .use(let given, let origin): credentials[origin] = given
        case .configure(let configurationOf): self.configurationOf = configurationOf
        case .run(let job, let executor):
            // A request that a task has started is sent before the task continues, so that the two run concurrently.
            if isSendingDue { advance() }
            job.runSynchronously(on: executor.asUnownedTaskExecutor())
        }
    }

    private func open() {
        guard case .unopened = library else { return }
        if let reason = late_load() {
            library = .broken(Shortage.libraryFailure(String(cString: reason)))
        } else if let multi = late_multi_init() {
            // Idle connections count, too: the one idle longest is closed.
            for option in [CURLMOPT_MAXCONNECTS, CURLMOPT_MAX_TOTAL_CONNECTIONS] {
                _ = late_multi_set_long(multi, option, configuration.connections.total)
            }
            library = .open(multi)
        } else {
            library = .broken(.exhausted(detail: Shortage.now ?? "libcurl cannot start: out of memory"))
        }
    }

    /// Starts waiting exchanges within the limits.
    private func startWaiting() {
        while let exchange = queue.next(where: mayLookUp) {
            isSendingDue = true
            if !start(exchange) { queue.ended(for: exchange.host) }
        }
    }

    /// Whether another name of a host may be looked up: at most two per host, so that a name without a response leaves
    /// room for others.
    private func mayLookUp(_ host: String) -> Bool {
        guard !lookups.isEmpty else { return true }
        return lookups[host, default: 0] < 2
            && lookups.values.reduce(0, +) < configuration.connections.lookups
    }

    /// Starts an exchange.
    /// - Returns: Whether it is running; otherwise its failure was reported.
    private func start(_ exchange: TransferExchange) -> Bool {
        open()
        guard case .open(let multi) = library else {
            if case .broken(let failure) = library { exchange.events.end(with: [.failed(failure)]) }
            return false
        }
        guard let easy = idle.popLast() ?? EasyHandle() else {
            exchange.events.end(with: [.failed(.exhausted(detail: Shortage.now ?? "out of memory"))])
            return false
        }
        var configuration = configurationOf(exchange.request.url)
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

    /// Disables a netrc file that does not exist or is not a regular file; a finding reports the latter.
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

    /// Adds a transfer to libcurl.
    /// - Returns: Whether it is running; otherwise its failure was reported.
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

    /// Updates the number of lookups in progress.
    private func noteLookups() {
        guard !lookups.isEmpty else { return }
        lookups = [:]
        for transfer in running.values where transfer.mayLookUp {
            lookups[transfer.exchange.host, default: 0] += 1
        }
    }

    /// Lets libcurl work, reports complete transfers and ends overdue ones. For the others, events from before this
    /// call are reported now, and new events after the next call, which is soon.
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

    /// Ends overdue transfers and exchanges.
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

    /// The deadline of a waiting exchange.
    private func end(of exchange: TransferExchange) -> RunEnd? {
        RunEnd.earlier(exchange.end, configuration.end)
    }

    private func finish(_ transfer: Transfer, _ result: CURLcode) {
        let origin = transfer.exchange.request.url.origin ?? ""
        if transfer.handshake.tls != nil { handshakes[origin] = transfer.handshake }
        transfer.beginHeldBack()
        end(transfer, with: transfer.outcome(result, handshakes[origin]))
        // After a cancelled transfer the handle may still be looking up a name.
        if result == CURLE_OK { complete.append(transfer) }
    }

    /// Resets the handles of ended transfers for reuse.
    private func tidy() {
        for transfer in complete where idle.count < Self.maxIdle {
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

    /// Starts a transfer again whose request was not sent; it continues to count as running.
    private func beginAgain(_ transfer: Transfer, _ multi: UnsafeMutableRawPointer) {
        running[transfer.easy.raw] = nil
        sockets.watching { _ = late_multi_remove(multi, transfer.easy.raw) }
        if !add(transfer, multi) { queue.ended(for: transfer.exchange.host) }
    }

    private func transfer(of exchange: TransferExchange) -> Transfer? {
        running.values.first { $0.exchange === exchange }
    }

    /// Ends all transfers: libcurl as a whole has failed, and waiting for it again might loop without end.
    private func failAll(_ code: CURLMcode) {
        for transfer in Array(running.values) { end(transfer, with: .failed(Self.failure(code))) }
    }

    private static func failure(_ code: CURLMcode) -> ConnectionFailure {
        .other(code: Int(code.rawValue), detail: String(cString: late_multi_strerror(code)))
    }
}
