import BrowserServices
import SonicSession
import SystemLibraries

/// `sonic engine --stdio`: the engine for other programs (docs/reference/engine.md).
enum EngineCommand {
    static func run(
        _ arguments: Arguments, words: [String], _ world: World
    ) async throws(Arguments.Mistake) -> ExitStatus {
        guard words.isEmpty, arguments.has(.stdio) else {
            throw .init(message: "engine takes no arguments and requires --stdio: sonic engine --stdio")
        }
        world.printWarnings()
        let output = OutputLines()
        let service = EngineService(
            http: world.http, sessions: world.engine.with(cookies: NoCookies()), headers: world.headers,
            account: world.account, responseHeaders: world.responseHeaders, terms: world.terms,
            domainToASCII: DomainName.ascii,
            findings: { await SessionFindings.report($0, world.own.sessions).findings }
        ) { output.write($0.text(.compact)) }
        for await line in InputLines.all() {
            switch line {
            case .whole(let bytes): await service.handle(bytes)
            case .tooLong: await service.refuseLongLine()
            }
        }
        await service.finish()
        await output.finish()
        return .done
    }
}
