import ProgramArguments

/// The texts of help and of the manual page.
enum ServerHelp {
    private static let begins = """
        The first line on standard output is: listening on http://ADDRESS:PORT, or https with --cert.
        """
    private static let ends = """
        Ctrl-C or SIGTERM stops it after requests in progress; a second signal stops it at once. SIGUSR1 \
        prints statistics on standard error, SIGHUP rereads files of rules and the \
        certificate.
        """

    /// The output of `--help`.
    static var text: String {
        let usage = ServerProgram.usage
        let forwarding = Option.forwarding.map { $0.described(as: "proxy: " + $0.helpHere) }
        let options = (Option.serving + forwarding + usage.options).map { ($0.spelling, $0.helpHere) }
        return """
            sonic-server: \(usage.summary)

            Usage:
            \(HelpText.table(usage.commands.map { ($0.usage, $0.summary) }, width: 40))

            Options:
            \(HelpText.table(options, width: 24))

            \(HelpText.paragraph(begins))
            \(HelpText.paragraph(ends))
            Exit status: 0 stopped, 1 cannot serve, 2 wrong usage.

            """
    }

    /// sonic-server(1).
    static var manual: ManualPage {
        let usage = ServerProgram.usage
        return ManualPage(
            name: usage.name, number: 1, summary: usage.summary, release: .current,
            sections: [
                usage.synopsis,
                .init(
                    "DESCRIPTION",
                    [
                        .words(
                            """
                            Serves pages so that clients which speak VasSonic's protocol, such as sonic(1), get a page \
                            once and afterwards only what changed in it: a folder of HTML, another server's pages, or a \
                            demo site. It also injects the faults that a client should survive.
                            """),
                        .words(begins),
                    ]),
            ] + usage.commandSections + [
                .init("SIGNALS", [.words(ends)]),
                .init(
                    "EXIT STATUS",
                    [.term("0", "Stopped."), .term("1", "Cannot serve."), .term("2", "Wrong usage.")]),
                .init("SEE ALSO", [.words("sonic(1)")]),
            ])
    }
}
