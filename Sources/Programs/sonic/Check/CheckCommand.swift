import BrowserServices
import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries
import Workbench

/// `sonic check URL…`: whether servers conform to docs/reference/protocol.md (docs/server/check.md).
struct CheckCommand {
    static let row = Subcommand(
        "check", "sonic check URL…", "check a server's Sonic conformance, by numbered rules, as TAP", .free,
        options: [
            .json, .junit, .allow, .require, .strict, .urls, .baseline, .clients, .header, .userAgent,
            .user, .asClient,
        ] + Option.connecting,
        examples: [("sonic check --junit report.xml news.example", "check a server in a build")],
        run: Program.inWorld(run))

    private let sender: ProbeSender
    private let headers: RequestHeaders
    /// The origin of the first page: credentials for its server are not sent to others.
    private let secretsOrigin: String?
    /// The headers that are only sent to their origin.
    private let secrets: SecretHeaders
    /// The rules that do not fail the check although the command line does not name them, and those that it names.
    private let optional: [Requirement]
    private let allowed: [Requirement]
    private let baseline: CheckBaseline?
    private let models: [ClientModel]

    static func run(_ arguments: Arguments, _ world: World) async throws(CommandFailure) -> ExitStatus {
        let urls = try addresses(arguments, world)
        let command = try CheckCommand(arguments, world, secretsOrigin: urls.first?.origin)
        let junit = try arguments.value(.junit).map { path throws(Arguments.Mistake) in
            try OutputFile(path, of: .junit)
        }
        world.printWarnings()
        var pages: [CheckedPage] = []
        if !arguments.has(.json) {
            Console.print("TAP version 14")
            Console.print("1..\(urls.count * Requirement.table.count)")
        }
        for url in urls {
            let page = await command.check(url)
            if !arguments.has(.json) {
                let before = pages.reduce(0) { $0 + $1.verdicts.count }
                for line in page.tap(behind: before) { Console.print(line) }
            }
            pages.append(page)
        }
        let failed = pages.count { !$0.failures.isEmpty }
        if arguments.has(.json) {
            Console.print(json(pages, failed: failed).text(.indented))
        } else if pages.count > 1 {
            Console.print("# \(pages.count) pages, \(failed) fail the check")
        }
        if let junit {
            let lines =
                ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"sonic check\">"]
                + pages.flatMap(\.junit) + ["</testsuites>"]
            guard junit.write(Array((lines.joined(separator: "\n") + "\n").utf8)) else { return .failed }
        }
        return failed == 0 ? .done : .failed
    }

    private init(_ arguments: Arguments, _ world: World, secretsOrigin: String?) throws(CommandFailure) {
        self.secretsOrigin = secretsOrigin
        secrets = world.file.settings.general.secrets
        // Also the time limit of each phase, if given.
        let seconds = try arguments.number(.timeout, in: 1...86_400) ?? 20
        sender = ProbeSender(connection: world.connections.servers, limit: .seconds(seconds))
        headers = world.headers
        allowed = try Self.rules(.allow, arguments)
        let required = try Self.rules(.require, arguments)
        optional = Requirement.table.filter {
            $0.level == .should && !arguments.has(.strict) && !required.contains($0)
        }
        baseline = try arguments.value(.baseline).map { path throws(Arguments.Mistake) in
            try CheckBaseline(path: path)
        }
        models = arguments.chosen(.clients)
    }

    /// Returns the rules that an option names.
    private static func rules(
        _ option: Option, _ arguments: Arguments
    ) throws(Arguments.Mistake) -> [Requirement] {
        try arguments.all(option).map { text throws(Arguments.Mistake) in
            guard let rule = Requirement.named(text) else {
                throw .init(
                    message:
                        "\(option.longName): unknown rule \(text); docs/reference/protocol.md has the table")
            }
            return rule
        }
    }

    /// Returns the pages in the arguments and in the files of `--urls`.
    private static func addresses(_ arguments: Arguments, _ world: World) throws(CommandFailure) -> [WebURL] {
        var texts = arguments.words
        for name in arguments.all(.urls) {
            let lines = Bytes.text(try InputFile.bytes(name, of: .urls)).split(whereSeparator: \.isNewline)
            texts += lines.map { Bytes.text(Bytes.trimmed(Array($0.utf8))) }.filter {
                !$0.isEmpty && !$0.hasPrefix("#")
            }
        }
        guard !texts.isEmpty else { throw .init(message: "check takes addresses: sonic check URL…") }
        var urls: [WebURL] = []
        for text in texts {
            let url = try world.address(text, isFirst: urls.isEmpty).withoutFragment
            guard url.isHTTP else { throw .init(message: "“\(text)” is not an http or https address") }
            urls.append(url)
        }
        return urls
    }

    private func check(_ url: WebURL) async -> CheckedPage {
        let headers = headers.at(url, SiteTerms { $0.secretHeaders = secrets }, secretsOrigin: secretsOrigin)
        let run = await sender.finish(ConformanceRun(url, headers: headers, hashes: .nettle))
        var forgiven: [String: CheckedPage.Forgiveness] = [:]
        for rule in optional { forgiven[rule.name] = .should }
        for name in baseline?.rules(of: url.href) ?? [] { forgiven[name] = .baseline }
        for rule in allowed { forgiven[rule.name] = .allowed }
        return CheckedPage(
            url: url.href, verdicts: run.verdicts, forgiven: forgiven,
            clients: models.isEmpty ? nil : ClientModelReport(run.update, models, .nettle))
    }

    private static func json(_ pages: [CheckedPage], failed: Int) -> JSONValue {
        [
            "sonic": .string(Help.version), "pages": .array(pages.map(\.json)),
            "summary": ["pages": .integer(pages.count), "failed": .integer(failed)],
        ]
    }
}

/// The rules broken in a previous run, from its `--json` output.
struct CheckBaseline {
    private let broken: [String: Set<String>]

    /// Parses the output of a run.
    init(path: String) throws(Arguments.Mistake) {
        let (node, problems) = JSONNode.read(try InputFile.bytes(path, of: .baseline))
        guard problems.isEmpty, let pages = node?["pages"]?.elements else {
            throw .init(
                message: "--baseline takes the output of sonic check --json; \(path) is something else")
        }
        var broken: [String: Set<String>] = [:]
        for page in pages {
            let names = (page["rules"]?.elements ?? []).compactMap { rule in
                rule["result"]?.string == "broken" ? rule["rule"]?.string : nil
            }
            if let url = page["url"]?.string { broken[url, default: []].formUnion(names) }
        }
        self.broken = broken
    }

    /// Returns the names of the rules that a page broke.
    func rules(of url: String) -> Set<String> { broken[url] ?? [] }
}
