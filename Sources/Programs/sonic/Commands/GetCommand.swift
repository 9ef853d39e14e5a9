import Browser
import BrowserServices
import BrowserValues
import CellGrid
import Exchanges
import HTML
import PageScripts
import SessionWords
import SonicLint
import SonicProtocol
import SonicSession
import Workbench

/// `sonic get URL`: one session, reported as text or as JSON.
enum GetCommand {
    static let row = Subcommand(
        "get", "sonic get URL", "one session: outcome, reason, timings, changed blocks", .free,
        options: [
            .json, .expect, .changed, .expectStatus, .runCallback, .expectCallback, .script, .cachePolicy,
            .charset, .explain, .print, .clients,
            .har, .output, .secrets, .respond, .reload, .force, .log, .asClient, .without, .override,
            .method, .head, .body, .form, .request, .curl, .detached,
        ] + Option.opening,
        examples: [
            ("sonic get news.example", "what was received, from where, and why"),
            ("sonic get --json news.example | jq .outcome", "the same for a script"),
            ("sonic get --expect dataUpdate --changed news news.example", "a check in a script"),
            ("sonic get -o page.html news.example", "save the body"),
        ], run: Program.inWorld(run))

    static func run(_ arguments: Arguments, _ world: World) async throws(CommandFailure) -> ExitStatus {
        let words = arguments.words
        let written = try EditedRequest.written(arguments)
        guard words.count == (written == nil ? 1 : 0) else {
            throw .init(
                message: written == nil
                    ? "get takes one URL: sonic get URL" : "the address is in what --request or --curl names")
        }
        let part =
            try arguments.value(.print, as: SessionPart.init(rawValue:))
            ?? (arguments.has(.head) ? .headers : nil)
        guard arguments.value(.har) != "-" || part == nil && !arguments.has(.json) else {
            throw .init(message: "--har - uses standard output; name a file")
        }
        guard runsCallback(arguments) || arguments.all(.script).isEmpty else {
            throw .init(message: "--script is for --run-callback and --expect-callback")
        }
        guard arguments.value(.har) != nil || arguments.has(.explain) || !arguments.has(.secrets) else {
            throw .init(message: "--secrets is for --har FILE and --explain")
        }
        if let file = arguments.value(.output) {
            guard written == nil, !arguments.has(.head) else {
                throw .init(
                    message: "--output saves the response of a URL; leave out --head, --request and --curl")
            }
            return try await FileCommand.run(words[0], to: file, arguments, world)
        }
        let edited = try EditedRequest(arguments, written)
        let mode = try arguments.mode
        guard arguments.value(.respond) == nil || !mode.isOffline else {
            throw .init(message: "--respond requires a request, and --offline sends none")
        }
        let expectation = try SessionExpectation(arguments)
        let url = if let written { written.url } else { try world.address(words[0]) }
        world.printWarnings()
        let models = arguments.chosen(.clients) as [ClientModel]
        var order = world.order(url, mode: mode)
        if !models.isEmpty { order.retention = .first }
        var world = world
        try await prepare(arguments.all(.respond), for: url, &world)
        var detached: (session: DetachedSession, overrides: RequestOverrides)?
        if let edited { detached = try await edited.session(order, world) }
        let session = if let detached { detached.session.session } else { await world.openOnly(order) }
        let began = World.uptime()
        let trace = await session.trace(
            uptime: World.uptime, viewing: detached == nil ? { $0 } : DetachedSession.unstored)
        guard let result = trace.result else { return .failed }
        let notes = detached.map { ["not stored"] + $0.overrides.all.map { "overrides: \($0.words)" } } ?? []
        let callback = DiffCallback(trace, at: World.uptime() - began)
        let verdict = await verdict(trace, callback, arguments, world)
        let clients = models.isEmpty ? nil : ClientModelReport(result, models, .nettle)
        let status = await report(
            result, trace, notes, callback, verdict, clients, part,
            Self.encoding(of: trace.screen.shownPage, world.settings),
            arguments, world)
        await world.reportCookieFailure()
        await world.connections.finishUpdates()
        let expected = expectation?.judge(result) ?? status
        guard arguments.has(.expectCallback), verdict?.judgement != .shown else { return expected }
        Console.complain(verdict?.summary ?? "")
        return .failed
    }

    private static func runsCallback(_ arguments: Arguments) -> Bool {
        arguments.has(.runCallback) || arguments.has(.expectCallback)
    }

    /// Runs the page's script with the update of a session, if that is requested.
    private static func verdict(
        _ trace: SessionTrace, _ callback: DiffCallback?, _ arguments: Arguments, _ world: World
    ) async -> CallbackVerdict? {
        guard runsCallback(arguments), let result = trace.result else { return nil }
        var scripts: [String: String] = [:]
        for name in arguments.all(.script) {
            guard let url = result.url.resolve(name), let file = await script(url, of: result.url, world)
            else {
                Console.complain("--script \(name): the cache has no such script of the page's site")
                continue
            }
            scripts[url.href] = Bytes.text(file)
        }
        let run = CallbackRun(
            trace, callback, as: arguments.value(.asClient) == ClientModel.ios.rawValue ? .ios : .android,
            scripts: scripts, chosen: world.settings.encoding(at: result.url), .iconv)
        guard let run else { return CallbackVerdict(notJudged: .noUpdate(result.outcome.kind.words)) }
        return CallbackVerdict(run, await ScriptProcess.run(run))
    }

    /// Returns a script file of a page's origin from the cache; nil if it is not there.
    private static func script(_ url: WebURL, of page: WebURL, _ world: World) async -> [UInt8]? {
        guard url.origin == page.origin else { return nil }
        if let opened = await world.versions.stored(url) { return opened.html }
        let order = StyleOrder(url: url, page: page, reach: .offline)
        return await world.styles.fetch(order, as: .script, secretsOrigin: nil)
    }

    /// Prepares responses from files for the requests of the page, in order.
    private static func prepare(
        _ files: [String], for url: WebURL, _ world: inout World
    ) async throws(CommandFailure) {
        guard !files.isEmpty else { return }
        let queue = InterceptQueue()
        for file in files {
            let reading = try World.writtenAnswer(in: file)
            for note in reading.notes { Console.complain("\(file): \(note)") }
            await queue.prepare(reading.answer, for: url)
        }
        world.intercept(with: queue)
    }

    /// Writes the requested output to its destinations.
    private static func report(
        _ result: SessionResult, _ trace: SessionTrace, _ notes: [String], _ callback: DiffCallback?,
        _ verdict: CallbackVerdict?, _ clients: ClientModelReport?, _ part: SessionPart?,
        _ encoding: EncodingChoice?,
        _ arguments: Arguments,
        _ world: World
    ) async -> ExitStatus {
        let secrets = Secrets(
            arguments.has(.secrets) ? .kept : .masked, in: world.file.settings.general.secrets)
        if let file = arguments.value(.har) {
            do throws(PrivateFile.Failure) {
                try Self.record(trace, in: file, secrets)
            } catch {
                Console.complain(error.message)
                return .failed
            }
            if file == "-" { return Self.status(result) }
        }
        if let part { return part.print(trace, result) }
        let report = GetReport(
            result: result, trace: trace, findings: await world.own.sessions.report(trace).findings,
            callback: callback, verdict: verdict, clients: clients, encoding: encoding, notes: notes,
            secrets: secrets,
            isExplained: arguments.has(.explain))
        if arguments.has(.json) {
            Console.print(report.json.text(.indented))
        } else {
            for line in report.lines { Console.print(line) }
        }
        return status(result)
    }

    private static func status(_ result: SessionResult) -> ExitStatus {
        if case .failed = result.outcome { .failed } else { .done }
    }

    /// Writes the session as a HAR log.
    private static func record(
        _ trace: SessionTrace, in file: String, _ secrets: Secrets
    ) throws(PrivateFile.Failure) {
        var log = HARLog(version: Help.version, secrets: secrets)
        log.add(trace)
        let text = Array((log.value.text(.indented) + "\n").utf8)
        if file == "-" { Console.print(text) } else { try PrivateFile.write(text, to: file) }
    }

    /// Returns the encoding of a page; nil if there is no page. Linear in the bytes that it is determined from:
    /// usually the first ones.
    private static func encoding(of page: ShownPage?, _ settings: BrowserSettings) -> EncodingChoice? {
        guard let page else { return nil }
        if let chosen = settings.encoding(at: page.url) { return chosen }
        let type = page.headers.first("content-type")
        var decoder = PageDecoder(
            ResponseClassifier.isHTML(page.headers, page.html) || ResponseClassifier.isXML(type)
                ? .page(contentType: type) : .text(contentType: type),
            .iconv)
        var rest = page.html[...]
        while decoder.choice == nil, !rest.isEmpty {
            _ = decoder.append(Array(rest.prefix(4096)))
            rest = rest.dropFirst(4096)
        }
        if decoder.choice == nil { _ = decoder.finish() }
        return decoder.choice
    }
}
