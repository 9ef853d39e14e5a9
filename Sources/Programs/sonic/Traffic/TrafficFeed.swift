import Browser
import BrowserServices
import Diagnostics
import SonicProtocol
import SonicSession
import SystemLibraries

/// Reads a source of traffic, and tells what becomes known, off whatever actor asks.
enum TrafficFeed {
    typealias Report = TrafficEffect.Report

    /// Reads a source to its end.
    /// - Parameter tell: Is told what became known, once it is given the number of the reading. Where it answers false,
    ///   nothing more is read.
    @concurrent static func read(
        _ source: TrafficSource, _ world: World,
        _ tell: @Sendable (@Sendable (Int) -> Report) async -> Bool
    ) async {
        switch source {
        case .own: break
        case .file(let name): await read(file: name, world, tell)
        case .server(let url): await follow(url, world, tell)
        }
    }

    /// What is wrong with a session of this program.
    @concurrent static func judged(_ order: TrafficOrder) async -> Report {
        let report = LintReport(order.trace, before: nil, hashes: .nettle)
        return .news([.read(row: order.row, .session(order.trace, report))], number: order.number)
    }

    // MARK: Files

    private static func read(
        file name: String, _ world: World, _ tell: @Sendable (@Sendable (Int) -> Report) async -> Bool
    ) async {
        let home = world.environment["HOME"]
        let path = if name.hasPrefix("~/"), let home { home + name.dropFirst() } else { name }
        let recording: Recording
        do throws(InputFile.Failure) {
            let bytes = try InputFile.bytes(path)
            do throws(RecordingMistake) {
                recording = try Recording(har: bytes) { RecordedFile.bytes($0, beside: path) }
            } catch {
                let words = "\(name):\(error)"
                _ = await tell { .ended(words, number: $0) }
                return
            }
        } catch {
            _ = await tell { .ended(error.message, number: $0) }
            return
        }
        let reader = TrafficReader(
            recording, hashes: .nettle, headers: RequestHeaders(product: "sonic/\(Help.version)"),
            now: World.now, domainToASCII: DomainName.ascii)
        let rows = reader.rows
        guard await tell({ .news([.added(rows)], number: $0) }) else { return }
        await reader.read { news in await tell { .news([news], number: $0) } }
        _ = await tell { .ended(nil, number: $0) }
    }

    // MARK: Servers

    private static func follow(
        _ url: WebURL, _ world: World, _ tell: @Sendable (@Sendable (Int) -> Report) async -> Bool
    ) async {
        guard var request = Self.request("GET", "/__sonic/traffic", at: url, world) else { return }
        var stream = TrafficStream(
            hashes: .nettle, headers: RequestHeaders(product: "sonic/\(Help.version)"), now: World.now,
            domainToASCII: DomainName.ascii)
        var lines = LineSplitter(limit: TrafficStream.longestLine)
        var refusal: Int?
        request.headers.append("Accept", "application/x-ndjson")
        var ending = "The server closed its traffic stream."
        let batch = TrafficBatch()
        async let reported: Void = report(batch, tell)
        reading: for await event in world.connection.exchange(request) {
            switch event {
            case .headReceived(let head) where head.status == 200:
                guard await tell({ .caughtUp(number: $0) }) else { break reading }
            case .headReceived(let head): refusal = head.status
            case .bodyReceived(let bytes) where refusal == nil:
                var news: [TrafficNews] = []
                for line in lines.lines(endingIn: bytes) { news += await stream.handle(line) }
                if news.isEmpty { continue }
                guard await batch.append(news, bytes: bytes.count) else { break reading }
            case .failed(let failure): ending = failure.words(for: url)
            case .entered, .requestSent, .bodySent, .noted, .edited, .bodyReceived, .finished: break
            }
        }
        // However the loop ended: who reports waits for this.
        await batch.complete()
        await reported
        if let refusal { ending = Self.words(refusal, url) }
        let told = ending
        _ = await tell { .ended(told, number: $0) }
    }

    /// How long what comes is gathered after a report: a report costs the browser much the same for one row as for
    /// fifty, and a key shows what is no older than that.
    private static let gatheringTime = Duration.milliseconds(20)

    /// Reports what a stream told until no more comes.
    private static func report(
        _ batch: TrafficBatch, _ tell: @Sendable (@Sendable (Int) -> Report) async -> Bool
    ) async {
        while let news = await batch.next() {
            guard await tell({ .news(news, number: $0) }) else { return await batch.abandon() }
            // Cut short only when nobody reads any more, which the next report finds out.
            try? await Task.sleep(for: gatheringTime)
        }
    }

    /// Has a server do something.
    /// - Returns: Why it did not, in a sentence; nil where it did.
    @concurrent static func refusal(of order: ServerOrder, at url: WebURL, _ world: World) async -> String? {
        guard var request = request("POST", order.target, at: url, world) else { return nil }
        request.headers.append("Content-Type", "application/json")
        request.body = RequestBody(Array(order.body.text().utf8))
        var status = 0
        var body: [UInt8] = []
        for await event in world.connection.exchange(request) {
            switch event {
            case .headReceived(let head): status = head.status
            case .bodyReceived(let bytes): body += bytes.prefix(max(0, mostWords - body.count))
            case .failed(let failure): return failure.words(for: url)
            case .entered, .requestSent, .bodySent, .noted, .edited, .finished: break
            }
        }
        return order.refusal(status, body)
    }

    /// How much of a response to an order is read, in bytes.
    private static let mostWords = 64 << 10

    /// A request of a server's control interface. What its address has before `@` is the token that `--control-token`
    /// asks for: `http://TOKEN@host:8000`.
    private static func request(
        _ method: String, _ target: String, at url: WebURL, _ world: World
    ) -> Request? {
        guard let address = url.withoutCredentials.resolve(target) else { return nil }
        var request = Request(method: method, url: address, headers: Headers(), body: [])
        request.headers.append("User-Agent", world.headers.product)
        if let credentials = url.decodedCredentials {
            let token = credentials.password.isEmpty ? credentials.user : credentials.password
            request.headers.append("Authorization", "Bearer \(token)")
        }
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
