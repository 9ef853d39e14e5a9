import Browser
import BrowserValues

/// `sonic forget page URL|site HOST|hour|all`: removes stored data, and reports the amount.
enum ForgetCommand {
    static let row = Subcommand(
        "forget", "sonic forget page URL|site HOST|hour|all",
        "remove a page, a site, the last hour or everything: pages, history, cookies",
        .oneOf("page site hour all"), options: [.account, .cache],
        examples: [("sonic forget site news.example", "remove all of a site")], run: Program.inWorld(run))

    static func run(_ arguments: Arguments, _ world: World) async throws(CommandFailure) -> ExitStatus {
        let report = await world.forgetting.forget(try scope(arguments.words))
        Console.print(report.tally.words)
        if let failure = report.failure { throw .failed(failure) }
        return .done
    }

    private static func scope(_ words: [String]) throws(CommandFailure) -> ForgetScope {
        switch (words.first, words.count) {
        case ("page", 2): return .page(try World.url(words[1]).withoutFragment.withoutCredentials)
        case ("site", 2): return .site(try World.url(words[1]).host)
        case ("hour", 1): return .hour
        case ("all", 1): return .all
        default: throw .init(message: "forget takes what to forget: \(row.usage)")
        }
    }
}
