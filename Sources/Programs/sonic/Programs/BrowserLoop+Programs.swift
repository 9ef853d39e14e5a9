import Browser
import BrowserServices
import BrowserValues
import Configuration
import Glibc
import SonicProtocol

// Files, addresses and pages passed to the user's programs, always on a key press.
extension BrowserLoop {
    /// The time in which a background program may fail before it counts as started.
    private static let start = Duration.milliseconds(1500)
    /// The time limit of such a program, which is not ended.
    private static let forever = Duration.seconds(365 * 86_400)
    /// The time limit of a program whose output is shown in the pager.
    private static let pagedTime = Duration.seconds(60)

    /// Shows a file with the program in mailcap.
    func openFile(_ path: String, _ type: String?) {
        let handling = Handling(environment: world.environment)
        run { [self] in
            guard let plan = await handling.plan(for: path, type) else {
                let type = handling.type(of: path, type)
                return report(.failed("no mailcap entry for \(type): name a program in ~/.mailcap"))
            }
            var script = plan.template.script
            var arguments = plan.template.arguments
            if !plan.template.namesValue {
                arguments.append(plan.file.path)
                script = "{ \(script)\n} < \"${\(arguments.count)}\""
            }
            switch plan.place {
            case .window:
                report(.done("Opened \(path)."))
                let template = ShellTemplate(script: script, arguments: arguments)
                let outcome = await ProgramRun.run(template, limit: Self.forever, lifetime: .own)
                plan.file.remove()
                if !outcome.isDone { report(.failed("the program for \(path) \(outcome.reason)")) }
            case .terminal: runInTerminal(script, arguments) { plan.file.remove() }
            case .pager: await page(ShellTemplate(script: script, arguments: arguments), plan.file)
            }
        }
    }

    /// Opens an address in the first external browser that can.
    func browse(_ url: WebURL) {
        let named = ShellTemplate.browsers(in: world.environment["BROWSER"] ?? "")
        let lines = named.isEmpty ? ShellTemplate.browsers(in: "xdg-open") : named
        run { [self] in
            var reasons: [String] = []
            for line in lines {
                let template: ShellTemplate
                do throws(ShellTemplate.Failure) {
                    template = try ShellTemplate(line, value: url.href)
                } catch {
                    reasons.append("\(line) \(error.words)")
                    continue
                }
                guard let outcome = await begin(template), !outcome.isDone else {
                    return report(.done("Opened in another browser: \(url.href)"))
                }
                reasons.append("\(line) \(outcome.reason)")
            }
            if named.isEmpty { reasons.append("BROWSER is not set; use, for example, BROWSER=firefox") }
            report(.failed(reasons.joined(separator: "; ")))
        }
    }

    /// Passes an address, and the page if its input requires that, to a command.
    func send(_ order: SendOrder) {
        let named = world.file.settings.general[Settings.commands].last { $0.name == order.line }
        let line = named?.run ?? order.line
        let input: [UInt8] =
            switch named?.input {
            case .text: order.page?.text ?? []
            case .page: order.page?.bytes ?? []
            case .address, nil: []
            }
        let isLast = (named?.input ?? .address) == .address && !line.contains("%s")
        let template: ShellTemplate
        do throws(ShellTemplate.Failure) {
            // A line without a placeholder for the address is used as it is, including percent signs.
            template =
                line.contains("%s")
                ? try ShellTemplate(line, value: order.url.href)
                : ShellTemplate(script: line, lastArgument: isLast ? order.url.href : nil)
        } catch {
            return report(.failed("\(line) \(error.words)"))
        }
        let variables = [(name: "SONIC_URL", value: order.url.href)]
        guard named?.place != .terminal else {
            return runInTerminal(template.script, template.arguments, adding: variables) {}
        }
        run { [self] in
            let outcome = await ProgramRun.run(
                template, input: input, limit: Self.forever, variables: variables)
            var text = outcome.output
            while text.last?.isWhitespace == true { text.removeLast() }
            guard outcome.isDone else { return report(.failed("\(order.line) \(outcome.reason)")) }
            guard !text.isEmpty else { return report(.done("\(order.line): done.")) }
            report(text.contains("\n") ? .printed(title: order.line, text) : .done("\(order.line): \(text)"))
        }
    }

    private func report(_ event: Event) { receive(.event(event)) }

    // MARK: In the background

    /// Starts a program and waits a while for it to fail.
    /// - Returns: How it ended; nil if it is running.
    private func begin(_ template: ShellTemplate) async -> ProgramRun.Outcome? {
        let (outcomes, continuation) = AsyncStream<ProgramRun.Outcome?>.makeStream()
        run { continuation.yield(await ProgramRun.run(template, limit: Self.forever, lifetime: .own)) }
        var clock = Alarm()
        clock.set(after: Self.start) { continuation.yield(nil) }
        defer { clock.cancel() }
        for await outcome in outcomes { return outcome }
        return nil
    }

    // MARK: On the terminal

    /// Shows the output of a program in the user's pager. The pager gets the complete text, with marks for
    /// characters that could control the terminal: many pagers pass them through.
    private func page(_ template: ShellTemplate, _ file: ShownFile) async {
        defer { file.remove() }
        do throws(CommandFailure) {
            let text = try await ProgramRun.text(of: template, limit: Self.pagedTime)
            runInTerminal("${PAGER:-more}", [], descriptors: [(text, STDIN_FILENO)]) { close(text) }
        } catch {
            report(.failed("the program for the pager \(error.message)"))
        }
    }

    /// Hands the terminal to a program until the program ends.
    private func runInTerminal(
        _ script: String, _ arguments: [String], adding variables: [(name: String, value: String)] = [],
        descriptors: [(own: Int32, its: Int32)] = [], after: @escaping @Sendable () -> Void
    ) {
        guard editing == nil, viewing == nil else {
            after()
            return report(.failed("another program is using the terminal"))
        }
        terminal.release()
        do throws(ShellProcess.Failure) {
            // `^C` is for the program; the shell survives it.
            let running = try TerminalProgram.start(
                ["trap : INT QUIT\n\(script)", "sh"] + arguments, adding: variables,
                descriptors: descriptors)
            viewing = running
            run { [self] in
                let status = await running.status.value
                viewing = nil
                after()
                terminal.reclaim()
                receive(.event(.terminal(.resized(terminal.size))))
                let code = (status >> 8) & 0xFF
                let isDone = status & 0x7F == 0 && code == 0
                report(isDone ? .done("Back in sonic.") : .failed("the program ended with status \(code)"))
            }
        } catch {
            terminal.reclaim()
            after()
            report(.failed("the program cannot be started: \(error.reason)"))
        }
    }
}

extension ShellTemplate.Failure {
    /// The error in a line, to be printed after it.
    fileprivate var words: String {
        switch self {
        case .unsafe(let value): "has %s within quotes, where a shell may read \(value) as a command"
        case .unknownPlace(let place): "has \(place), which has no meaning here"
        }
    }
}
