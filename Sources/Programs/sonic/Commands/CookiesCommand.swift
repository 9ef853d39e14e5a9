import SonicProtocol
import Transport

/// `sonic cookies import FILE`: imports another program's cookies from a cookies.txt.
enum CookiesCommand {
    static let row = Subcommand(
        "cookies", "sonic cookies import FILE|-",
        "import cookies of another program from a cookies.txt (as of curl and wget)", options: [.account],
        examples: [("sonic cookies import cookies.txt", "import a login from curl")],
        verbs: [
            Subcommand(
                "import", "sonic cookies import FILE|-", takes: 1...1, "a cookies.txt", options: [.account],
                run: Program.inWorld(importFile))
        ])

    /// The maximum number of lines that are reported one by one.
    private static let reportLimit = 20

    private static func importFile(
        _ arguments: Arguments, _ world: World
    ) async throws(CommandFailure) -> ExitStatus {
        let file = arguments.words[0]
        let list = CookieList(try InputFile.bytes(file, limit: 32 << 20), now: World.now())
        var problems: [String] = []
        var (numbers, answers): ([Int], [CookieList.Answer]) = ([], [])
        for line in list.lines {
            switch line.content {
            case .success(let answer):
                numbers.append(line.number)
                answers.append(answer)
            case .failure(let problem): problems.append("\(file):\(line.number): \(problem)")
            }
        }
        var kept = 0
        do throws(CookieFileFailure) {
            let receptions = try await world.own.sessions.persistedCookies.add(answers)
            for (number, reception) in zip(numbers, receptions) {
                switch reception {
                case .kept: kept += 1
                case .removed, .refused: problems.append("\(file):\(number): \(reception)")
                }
            }
        } catch {
            throw .failed("no cookie was imported: \(error)")
        }
        for problem in problems.prefix(reportLimit) { Console.complain(problem) }
        if problems.count > reportLimit { Console.complain("and \(problems.count - reportLimit) more lines") }
        Console.print("\(kept) \(kept == 1 ? "cookie" : "cookies") imported, \(problems.count) skipped")
        return kept > 0 || problems.isEmpty ? .done : .failed
    }
}
