import Configuration
import Glibc
import ProgramArguments
import SonicLint
import SonicProtocol
import SonicServer
import SystemLibraries

/// The program: parses the arguments, runs a server until it is stopped, and returns an exit status.
enum ServerProgram {
    /// The command line. Each command is one row.
    static let usage: ProgramUsage = .init(
        name: "sonic-server", summary: "serves pages with VasSonic's tags, 304s and data updates",
        commands: [folder, proxy, demo, faults, manual, completion, help],
        options: [.help, .version], nearest: NearestName.among)

    private static let folder = Subcommand(
        "serve", "sonic-server serve DIR",
        "serve a folder; its HTML files are Sonic pages, and an edit is sent as an update", .folders,
        takes: 1...1, "one folder", options: Option.serving, run: serveFolder)
    private static let demo = Subcommand(
        "demo", "sonic-server demo", "serve the demo site, at port 8420 if that is free", takes: 0...0,
        options: Option.serving, run: serveDemo)
    private static let faults = Subcommand(
        "faults", "sonic-server faults", "list the faults for --faults", takes: 0...0,
        run: { _ in print(Fault.list) })
    private static let manual = Subcommand(
        "manual", "sonic-server manual", "print the manual page, for man -l -", takes: 0...0,
        run: { _ in print(ServerHelp.manual.roff) })
    private static let completion = Subcommand(
        "completion", "sonic-server completion bash|zsh|fish", "print a completion script for a shell",
        .names(of: Shell.self), takes: 1...1, "the name of a shell",
        run: { arguments throws(CommandFailure) in print(try usage.completion(for: arguments)) })
    private static let help = Subcommand(
        "help", "sonic-server help", "print this help", takes: 0...0, run: { _ in print(ServerHelp.text) }
    )

    /// Runs the program and returns its exit status.
    static func run(_ words: [[UInt8]]) -> ExitStatus {
        do throws(CommandFailure) {
            var arguments = try usage.arguments(words, text: ProcessArguments.text)
            if arguments.has(.help) { return print(ServerHelp.text) }
            if arguments.has(.version) { return print("sonic-server \(Release.current.version)\n") }
            return try usage.command(of: &arguments).run(arguments)
        } catch {
            complain(error.message)
            return error.status
        }
    }

    private static func serveFolder(_ given: Arguments) throws(CommandFailure) -> ExitStatus {
        let arguments = try ServerArguments(given)
        let folder = given.words[0]
        let site: FolderSite
        do throws(FolderSite.Failure) {
            site = try FolderSite(
                path: folder, hashes: .nettle, as: arguments.dialect, clock: SonicServer.now)
        } catch {
            switch error {
            case .unreadable(let path, let reason):
                throw .failed("The folder \(path) cannot be served: \(reason).")
            }
        }
        checkSavedPages(of: folder, arguments.log)
        return try serve(at: [0], arguments) { _ in site }
    }

    private static func serveDemo(_ given: Arguments) throws(CommandFailure) -> ExitStatus {
        let arguments = try ServerArguments(given)
        let site = DemoSite(hashes: .nettle, as: arguments.dialect, clock: SonicServer.now)
        return try serve(at: [8420, 0], arguments) { _ in site }
    }

    private static func print(_ text: String) -> ExitStatus {
        say(text, to: STDOUT_FILENO)
        return .done
    }

    /// Serves at the address of the command line, otherwise on loopback; returns the exit status.
    ///
    /// - Parameters:
    ///   - ports: The ports of loopback that are tried, in order; 0 for any free one.
    ///   - waiter: What the loop waits with; nil for the default.
    ///   - reread: Reads files of the site again.
    ///   - makeSite: Creates the site of a server with this address and port.
    static func serve(
        at ports: [UInt16], _ arguments: ServerArguments,
        waitingWith waiter: (any Waiter)? = nil, reread: @escaping () -> Void = {},
        _ makeSite: (String) -> any Site
    ) throws(CommandFailure) -> ExitStatus {
        let given = arguments.given
        let token = try given.value(.token).map(token)
        let supervisor = Supervisor()
        // Before anything else, so that a signal at any time ends the program in order.
        var signals = Signals()
        // A connection is an open file, and so is each request to another server.
        OpenFileLimit.raise()
        let listener = try listen(.listen) { () throws(Listener.Failure) in
            if let passed = try supervisor.listener(hasOther: arguments.listen != nil) { return passed }
            return try listen(at: arguments.listen.map { [$0] } ?? ports.map { .init(port: $0) })
        }
        let operators = try arguments.metrics.map { place throws(CommandFailure) in
            let listener = try listen(.metrics) { () throws(Listener.Failure) in try listen(at: [place]) }
            return OperatorEntrance(listener, version: Release.current.version)
        }
        do {
            let plan =
                try given.value(.faults).map { try FaultPlan(path: $0, complain: complain) } ?? FaultPlan()
            let certificate = try certificate(given)
            let recording = try given.value(.record).map { try RecordingFile(path: $0) }
            let har = try har(arguments)
            let traffic = arguments.withControl ? traffic(arguments) : nil
            let journal = Journal(
                recording: recording, har: har, traffic: traffic, write: writer(arguments.log))
            let site = surround(makeSite(listener.authority), journal, plan, token, arguments)
            signals?.report = { say(journal.savings.summary + $0.summary, to: STDERR_FILENO) }
            signals?.stopping = { supervisor.tell(.stopping) }
            signals?.reread = {
                supervisor.tell(.reloading)
                plan.readAgain()
                certificate?.readAgain()
                reread()
                do throws(UnwritableFile) { try recording?.reopen() } catch { complain(error.sentence) }
                do throws(UnwritableFile) { try har?.reopen() } catch { complain(error.sentence) }
                supervisor.tell(.ready)
            }
            // One write, so that a reader of the first line never sees part of it.
            let scheme = certificate == nil ? "http" : "https"
            let figures = operators.map { "metrics on http://\($0.authority)/metrics\n" } ?? ""
            say("listening on \(scheme)://\(listener.authority)\n\(figures)", to: STDOUT_FILENO)
            supervisor.tell(.ready)
            let server = SonicServer(
                listener, site: site, limits: arguments.limits, certificate: certificate, waiter: waiter,
                journal: journal, operators: operators)
            try server.run(
                until: given.has(.withParent) ? [.closed(STDIN_FILENO)] : [], signals: signals)
            if given.has(.statistics) { say(journal.savings.summary, to: STDOUT_FILENO) }
            return .done
        } catch let failure as FaultPlan.Failure {
            failure.sentences.forEach(complain)
        } catch let failure as UnwritableFile {
            complain(failure.sentence)
        } catch let failure as UnusableCertificate {
            complain(failure.sentence)
        } catch {
            complain("The HTTP library could not be started; the limit of open files may be too low.")
        }
        return .failed
    }

    /// Wraps the site as the command line specifies.
    private static func surround(
        _ site: any Site, _ journal: Journal, _ plan: FaultPlan, _ token: ControlToken?,
        _ arguments: ServerArguments
    ) -> any Site {
        guard arguments.withControl || arguments.given.value(.faults) != nil else { return site }
        let responder = SonicResponder(hashes: .nettle, as: arguments.dialect)
        guard let traffic = journal.traffic else {
            return FaultySite(site, plan: plan, responder: responder)
        }
        let limit = arguments.limits.bodyBytes
        let ruled = RuledSite(site, by: traffic, responder: responder, bodyLimit: limit)
        let faulty = FaultySite(ruled, plan: plan, responder: responder)
        let intercepting = InterceptingSite(faulty, by: traffic, bodyLimit: limit)
        return ControlSite(intercepting, journal: journal, plan: plan, token: token)
    }

    /// Creates the traffic that observers receive.
    private static func traffic(_ arguments: ServerArguments) -> TrafficBroadcast {
        TrafficBroadcast(
            version: Release.current.version, secrets: arguments.secrets,
            longestHold: .seconds(arguments.hold))
    }

    /// Returns the token of `--control-token`: the first line of the file with this name, if there is one, otherwise the
    /// word itself, which other users of the machine may see among the arguments.
    private static func token(_ word: String) throws(CommandFailure) -> ControlToken {
        let text: String
        do throws(RegularFile.Refusal) {
            let line = try RegularFile(word).bytes(limit: 4096).prefix { $0 != 0x0A && $0 != 0x0D }
            text = String(decoding: line, as: UTF8.self)
        } catch {
            // Without a readable file of this name, the word is the token.
            guard !word.contains("/") else { throw .failed("\(word) cannot be read: \(error.reason).") }
            text = word
        }
        guard let token = ControlToken(text) else {
            throw .init(
                message:
                    "a token for --control has at least \(ControlToken.shortest) characters and no spaces")
        }
        return token
    }

    /// Reads the certificate of the command line; nil for none.
    private static func certificate(_ given: Arguments) throws(UnusableCertificate) -> ServerCertificate? {
        guard let path = given.value(.certificate), let key = given.value(.key) else { return nil }
        return try ServerCertificate(certificate: path, key: key, complain: complain)
    }

    /// Opens the HAR file of the command line; nil for none.
    private static func har(_ arguments: ServerArguments) throws(UnwritableFile) -> HARFile? {
        try arguments.given.value(.har).map { path throws(UnwritableFile) in
            try HARFile(
                path: path, limit: arguments.harSize, version: Release.current.version,
                secrets: arguments.secrets, complain: complain)
        }
    }

    private static func writer(_ log: ServerArguments.Log) -> (RequestRecord) -> Void {
        switch log {
        case .none: return { _ in }
        case .lines: return { sayWhereRoomIs($0.line, orBriefly: $0.brief.line) }
        case .json: return { sayWhereRoomIs($0.json.text(), orBriefly: $0.brief.json.text()) }
        }
    }

    /// Starts checks of saved pages if there is a log for the findings.
    private static func checkSavedPages(of folder: String, _ log: ServerArguments.Log) {
        guard log != .none else { return }
        checkPages(below: folder) { page in
            let time = CalendarTime.timestamp(SonicServer.now())
            switch log {
            case .none: break
            case .lines:
                for line in page.lines {
                    sayWhereRoomIs(
                        "\(time) \(LogText.line(line))", orBriefly: "\(time) \(LogText.line(page.path))")
                }
            case .json:
                sayWhereRoomIs(
                    page.json(at: time).text(), orBriefly: page.withoutFindings.json(at: time).text())
            }
        }
    }

    /// Writes a line of the log, unless that could block: a full pipe must not stop the server. A writable pipe
    /// has room for 4096 bytes (pipe(7)), so longer lines are shortened.
    private static func sayWhereRoomIs(_ line: String, orBriefly brief: @autoclosure () -> String) {
        var entry = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&entry, 1, 0) == 1, entry.revents & Int16(POLLOUT) != 0 else { return }
        say((line.utf8.count < 4096 ? line : brief()) + "\n", to: STDOUT_FILENO)
    }

    /// Listens at the first address that is free.
    private static func listen(at places: [ServerArguments.Place]) throws(Listener.Failure) -> Listener {
        for place in places.dropLast() {
            // The next address is tried instead; only the last failure is reported.
            if let listener = try? Listener(address: place.address, port: place.port) { return listener }
        }
        let last = places.last ?? .init(port: 0)
        return try Listener(address: last.address, port: last.port)
    }

    /// Opens a listening socket; a failure names the option for another address.
    private static func listen(
        _ option: Option, _ open: () throws(Listener.Failure) -> Listener
    ) throws(CommandFailure) -> Listener {
        let name = option.longName
        do throws(Listener.Failure) { return try open() } catch {
            switch error {
            case .taken(let place):
                throw .failed(
                    "\(place) is in use by another program. Stop it, or choose another port with \(name).")
            case .forbidden(let place):
                throw .failed("No permission to listen on \(place). Choose a port above 1023 with \(name).")
            case .unusable(let place, let reason):
                throw .failed("Cannot listen on \(place): \(reason). Choose another address with \(name).")
            case .passed(let reason):
                throw .failed("The socket that the service manager passed cannot be used: \(reason).")
            }
        }
    }

    static func complain(_ sentence: String) {
        // It may quote arguments and files.
        say("sonic-server: \(LogText.line(sentence))\n", to: STDERR_FILENO)
    }

    /// Writes immediately, bypassing the buffers of stdio. A failure is ignored: the server runs without a reader, too.
    private static func say(_ text: String, to descriptor: Int32) {
        let bytes = Array(text.utf8)
        _ = write(descriptor, bytes, bytes.count)
    }

    // Checks pages of the served folder as soon as they are saved, on a separate thread.

    /// Checks pages until the program ends. If the system cannot report saves, nothing is checked.
    /// - Parameters:
    ///   - folder: The served folder.
    ///   - report: Receives the findings of a page, each time that they change.
    private static func checkPages(
        below folder: String, _ report: @escaping @Sendable (SavedPageReport) -> Void
    ) {
        guard let following = SavedTree(folder) else { return }
        let error = DetachedThread.start(blockingSignals: true) {
            var tree = following
            var known: [String: SavedPageReport] = [:]
            while let paths = tree.next() {
                for path in paths.sorted() where isPage(path) {
                    guard let page = page(path, below: folder) else { continue }
                    // A page that was valid and still is need not be reported.
                    let before = known.updateValue(page, forKey: path)
                    if before.map({ $0 != page }) ?? !page.findings.isEmpty { report(page) }
                }
            }
            tree.close()
        }
        if error != 0 { following.close() }
    }

    private static func isPage(_ path: String) -> Bool {
        [".html", ".htm", ".xhtml"].contains { path.lowercased().hasSuffix($0) }
    }

    /// The maximum length of a page that is checked, in bytes.
    private static let pageLimit = 16 << 20

    private static func page(_ path: String, below folder: String) -> SavedPageReport? {
        do throws(RegularFile.Refusal) {
            let file = try RegularFile(FilePath(FilePath(folder).bytes + "/".utf8 + path.utf8))
            let bytes = try file.bytes(limit: pageLimit)
            return bytes.count > pageLimit ? nil : SavedPageReport(path: "/" + path, html: bytes)
        } catch {
            // It was removed again, or is not a regular file: a request for it reports that.
            return nil
        }
    }
}
