import ProgramArguments
import SonicServer

/// The command line as people are told of it, and the texts made from it.
enum ServerUsage {
    /// The one table.
    static let program = ProgramUsage(
        name: "sonic-server",
        summary: "serves pages with tags, 304s and data updates (VasSonic)",
        commands: [
            command(
                "serve", "DIR", "a folder; its HTML files are Sonic pages, and an edit is the next update",
                .folders),
            command(
                "proxy", "URL", "another server, such as localhost:3000, with Sonic done for its pages",
                .free,
                own: proxyOptions),
            command("demo", nil, "the demo site, at port 8420 if that is free", .none),
            CommandUsage(
                word: "faults", usage: "sonic-server faults",
                summary: "the table of what --faults can do wrong",
                operands: .none, options: []),
            CommandUsage(
                word: "manual", usage: "sonic-server manual", summary: "the manual page, for man -l -",
                operands: .none, options: []),
            CommandUsage(
                word: "completion", usage: "sonic-server completion bash|zsh|fish",
                summary: "a script that completes this command line in a shell",
                operands: .words(Shell.allCases.map(\.rawValue)), options: []),
        ],
        options: [
            option("--help", nil, .none, "print this help"),
            option("--version", nil, .none, "print the version"),
        ])

    private static func command(
        _ word: String, _ operand: String?, _ summary: String, _ values: Values, own: [OptionUsage] = []
    ) -> CommandUsage {
        CommandUsage(
            word: word, usage: "sonic-server " + word + (operand.map { " " + $0 } ?? ""), summary: summary,
            operands: values, options: own + serving)
    }

    private static func option(
        _ name: String, _ placeholder: String?, _ values: Values, _ help: String
    ) -> OptionUsage {
        OptionUsage(names: [name], placeholder: placeholder, values: values, help: help)
    }

    private static let proxyOptions = [
        option(
            "--blocks", "FILE", .files,
            """
            what becomes blocks; a line is name = CSS selector (an element), name = selector @attribute (its start tag) \
            or name = <!-- text * --> (a comment), and [/path/*] begins lines for some pages only; read again when it changes
            """),
        option(
            "--keep-host", nil, .none, "send the client's Host header in place of the other server's name"),
        option("--timeout", "SECONDS", .free, "how long the other server may be silent (60)"),
        option("--cacert", "FILE", .files, "certificates to trust in place of the system's"),
    ]

    private static let serving = [
        option(
            "--listen", "ADDRESS:PORT", .free,
            "where to listen; loopback by default, port 0 picks a free one (serve, proxy: 127.0.0.1:0)"
        ),
        option(
            "--as", "NAME", .words(Dialect.allCases.map(\.rawValue)),
            """
            answer as another server does, its faults included: php, node, java (VasSonic's public servers); sonic for \
            our own ways
            """),
        option(
            "--faults", "FILE", .files,
            """
            answers go wrong by the rules of this file, read anew when it changes, such as /news wrong-hash 1 of 3
            """),
        option(
            "--control", nil, .none,
            """
            a page at /__sonic/ for this machine's users: the last requests, and a form that orders how the next answer \
            of a page goes wrong; at /__sonic/traffic every exchange as a line of JSON, as it happens
            """),
        option(
            "--control-token", "TOKEN", .files,
            """
            --control also for clients elsewhere that send Authorization: Bearer TOKEN, at least 16 characters; or a \
            file that holds the token in its first line
            """),
        option(
            "--hold", "SECONDS", .free,
            "how long --control holds an intercepted request or response until somebody decides (60)"),
        option("--log", nil, .none, "a line a request on standard output (proxy: always)"),
        option("--json", nil, .none, "the same, and the line is an object in JSON"),
        option("--record", "FILE", .files, "add every exchange to a file, headers and bodies"),
        option(
            "--har", "FILE", .files,
            "the same as a HAR file, which is valid at any moment; secrets are masked"),
        option(
            "--har-size", "SIZE", .free,
            "move the HAR file aside, to FILE.1, before it is longer than this (64M)"),
        option("--secrets", nil, .none, "keep cookies, passwords and what was posted in --har and --control"),
        option("--stats", nil, .none, "at the end, what Sonic saved"),
        option(
            "--limit", "NAME=NUMBER", .free,
            """
            a bound other than the usual: connections (1000), per-client (100 connections; unless said any number for \
            this machine), head (20 seconds), idle (60), linger (3), body (1M bytes)
            """),
        option(
            "--with-parent", nil, .none,
            "stop when standard input ends, as it does when the program that started this one ends"),
    ]

    /// The option of this name; nil for none.
    static func option(_ name: String) -> OptionUsage? {
        (program.options + serving + proxyOptions).first { $0.names.contains(name == "-h" ? "--help" : name) }
    }

    /// The names of all options.
    static var optionNames: [String] { (program.options + serving + proxyOptions).flatMap(\.names) }

    private static let ends = """
        Stop it with Ctrl-C or SIGTERM: requests under way are finished first, unless a second signal comes. SIGUSR1 \
        tells the figures on standard error, SIGHUP has files of rules read again.
        """

    /// What `--help` prints.
    static var help: String {
        let options =
            serving
            + proxyOptions.map { option in
                OptionUsage(
                    names: option.names, placeholder: option.placeholder, values: option.values,
                    help: "proxy: " + option.help)
            }
        return """
            sonic-server: \(program.summary)

            Usage:
            \(ProgramUsage.table(program.commands.map { ($0.usage, $0.summary) }, width: 40))

            Options:
            \(ProgramUsage.table((options + program.options).map { ($0.spelling, $0.help) }, width: 24))

            The first line on standard output is: listening on http://ADDRESS:PORT
            \(ProgramUsage.paragraph(ends))
            Exit status: 0 stopped, 1 cannot serve, 2 wrong usage.

            """
    }

    /// sonic-server(1).
    static var manual: ManualPage {
        ManualPage(
            name: program.name, number: 1, summary: program.summary, release: .current,
            sections: [
                program.synopsis,
                .init(
                    "DESCRIPTION",
                    [
                        .words(
                            """
                            Serves pages so that clients which speak VasSonic's protocol, such as sonic(1), get a page \
                            once and afterwards only what changed in it: a folder of HTML, another server's pages, or a \
                            demo site. It also does wrong, on demand, whatever a client should stand.
                            """),
                        .words("The first line on standard output is: listening on http://ADDRESS:PORT"),
                    ]),
            ] + program.commandSections + [
                .init("SIGNALS", [.words(ends)]),
                .init(
                    "EXIT STATUS",
                    [.term("0", "Stopped."), .term("1", "It cannot serve."), .term("2", "Wrong usage.")]),
                .init("SEE ALSO", [.words("sonic(1)")]),
            ])
    }
}
