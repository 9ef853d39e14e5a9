import Configuration
import ProgramArguments

/// The commands of the program.
enum Command: String, CaseIterable {
    case browse
    case demo
    case dump
    case get
    case diff
    case replay
    case traffic
    case watch
    case split
    case merge
    case check
    case cache
    case history
    case unread
    case forget
    case cookies
    case package
    case engine
    case config
    case manual
    case completion
    case help

    /// The synopsis for the help.
    var usage: String {
        switch self {
        case .browse: "sonic [URL]"
        case .demo: "sonic demo"
        case .dump: "sonic dump URL|FILE|-"
        case .get: "sonic get URL"
        case .diff: "sonic diff URL|FILE URL|FILE"
        case .replay: "sonic replay FILE|-"
        case .traffic: "sonic traffic FILE|URL"
        case .watch: "sonic watch URL...|FILE|-"
        case .split: "sonic split FILE|-"
        case .merge: "sonic merge PAGE|TEMPLATE JSON"
        case .check: "sonic check URL…"
        case .package: "sonic package list|make|import|update|remove"
        case .cache: "sonic cache [list|usage|show|remove|path|verify|prune]"
        case .history: "sonic history [URL]"
        case .unread: "sonic unread"
        case .forget: "sonic forget page URL|site HOST|hour|all"
        case .cookies: "sonic cookies import FILE|-"
        case .engine: "sonic engine --stdio"
        case .config: "sonic config [URL]|check [FILE]|path"
        case .manual: "sonic manual [sonic|config]"
        case .completion: "sonic completion bash|zsh|fish"
        case .help: "sonic help [COMMAND]"
        }
    }

    /// The description in one line.
    var summary: String {
        switch self {
        case .browse: "browse; without a URL, the tabs of last time or the inbox"
        case .demo: "start the demo server on this machine and browse it"
        case .dump: "page text on standard output"
        case .get: "one session: outcome, reason, timings, changed blocks"
        case .diff:
            "compare the responses of two addresses or files, headers and bodies line by line; status 1 if they differ"
        case .replay: "run the pages of a HAR file again, without a network"
        case .traffic: "list the exchanges of a HAR file or of a sonic-server, live or as lines"
        case .watch: "poll pages: a line for each change"
        case .split:
            "split a page: tags, hashes, blocks and their problems; status 1 on errors"
        case .merge: "merge an update into a page, and verify its hash"
        case .check: "check a server's Sonic conformance, by numbered rules, as TAP"
        case .package: "manage offline packages: pages from this machine under their own addresses"
        case .cache: "list and remove stored pages, and show what they use of the limits"
        case .history: "list past sessions, all or those of a page, latest first"
        case .unread:
            "what is new in the bookmarked pages since you read them; status 1 if one cannot be loaded"
        case .forget: "remove a page, a site, the last hour or everything: pages, history, cookies"
        case .cookies: "import cookies of another program from a cookies.txt (as of curl and wget)"
        case .engine: "the engine for other programs: one JSON object per line"
        case .config: "the settings in force, all or for a URL; mistakes in the file; its path"
        case .manual: "print a manual page, for man -l -"
        case .completion: "print a completion script for a shell"
        case .help: "this overview, or the options of a command"
        }
    }

    /// Whether it processes its input and ends; the others continue until they are stopped.
    var isOneRun: Bool {
        switch self {
        case .browse, .demo, .traffic, .watch, .engine: false
        case .dump, .get, .diff, .replay, .split, .merge, .check, .cache, .history, .unread, .forget,
            .package, .config, .cookies, .manual, .completion, .help:
            true
        }
    }

    /// Its options, in addition to help and version.
    var options: [Option] {
        switch self {
        case .browse, .demo: Option.opening + [.charset, .asClient, .theme, .color, .log]
        case .dump:
            [.width, .links, .noStyles, .reader, .type, .cachePolicy, .charset, .color, .source, .headers]
                + Option.opening
        case .get:
            [
                .json, .expect, .changed, .expectStatus, .cachePolicy, .charset, .explain, .print, .clients,
                .har, .output, .secrets, .respond, .reload, .force, .log, .asClient, .without, .override,
                .method, .head, .body, .form, .request, .detached,
            ] + Option.opening
        case .diff:
            [.part, .source, .asClient, .without, .log]
                + Option.opening.filter { $0 != .offline && $0 != .cache }
        case .watch:
            [
                .every, .times, .until, .exec, .execTimeout, .source, .only, .ignore, .tolerate, .charset,
                .json, .reload, .log, .asClient,
            ]
                + Option.opening.filter { $0 != .offline }
        case .replay: [.json, .expect, .changed, .expectStatus, .step, .maxTime]
        case .traffic: [.json, .filter, .theme, .color] + Option.opening
        case .split, .merge: [.json, .print]
        case .check:
            [
                .json, .junit, .allow, .require, .strict, .urls, .baseline, .clients, .header, .userAgent,
                .user,
                .asClient,
            ] + Option.connecting
        case .package: [.json, .name, .base, .updates, .userAgent] + Option.connecting
        case .cache: [.json, .account, .cache, .limit]
        case .history: [.json, .count, .account, .cache]
        case .unread:
            [.json, .count, .account, .cache, .offline, .header, .responseHeader, .userAgent, .user]
                + Option.connecting
        case .forget: [.account, .cache]
        case .cookies: [.account]
        case .engine:
            [.stdio, .account, .cache, .isPrivate, .header, .responseHeader, .userAgent, .log]
                + Option.connecting
        case .config: [.defaults]
        case .manual, .completion, .help: []
        }
    }

    /// Examples with descriptions; most are also in the manual page.
    var examples: [(line: String, words: String)] {
        switch self {
        case .browse: [("sonic --private news.example", "browse without storing anything")]
        case .demo: [("sonic demo", "see on this machine what Sonic does")]
        case .dump: [("sonic dump --width 72 news.example | less", "read a page in a pager")]
        case .get:
            [
                ("sonic get news.example", "what was received, from where, and why"),
                ("sonic get --json news.example | jq .outcome", "the same for a script"),
                ("sonic get --expect dataUpdate --changed news news.example", "a check in a script"),
                ("sonic get -o page.html news.example", "save the body"),
            ]
        case .diff:
            [
                ("sonic diff news.example localhost:3000", "compare two servers"),
                (
                    "sonic diff --part template --source old.html new.html",
                    "the bytes that make a template change"
                ),
            ]
        case .replay:
            [
                ("sonic replay session.har", "run a recording again"),
                ("sonic replay --expect dataUpdate session.har", "a test of a recording"),
            ]
        case .traffic:
            [("sonic traffic --filter has:error phone.har | less", "what went wrong in a recording")]
        case .watch:
            [("sonic watch --every 1m --exec 'notify-send \"$SONIC_URL\"' news.example", "report changes")]
        case .split: [("sonic split page.html", "split a page into blocks")]
        case .merge: [("sonic merge page.html update.json", "put an update into a page")]
        case .check: [("sonic check --junit report.xml news.example", "check a server in a build")]
        case .cache:
            [("sonic cache list", "what is stored"), ("sonic cache prune --limit 50M", "shrink the cache")]
        case .history: [("sonic history --count 5 news.example", "the last sessions of a page")]
        case .unread: [("sonic unread --count", "how many bookmarked pages have changes")]
        case .forget: [("sonic forget site news.example", "remove all of a site")]
        case .cookies: [("sonic cookies import cookies.txt", "import a login from curl")]
        case .package: [("sonic package import site.zip", "read a site offline")]
        case .engine: [("sonic engine --stdio", "sessions for another program")]
        case .config:
            [
                ("sonic config --defaults > \"$(sonic config path)\"", "start with all settings"),
                ("sonic config check", "find mistakes"),
            ]
        case .manual: [("sonic manual config | man -l -", "read about the settings")]
        case .completion: [("source <(sonic completion bash)", "complete in this shell")]
        case .help: [("sonic help get", "the options of a command")]
        }
    }

    /// The names of the commands that have one.
    static var names: [String] { allCases.filter { $0 != .browse }.map(\.rawValue) }

    /// Returns the error for an unknown command, with the most similar one.
    static func unknown(_ word: String) -> String {
        "unknown command “\(word)”" + (nearest(to: word).map { "; did you mean \($0)?" } ?? "")
    }

    /// Returns the command that a misspelled word may mean; nil for none.
    static func nearest(to word: String) -> String? { NearestName.among(names, to: word) }

    /// Returns the command of the arguments, and the remaining arguments. A first word that is not a command is
    /// an address to browse.
    static func named(in words: [String]) -> (command: Command, words: [String]) {
        // One at a time: `init(rawValue:)` would first build a table of all commands.
        guard let first = words.first, let command = allCases.first(where: { $0.rawValue == first }),
            command != .browse
        else {
            return (.browse, words)
        }
        return (command, Array(words.dropFirst()))
    }

    /// Returns the error for an unknown subcommand, with the most similar one.
    func unknown(_ verb: String) -> String {
        let known = if case .words(let words) = operands { words } else { [String]() }
        let near = NearestName.among(known, to: verb).map { "; did you mean \($0)?" } ?? ""
        return "unknown command “sonic \(rawValue) \(verb)”" + near
    }

    /// The operands, as far as a shell can complete them.
    var operands: Values {
        switch self {
        case .browse, .get, .diff, .check, .history: .free
        case .demo, .engine, .unread: .none
        case .forget: .words(["page", "site", "hour", "all"])
        case .cookies: .words(["import"])
        case .dump, .replay, .traffic, .watch, .split, .merge: .files
        case .cache: .words(["list", "usage", "show", "remove", "path", "verify", "prune"])
        case .package: .words(["list", "make", "import", "update", "remove"])
        case .config: .words(["check", "path"])
        case .manual: .words(ManualCommand.names)
        case .completion: .words(Shell.allCases.map(\.rawValue))
        case .help: .words(Command.names)
        }
    }
}
