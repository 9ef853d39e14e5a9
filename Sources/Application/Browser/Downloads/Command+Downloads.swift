extension Command {
    static let saveLink = Command(
        "save-link", [.alt("x")], "save",
        "Download the chosen link to a file, without showing it.", aliases: "download wget",
        words: "save-as fetch file rename", in: .page, takes: .address, offering: ArgumentOffer.addresses,
        unless: [.otherPane, .noLinks, .noLinkChosen, .linkOutOfSight, .offline],
        given: { try $0.save($0.addressToAsk($1)) }, does: { $0.saveLink() })
    static let listDownloads = Command(
        "downloads", [.alt("w")], "downloads",
        "List the downloads and their progress: stop, resume or open them.",
        words: "transfers files progress", in: .panes,
        does: { $0.listDownloads() })
    static let browseOutside = Command(
        "outside", [.alt("g")], "outside",
        "Open the chosen link, else the page, in the browser that BROWSER names, else with xdg-open.",
        aliases: "external",
        words: "browser firefox chrome xdg-open graphical", in: .panes,
        does: { $0.browseOutside() })
    static let send = Command(
        "send", [.alt("e")], "send",
        "Send the chosen link, else the page, to a command of the configuration or any other.",
        words: "pipe share shell exec run", in: .panes,
        takes: .needed("COMMAND"), offering: ArgumentOffer.commands, given: { try $0.send(to: $1) },
        changes: { $0.begin("send ") })
    static let openFile = Command(
        "open-file", ["o"], "open", "Open the file with the program that mailcap names.", in: .downloads)
    static let resumeDownload = Command(
        "resume-download", ["r"], "resume", "Resume a download that was interrupted or stopped.",
        in: .downloads)
    static let cancelDownload = Command(
        "cancel-download", ["c", .delete], "stop",
        "Stop the download and keep its part; again: remove the part; a finished one leaves the list.",
        in: .downloads)

    /// Keys for files, and for passing addresses to other programs.
    static let downloading: [Command] = [
        .saveLink, .listDownloads, .browseOutside, .send, .openFile, .resumeDownload,
        .cancelDownload,
    ]
}
