import Browser
import Configuration
import ProgramArguments
import SonicProtocol

/// `sonic manual` and `sonic completion`: files that an installation adds to the program.
enum ManualCommand {
    static let row = Subcommand(
        "manual", "sonic manual [sonic|config]", "print a manual page, for man -l -", .oneOf("sonic config"),
        takes: 0...1, "one name",
        examples: [("sonic manual config | man -l -", "read about the settings")], run: run)
    static let completion = Subcommand(
        "completion", "sonic completion bash|zsh|fish", "print a completion script for a shell",
        .names(of: Shell.self), takes: 1...1, "the name of a shell",
        examples: [("source <(sonic completion bash)", "complete in this shell")], run: complete)

    /// Prints a manual page in the macros of man(7).
    static func run(_ arguments: Arguments) throws(CommandFailure) -> ExitStatus {
        switch arguments.words.first ?? "sonic" {
        case "sonic": Console.print(Array(ManualPage.sonic.roff.utf8))
        case "config": Console.print(Array(ManualPage.configuration.roff.utf8))
        case let name: throw .init(message: "no manual of “\(name)”; there are sonic and config")
        }
        return .done
    }

    /// Prints the script that completes this program's command line.
    static func complete(_ arguments: Arguments) throws(CommandFailure) -> ExitStatus {
        Console.print(Array(try Program.usage.completion(for: arguments).utf8))
        return .done
    }
}

extension ManualPage {
    fileprivate static var sonic: ManualPage {
        let usage = Program.usage
        return ManualPage(
            name: usage.name, number: 1, summary: usage.summary, release: .current,
            sections: [usage.synopsis, description] + usage.commandSections + [
                .init("KEYS", keys), .init("NAMES ELSEWHERE", foreignNames), .init("FILES", files),
                .init("EXAMPLES", examples),
                .init("ENVIRONMENT", environment),
                .init("EXIT STATUS", statuses),
                .init("SEE ALSO", [.words("sonic-server(1), sonic-config(5), curl(1), w3m(1)")]),
            ])
    }

    private static let description = Section(
        "DESCRIPTION",
        [
            .words(
                """
                A browser for the terminal that opens visited pages at once from disk, requests from the \
                server only what changed, patches exactly those blocks on the screen, and shows \
                why. It speaks VasSonic's protocol, does the server's part itself for servers that do not, and shows \
                developers of such servers the outcome of each response, and why.
                """),
            .words("In the browser, ? lists the keys, and : runs any command by name."),
        ])

    private static var keys: [Part] {
        KeyTable.Context.allCases.flatMap { context -> [Part] in
            let rows = KeyTable.standard.bindings.filter { $0.context == context }
            return rows.isEmpty ? [] : [.heading(context.heading)] + rows.map(key)
        }
    }

    private static func key(_ binding: KeyTable.Binding) -> Part {
        let keys = binding.keys.map(\.name).joined(separator: "  ")
        let name = ":" + binding.command.rawValue
        return .term(keys.isEmpty ? name : keys, keys.isEmpty ? binding.help : "\(binding.help) (\(name))")
    }

    private static var examples: [Part] {
        Program.usage.commands.flatMap(\.examples).map { .term($0.line, HelpText.sentence($0.words)) }
    }

    private static let files: [Part] = [
        .term("~/.cache/sonic", "Stored pages and their resources, a folder per account."),
        .term("~/.config/sonic/config.json5", "The settings; sonic-config(5)."),
        .term(
            "~/.local/state/sonic", "Cookies, bookmarks, and what the browser remembers for the next start."),
        .term("~/.local/share/sonic", "Offline packages."),
        .term("~/.netrc", "Names and passwords of servers."),
    ]

    private static let environment: [Part] = [
        .term(
            "XDG_CACHE_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME", "Other places for those files."
        ),
        .term("HOME", "The folder of ~/.netrc, and of those that are not set."),
        .term("TERM, COLORTERM", "The capabilities of the terminal."),
        .term(
            "COLORFGBG",
            "The terminal's colours, for the theme auto, if the terminal does not report them."),
        .term("LC_ALL, LC_CTYPE, LANG", "Whether the terminal shows characters outside ASCII."),
        .term("VISUAL, EDITOR", "The editor for requests, fields and settings; vi by default."),
        .term("BROWSER", "Other browsers for the key M-g, separated by colons; without it xdg-open."),
        .term("MAILCAPS", "The mailcap files that name programs for downloads."),
        .term("PATH, TMPDIR", "Where programs are found, and where temporary files are."),
        .term(
            "http_proxy, https_proxy, all_proxy, no_proxy",
            "The proxy, if neither --proxy nor the setting names one."),
        .term(
            "SONIC_URL, SONIC_OUTCOME, SONIC_REASON, SONIC_BLOCKS, SONIC_UNCHANGED, SONIC_TIME, SONIC_RUN, SONIC_EXCEPTION",
            "Set for the command of watch --exec."),
        .term("NO_COLOR", "If not empty, output has no colours."),
        .term("ESCDELAY", "Milliseconds to wait for the rest of a key after Escape; 100 by default."),
    ]

    private static let statuses: [Part] = [
        .term("0", "Done; also if the page is from the cache because the server cannot be reached."),
        .term("1", "The page or the work failed."), .term("2", "Wrong usage."),
    ]

    /// sonic-config(5).
    fileprivate static var configuration: ManualPage {
        ManualPage(
            name: "sonic-config", number: 5, summary: "the configuration file of sonic(1)", release: .current,
            sections: [
                .init(
                    "DESCRIPTION",
                    [
                        .words(
                            """
                            ~/.config/sonic/config.json5, or sonic/config.json5 in XDG_CONFIG_HOME. It is JSON5: JSON \
                            with comments, trailing commas, and names without quotes if they contain no \
                            dash. To start with all settings and their defaults:
                            """),
                        .lines("sonic config --defaults > \"$(sonic config path)\""),
                        .words(
                            """
                            sonic config prints the settings in force and the line that sets each, sonic config check prints mistakes \
                            as FILE:LINE:COLUMN. A setting with a mistake falls back to its default. Command-line \
                            options override the file.
                            """),
                    ]),
                .init("SETTINGS", Settings.table.map(setting)),
                .init(
                    "SITES",
                    [
                        .words(
                            """
                            Settings for each site may be in a section of sites, whose name is a pattern: \
                            [scheme://]host[:port][/path], where * matches any characters. All matching sections apply, \
                            and later ones override earlier ones.
                            """),
                        .lines("{ \"sites\": { \"*.example.org\": { \"styles\": false } } }"),
                    ]),
                .init("SEE ALSO", [.words("sonic(1)")]),
            ])
    }

    private static func setting(_ setting: any Setting) -> Part {
        let scope =
            switch setting.scope {
            case .page: "It applies to each site."
            case .everywhere: "It applies to all sites."
            case .program: "It applies from the next start."
            }
        let standard = SettingsText.value(setting.written(Choices()))
        let takes = setting.takes.isEmpty ? "" : " It takes \(setting.takes)."
        return .term(
            setting.name, "\(HelpText.sentence(setting.summary))\(takes) Default: \(standard). \(scope)")
    }

    /// Names in VasSonic, on Apple's platforms and in software built on those, with what they are called here, for
    /// users who search for them. docs/reference/vassonic.md has all of them.
    fileprivate static var foreignNames: [Part] {
        [
            .words(
                "VasSonic, Apple's platforms and libraries for them use other names for some things; "
                    + "docs/reference/vassonic.md has a row for each class, setting, header and callback.")
        ]
            + names + RequestCachePolicy.allCases.map(policy)
    }

    private static let names: [Part] = [
        .term(
            "AlamofireURLCache",
            "cache(maxAge:) is the setting max-age, its ignoreServer the setting ignore-server; refreshCache is the key R "
                + "and --force; clearCache is sonic cache remove; what autoClearCache removes, a response that does not match "
                + "its type, is never stored."),
        .term(
            "currentUserUniq, currentUserAccount",
            "The account, a part of each page's id: --account, the setting account, the key u."),
        .term(
            "IP direct connection (getHostDirectAddress, serverIP)",
            "--resolve, --hosts and the settings hosts and host-lists: they connect to another address; Host, the name of "
                + "TLS, cookies and cache stay those of the host."),
        .term(
            "WebView pool",
            "There is no web view to prepare. Pages can be loaded ahead of time: the key P and the setting preload."
        ),
        .term(
            "no-Chunked",
            "A request header that asks for a response without chunks. It is not sent, since chunks are read "
                + "as they arrive; -H 'no-Chunked: true' sends it."),
        .term(
            "cacheOfflineDisableTime, SONIC_UNAVAILABLE_TIME",
            "The setting sonic-off: how long cache-offline: http turns Sonic off, by default six hours."),
        .term(
            "cacheMaxDirectorySize, SONIC_CACHE_MAX_SIZE",
            "The settings cache-size and cache-pages; sonic cache usage shows their use."),
        .term(
            "resourcCacheMaxDirectorySize, SONIC_RESOURCE_CACHE_MAX_SIZE",
            "The setting resource-size; sonic cache usage shows its use."),
        .term(
            "maxMemroyCacheItemCount", "The settings memory-pages and memory-size."),
        .term("maxUnStrictModeCacheSeconds, SONIC_CACHE_MAX_AGE", "The setting fresh-pages."),
    ]

    private static func policy(_ policy: RequestCachePolicy) -> Part {
        .term(
            policy.rawValue,
            "--cache-policy of get and dump, cache of sonic engine; as a mode of Fetch: \(CacheMode(policy).rawValue)."
        )
    }
}
