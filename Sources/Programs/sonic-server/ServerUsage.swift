import ProgramArguments
import SonicServer

/// The description of the command line, and the texts derived from it.
enum ServerUsage {
    /// The description.
    static let program = ProgramUsage(
        name: "sonic-server",
        summary: "serves pages with VasSonic's tags, 304s and data updates",
        commands: [
            command(
                "serve", "DIR",
                "serve a folder; its HTML files are Sonic pages, and an edit is sent as an update",
                .folders),
            command(
                "proxy", "URL",
                "forward to another server, such as localhost:3000, and add Sonic to its pages",
                .free,
                options: proxyOptions + serving),
            command("demo", nil, "serve the demo site, at port 8420 if that is free", .none),
            command("faults", nil, "list the faults for --faults", .none, options: []),
            command("manual", nil, "print the manual page, for man -l -", .none, options: []),
            command(
                "completion", "bash|zsh|fish", "print a completion script for a shell",
                .words(Shell.allCases.map(\.rawValue)), options: []),
            command("help", nil, "print this help", .none, options: []),
        ],
        options: [
            option("--help", nil, .none, "print this help"),
            option("--version", nil, .none, "print the version"),
        ])

    private static func command(
        _ word: String, _ operand: String?, _ summary: String, _ values: Values,
        options: [OptionUsage] = serving
    ) -> CommandUsage {
        CommandUsage(
            word: word, usage: "sonic-server " + word + (operand.map { " " + $0 } ?? ""), summary: summary,
            operands: values, options: options)
    }

    private static func option(
        _ name: String, _ placeholder: String?, _ values: Values, _ help: String
    ) -> OptionUsage {
        OptionUsage(names: [name], placeholder: placeholder, values: values, help: help)
    }

    static let proxyOptions = [
        option(
            "--blocks", "FILE", .files,
            """
            blocks to mark; a line is name = CSS selector (an element), name = selector @attribute (its start tag) \
            or name = <!-- text * --> (a comment), and [/path/*] begins lines for matching pages; reread when it changes
            """),
        option(
            "--keep-host", nil, .none, "send the client's Host header instead of the other server's name"),
        option("--timeout", "SECONDS", .free, "timeout without data from the other server (60)"),
        option("--cacert", "FILE", .files, "certificates to trust instead of the system's"),
    ]

    private static let serving = [
        option(
            "--listen", "ADDRESS:PORT", .free,
            "address to listen on; by default loopback, port 0 picks a free one (serve, proxy: 127.0.0.1:0)"
        ),
        option(
            "--as", "NAME", .words(Dialect.allCases.map(\.rawValue)),
            """
            respond like another server, faults included: php, node, java (VasSonic's public servers); sonic is \
            the default
            """),
        option(
            "--faults", "FILE", .files,
            """
            inject faults by the rules of this file, such as /news wrong-hash 1 of 3; reread when it changes
            """),
        option(
            "--control", nil, .none,
            """
            serve a control page at /__sonic/ to this machine: the last requests, and a form that sets a fault for a \
            page's next response; /__sonic/traffic streams every exchange as a line of JSON
            """),
        option(
            "--control-token", "TOKEN", .files,
            """
            --control also for other clients that send Authorization: Bearer TOKEN, at least 16 characters; or a \
            file with the token in its first line
            """),
        option(
            "--hold", "SECONDS", .free,
            "how long --control holds an intercepted request or response without a decision (60)"),
        option("--log", nil, .none, "print a line per request (proxy: always)"),
        option("--json", nil, .none, "print a JSON object per request"),
        option("--record", "FILE", .files, "append every exchange to a file, headers and bodies"),
        option(
            "--har", "FILE", .files,
            "record exchanges in a HAR file, which is valid at any time; secrets are masked"),
        option(
            "--har-size", "SIZE", .free,
            "rotate the HAR file to FILE.1 before it exceeds this (64M)"),
        option(
            "--secrets", nil, .none, "do not mask cookies, passwords and posted data in --har and --control"),
        option("--stats", nil, .none, "print at the end what Sonic saved"),
        option(
            "--limit", "NAME=NUMBER", .free,
            """
            change a limit: connections (1000), per-client (100 connections; by default \
            unlimited for this machine), head (20 seconds), idle (60), linger (3), body (1M bytes)
            """),
        option(
            "--with-parent", nil, .none,
            "stop when standard input closes, as when the parent process ends"),
    ]

    /// Returns the option with this name; nil for none.
    static func option(_ name: String) -> OptionUsage? {
        (program.options + serving + proxyOptions).first { $0.names.contains(name == "-h" ? "--help" : name) }
    }

    static var optionNames: [String] { (program.options + serving + proxyOptions).flatMap(\.names) }

    private static let ends = """
        Ctrl-C or SIGTERM stops it after requests in progress; a second signal stops it at once. SIGUSR1 \
        prints statistics on standard error, SIGHUP rereads files of rules.
        """

    /// The output of `--help`.
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
                            demo site. It also injects the faults that a client should survive.
                            """),
                        .words("The first line on standard output is: listening on http://ADDRESS:PORT"),
                    ]),
            ] + program.commandSections + [
                .init("SIGNALS", [.words(ends)]),
                .init(
                    "EXIT STATUS",
                    [.term("0", "Stopped."), .term("1", "Cannot serve."), .term("2", "Wrong usage.")]),
                .init("SEE ALSO", [.words("sonic(1)")]),
            ])
    }
}
