import Browser
import Configuration
import ProgramArguments

/// `sonic manual` and `sonic completion`: what an installation puts beside the program.
enum ManualCommand {
    /// What there are pages of.
    static let names = ["sonic", "config"]

    /// Prints a manual page in the macros of man(7).
    static func run(words: [String]) throws(Arguments.Mistake) -> ExitStatus {
        guard words.count < 2 else { throw .init(message: "manual takes one name: sonic or config") }
        switch words.first ?? "sonic" {
        case "sonic": Console.print(Array(ManualPage.sonic.roff.utf8))
        case "config": Console.print(Array(ManualPage.configuration.roff.utf8))
        case let name: throw .init(message: "there is no manual of “\(name)”, only of sonic and config")
        }
        return .done
    }

    /// Prints the script that completes this program's command line.
    static func complete(words: [String]) throws(Arguments.Mistake) -> ExitStatus {
        let names = Shell.allCases.map(\.rawValue).joined(separator: ", ")
        guard words.count == 1, let shell = Shell(rawValue: words[0]) else {
            throw .init(message: "completion takes the name of a shell: \(names)")
        }
        Console.print(Array(shell.completion(of: .sonic).utf8))
        return .done
    }
}

extension ManualPage {
    /// sonic(1).
    fileprivate static var sonic: ManualPage {
        let usage = ProgramUsage.sonic
        return ManualPage(
            name: usage.name, number: 1, summary: usage.summary, release: .current,
            sections: [usage.synopsis, description] + usage.commandSections + [
                .init("KEYS", keys), .init("NAMES ELSEWHERE", ForeignName.parts), .init("FILES", files),
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
                A browser for the terminal that opens every page it has seen before at once, from disk, asks the \
                server only for what changed, patches exactly those blocks on the screen, and shows how it came to \
                that. It speaks VasSonic's protocol, does the server's half itself for servers that do not, and shows \
                those who write such servers what each answer led to, and why.
                """),
            .words("In the browser, ? lists the keys, and : calls every command by its name."),
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
        Command.allCases.flatMap(\.examples).map {
            .term($0.line, $0.words.prefix(1).uppercased() + $0.words.dropFirst() + ".")
        }
    }

    private static let files: [Part] = [
        .term("~/.cache/sonic", "Stored pages, a folder an account, and what was fetched for them."),
        .term("~/.config/sonic/config.json5", "The settings; sonic-config(5)."),
        .term(
            "~/.local/state/sonic", "Cookies, bookmarks, and what the browser remembers for the next start."),
        .term("~/.local/share/sonic", "Offline packages."),
        .term("~/.netrc", "Names and passwords of servers."),
    ]

    private static let environment: [Part] = [
        .term(
            "XDG_CACHE_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME", "Where those files are instead."
        ),
        .term("HOME", "The folder of those that are not set, and of ~/.netrc."),
        .term("TERM, COLORTERM", "What the terminal can do."),
        .term(
            "COLORFGBG",
            "The colours of the terminal, for the theme auto where the terminal does not report them."),
        .term("LC_ALL, LC_CTYPE, LANG", "Whether the terminal shows what is not in ASCII."),
        .term("VISUAL, EDITOR", "The editor for requests, fields and settings; vi where none is named."),
        .term("BROWSER", "Other browsers, with colons between them, for the key M-g."),
        .term("MAILCAPS", "The mailcap files that name programs for downloads."),
        .term("PATH, TMPDIR", "Where such programs are looked for, and where their files are."),
        .term(
            "http_proxy, https_proxy, all_proxy, no_proxy",
            "The proxy, where neither --proxy nor the setting names one."),
        .term(
            "SONIC_URL, SONIC_OUTCOME, SONIC_REASON, SONIC_BLOCKS, SONIC_UNCHANGED, SONIC_TIME, SONIC_RUN, SONIC_EXCEPTION",
            "Set for the command of watch --exec."),
        .term("NO_COLOR", "Where it is not empty, nothing is coloured."),
        .term("ESCDELAY", "Milliseconds to wait for the rest of a key after Escape; 100 by default."),
    ]

    private static let statuses: [Part] = [
        .term("0", "Done; also when the page came from the cache because the server cannot be reached."),
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
                            with comments, commas behind the last item, and names without quotes where they have no \
                            dash. To begin with all settings and their defaults:
                            """),
                        .lines("sonic config --defaults > \"$(sonic config path)\""),
                        .words(
                            """
                            sonic config prints what counts and which line says so, sonic config check tells mistakes \
                            as FILE:LINE:COLUMN. A mistake stops nothing: the default counts in its place. The command \
                            line beats the file.
                            """),
                    ]),
                .init("SETTINGS", Setting.table.map(setting)),
                .init(
                    "SITES",
                    [
                        .words(
                            """
                            What counts for each site may stand in a section of sites, which is named by a pattern: \
                            [scheme://]host[:port][/path], where * stands for any letters. All sections that fit count, \
                            a later one over an earlier one.
                            """),
                        .lines("{ \"sites\": { \"*.example.org\": { \"styles\": false } } }"),
                    ]),
                .init("SEE ALSO", [.words("sonic(1)")]),
            ])
    }

    private static func setting(_ setting: Setting) -> Part {
        let scope =
            switch setting.scope {
            case .page: "It counts for each site."
            case .everywhere: "It counts for all sites."
            case .program: "It counts from the next start."
            }
        let standard = SettingsText.value(setting.standard)
        let full = setting.summary.prefix(1).uppercased() + setting.summary.dropFirst()
        let summary = full.hasSuffix(".") ? String(full.dropLast()) : full
        let takes = setting.takes.isEmpty ? "" : " It takes \(setting.takes)."
        return .term(setting.name, "\(summary).\(takes) Without it: \(standard). \(scope)")
    }
}
