import Browser
import BrowserValues

/// `sonic forget page URL|site HOST|hour|all`: removes stored data, and reports the amount.
enum ForgetCommand {
    static func run(
        _ arguments: Arguments, words: [String], _ world: World
    ) async throws(Arguments.Mistake) -> ExitStatus {
        let report = await world.forgetting.forget(try scope(words, world))
        Console.print(report.tally.words)
        guard let failure = report.failure else { return .done }
        Console.complain(failure)
        return .failed
    }

    private static func scope(
        _ words: [String], _ world: World
    ) throws(Arguments.Mistake) -> ForgetScope {
        switch (words.first, words.count) {
        case ("page", 2): return .page(try World.url(words[1]).withoutFragment.withoutCredentials)
        case ("site", 2): return .site(try World.url(words[1]).host)
        case ("hour", 1): return .hour
        case ("all", 1): return .all
        default: throw .init(message: "forget takes what to forget: \(Command.forget.usage)")
        }
    }
}
