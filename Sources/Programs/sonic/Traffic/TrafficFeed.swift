import Browser
import BrowserServices
import Exchanges
import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries
import Workbench

/// Reads a source of traffic, and reports new data, off the caller's actor.
enum TrafficFeed {
    /// Receives a function that creates a report from the number of the reading. If it returns false, reading stops.
    typealias Receiver = @Sendable (@Sendable (Int) -> TrafficEvent) async -> Bool

    /// The sessions of the clients of a source before it is read.
    static var clients: ClientSessions {
        ClientSessions(
            hashes: .nettle, headers: RequestHeaders(product: "sonic/\(Help.version)"), now: World.now)
    }

    /// Reads a source to its end.
    /// - Parameters:
    ///   - clients: The sessions of the clients, which can be read again by it.
    ///   - reconnects: Whether a server that was lost is requested again and again.
    @concurrent static func read(
        _ source: TrafficSource, _ world: World, _ clients: ClientSessions, reconnects: Bool,
        _ report: Receiver
    ) async {
        switch source {
        case .own: break
        case .file(let name): await read(file: name, world, clients, report)
        case .server(let url): await follow(url, world, clients, reconnects: reconnects, report)
        }
    }

    // MARK: Files

    private static func read(
        file name: String, _ world: World, _ clients: ClientSessions, _ report: Receiver
    ) async {
        let path = world.environment.expanding(name)
        let recording: Recording
        do throws(InputFile.Failure) {
            recording = try InputFile.recording(path, named: name)
        } catch {
            _ = await report { .ended(error.message, number: $0) }
            return
        }
        let reader = TrafficReader(recording, clients, domainToASCII: DomainName.ascii)
        let rows = reader.rows
        guard await report({ .news([.added(rows)], number: $0) }) else { return }
        await reader.read { news in await report { .news([news], number: $0) } }
        _ = await report { .ended(nil, number: $0) }
    }

    // MARK: Servers

    /// The times between two attempts to reach a server that was lost.
    private static let shortestPause = Duration.milliseconds(250)
    private static let longestPause = Duration.seconds(3)

    private static func follow(
        _ url: WebURL, _ world: World, _ clients: ClientSessions, reconnects: Bool, _ report: Receiver
    ) async {
        var stream = TrafficStream(clients)
        var (pause, losses) = (shortestPause, 0)
        while let reason = await read(&stream, from: url, world, report) {
            guard reconnects, stream.losses > 0 else {
                _ = await report { .ended(reason, number: $0) }
                return
            }
            if stream.losses > losses {
                (pause, losses) = (shortestPause, stream.losses)
                guard await report({ .lost(reason, number: $0) }) else { return }
            }
            // The sleep is only cancelled if the reader has stopped.
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            pause = min(pause * 2, longestPause)
        }
    }

    /// Reads a server's stream to its end.
    /// - Returns: Why it ended, as a sentence; nil if the server's refusal was reported.
    private static func read(
        _ stream: inout TrafficStream, from url: WebURL, _ world: World, _ report: Receiver
    ) async -> String? {
        guard var request = Self.request("GET", stream.target, at: url, world) else { return nil }
        var lines = InputSplitter(limit: TrafficStream.longestLine)
        var refusal: Int?
        var wasFollowed = false
        request.headers.append("Accept", "application/x-ndjson")
        var ending = "The server closed its traffic stream."
        let buffer = TrafficBuffer()
        async let reported: Void = reportNews(buffer, report)
        reading: for await event in world.connections.servers.exchange(request) {
            switch event {
            case .headReceived(let head) where head.status == 200:
                wasFollowed = true
                guard await report({ .caughtUp(number: $0) }) else { break reading }
            case .headReceived(let head): refusal = head.status
            case .bodyReceived(let bytes) where refusal == nil:
                var news: [TrafficNews] = []
                for case .whole(let line) in lines.append(bytes[...]) where !line.isEmpty {
                    news += await stream.handle(line)
                }
                if news.isEmpty { continue }
                guard await buffer.append(news, bytes: bytes.count) else { break reading }
            case .failed(let failure):
                ending =
                    wasFollowed
                    ? "The connection to \(url.hostAndPort) was lost." : failure.words(for: url)
            case .entered, .requestSent, .bodySent, .noted, .edited, .bodyReceived, .finished: break
            }
        }
        if wasFollowed { _ = await buffer.append(stream.disconnect(), bytes: 0) }
        // However the loop ended, the reporting task waits for this.
        await buffer.complete()
        await reported
        guard let refusal else { return ending }
        _ = await report { .ended(words(refusal, url), number: $0) }
        return nil
    }

    /// The time for which data is collected after a report: a report costs the browser nearly the same for one
    /// row as for fifty, and what a key press shows is at most that old.
    private static let gatheringTime = Duration.milliseconds(20)

    /// Reports the news of a stream until it ends.
    private static func reportNews(_ buffer: TrafficBuffer, _ report: Receiver) async {
        while let news = await buffer.next() {
            guard await report({ .news(news, number: $0) }) else { return await buffer.abandon() }
            // The sleep is only cancelled if the reader has stopped, which the next report finds out.
            try? await Task.sleep(for: gatheringTime)
        }
    }

    /// Has a server answer what matches from a file, and sends the file again whenever it is saved, until the rule has
    /// ended.
    /// - Parameter report: Receives why the file was not sent, a sentence.
    @concurrent static func answer(
        from path: String, _ filter: ExchangeFilter, _ controller: Int, at url: WebURL, _ world: World,
        _ report: @Sendable (String) async -> Void
    ) async {
        // Watched before it is read, so that no save is missed.
        var saves = SavedFiles.saves(of: [FilePath(path)]).makeAsyncIterator()
        let name = path.split(separator: "/").last.map(String.init) ?? path
        var rule: Int?
        while true {
            do throws(CommandFailure) {
                let bytes = try InputFile.bytes(path, limit: RuleAnswer.longestFile)
                let order = ServerOrder.answer(
                    .file(name: name, bytes), filter, controller: controller, replacing: rule)
                let sent = await response(to: order, at: url, world)
                if let refusal = sent.refusal { return await report(refusal) }
                rule = sent.rule
            } catch {
                await report(error.message.ended)
            }
            guard rule != nil, await saves.next() != nil else { return }
        }
    }

    /// Sends an order to a server.
    /// - Returns: Why it was refused, as a sentence, or the number of the rule that it set.
    @concurrent static func response(
        to order: ServerOrder, at url: WebURL, _ world: World
    ) async -> (refusal: String?, rule: Int?) {
        guard var request = request("POST", order.target, at: url, world) else { return (nil, nil) }
        request.headers.append("Content-Type", "application/json")
        request.body = RequestBody(Array(order.body.text().utf8))
        var status = 0
        var body: [UInt8] = []
        for await event in world.connections.servers.exchange(request) {
            switch event {
            case .headReceived(let head): status = head.status
            case .bodyReceived(let bytes): body += bytes.prefix(max(0, maxResponse - body.count))
            case .failed(let failure): return (failure.words(for: url), nil)
            case .entered, .requestSent, .bodySent, .noted, .edited, .finished: break
            }
        }
        return (order.refusal(status, body), ServerOrder.rule(setBy: body))
    }

    /// The maximum length that is read of a response to an order, in bytes.
    private static let maxResponse = 64 << 10

    /// Returns a request to a server's control interface. The part of its address before `@` is the token
    /// required by `--control-token`: `http://TOKEN@host:8000`.
    private static func request(
        _ method: String, _ target: String, at url: WebURL, _ world: World
    ) -> Request? {
        guard let address = url.withoutCredentials.resolve(target) else { return nil }
        var request = Request(method: method, url: address, headers: Headers(), body: [])
        request.headers.append("User-Agent", world.headers.product)
        // What the command line has for its own address is not for a server that is named later.
        let isNamed = world.arguments.words.last.map { TrafficSource($0) } == .server(url)
        if let credentials = url.decodedCredentials ?? (isNamed ? world.user : nil) {
            let token = credentials.password.isEmpty ? credentials.user : credentials.password
            request.headers.append("Authorization", "Bearer \(token)")
        }
        let own = world.headers.at(url, world.terms(url), secretsOrigin: isNamed ? url.origin : nil)
        request.headers.overlay(own.custom)
        return request
    }

    private static func words(_ status: Int, _ url: WebURL) -> String {
        let reasons = [
            403: "shows its traffic only to clients on its own machine, or with a token.",
            404: "has no traffic stream: start sonic-server with --control there.",
            503: "has the maximum number of readers of its traffic.",
        ]
        return "\(url.hostAndPort) "
            + (reasons[status] ?? "responded with status \(status) instead of its traffic.")
    }
}

/// Reads the traffic of a file or a server for the browser, concurrently with the screen.
@MainActor struct TrafficReading {
    private var task: Task<Void, Never>?
    /// The sessions of the source's clients.
    private(set) var clients = TrafficFeed.clients

    /// Reads a source instead of the current one.
    mutating func read(_ source: TrafficSource, number: Int, for loop: BrowserLoop) {
        stop()
        let (world, mailbox) = (loop.world, loop.mailbox)
        let clients = TrafficFeed.clients
        self.clients = clients
        task = Task {
            await TrafficFeed.read(source, world, clients, reconnects: true) { report in
                await mailbox.deliver(.event(.traffic(report(number)), account: world.account))
                return !Task.isCancelled
            }
        }
    }

    /// Stops reading.
    mutating func stop() {
        task?.cancel()
        task = nil
    }
}
