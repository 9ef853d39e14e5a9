import BrowserServices
import Glibc
import SonicSession
import SystemLibraries

/// `sonic engine --stdio`: the engine for other programs (docs/reference/engine.md).
enum EngineCommand {
    static let row = Subcommand(
        "engine", "sonic engine --stdio", "the engine for other programs: one JSON object per line",
        takes: 0...0,
        options: [
            .stdio, .account, .cache, .isPrivate, .header, .responseHeader, .userAgent, .log,
        ] + Option.connecting,
        examples: [("sonic engine --stdio", "sessions for another program")], isOneRun: false,
        run: Program.inWorld(run))

    static func run(_ arguments: Arguments, _ world: World) async throws(CommandFailure) -> ExitStatus {
        guard arguments.has(.stdio) else {
            throw .init(message: "engine requires --stdio: sonic engine --stdio")
        }
        world.printWarnings()
        // Each line is written completely, in order; lines wait for a slow reader.
        let (output, answers) = AsyncStream<String>.makeStream()
        let writing = Task.detached {
            for await line in output { Console.print(line) }
        }
        let service = EngineService(
            http: world.own.http, sessions: world.engine.with(cookies: NoCookies()),
            domainToASCII: DomainName.ascii, order: { world.order($0) },
            findings: { await world.own.sessions.report($0).findings }
        ) { answers.yield($0.text(.compact)) }
        for await line in lines() {
            switch line {
            case .whole(let bytes): await service.handle(bytes)
            case .tooLong: await service.refuseLongLine()
            }
        }
        await service.finish()
        answers.finish()
        await writing.value
        return .done
    }

    /// Returns the lines of standard input without their ends; text after the last line end is a line too. They are
    /// read on a separate thread, so that nothing else waits for them. A read error is treated as the end.
    private static func lines() -> AsyncStream<InputSplitter.Line> {
        let (lines, continuation) = AsyncStream<InputSplitter.Line>.makeStream()
        if DetachedThread.start({ read(to: continuation) }) != 0 { continuation.finish() }
        return lines
    }

    private static func read(to lines: AsyncStream<InputSplitter.Line>.Continuation) {
        var splitter = InputSplitter()
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = retried { Glibc.read(STDIN_FILENO, &piece, piece.count) }
            guard count > 0 else { break }
            for line in splitter.append(piece[..<count]) { lines.yield(line) }
        }
        if let line = splitter.finish() { lines.yield(line) }
        lines.finish()
    }
}
