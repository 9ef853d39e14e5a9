extension KeyTable {
    /// Keys for files, and for handing addresses on to other programs.
    static let downloading: [Binding] = [
        row(
            .saveLink, [.alt("x")], "save",
            "Save what is behind the chosen link to a file, without showing it.",
            in: .page, takes: .address),
        row(
            .listDownloads, [.alt("w")], "files",
            "The files on their way to the disk: how far they are; stop them, go on, open them.", in: .panes),
        row(
            .browseOutside, [.alt("g")], "outside",
            "Open the chosen link, else the page, in the browser that BROWSER names.", in: .panes),
        row(
            .send, [.alt("e")], "send",
            "Send the chosen link, else the page, to a command: one of the configuration, or any.",
            in: .panes,
            takes: .command),
        row(.openFile, ["o"], "open", "Open the file with the program that mailcap names.", in: .downloads),
        row(
            .resumeDownload, ["r"], "go on", "Go on with a file that broke off or was stopped.",
            in: .downloads),
        row(
            .cancelDownload, ["c", .delete], "stop",
            "Stop the file and keep its part; again: remove the part; a finished one leaves the list.",
            in: .downloads),
    ]
}
