import Browser
import BrowserValues
import SonicProtocol

/// `sonic forget page URL|site HOST|hour|all`: removes stored data, and reports the amount.
enum ForgetCommand {
    static let row = Subcommand(
        "forget", "sonic forget page URL|site HOST|hour|all",
        "remove a page, a site, the last hour or everything: pages, history, cookies",
        options: [.account, .cache], examples: [("sonic forget site news.example", "remove all of a site")],
        verbs: [
            verb("page", "URL") { (words) throws(CommandFailure) in
                .page(try World.url(words[0]).withoutFragment.withoutCredentials)
            },
            verb("site", "HOST") { (words) throws(CommandFailure) in .site(try World.url(words[0]).host) },
            verb("hour") { _ in .hour }, verb("all") { _ in .all },
        ])

    private static func verb(
        _ name: String, _ operand: String? = nil,
        _ scope: @escaping @Sendable ([String]) throws(CommandFailure) -> ForgetScope
    ) -> Subcommand {
        let count = operand == nil ? 0 : 1
        return Subcommand(
            name, "sonic forget \(name)" + (operand.map { " " + $0 } ?? ""), takes: count...count,
            operand.map { "one \($0)" } ?? "no arguments", options: [.account, .cache],
            run: Program.inWorld { (arguments, world) async throws(CommandFailure) in
                let report = await world.forgetting.forget(try scope(arguments.words))
                Console.print(report.tally.words)
                if let failure = report.failure { throw .failed(failure) }
                return .done
            })
    }
}
