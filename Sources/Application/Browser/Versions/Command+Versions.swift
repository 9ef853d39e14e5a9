extension Command {
    static let showOlder = Command(
        "older", ["[", "-"], "older", "Previous version of the page.",
        words: "previous-version earlier", in: .panes,
        unless: [.noPage, .answerToForm, .stillArriving, .oldestShown], does: { $0.showOlder() })
    static let showNewer = Command(
        "newer", ["]", "+"], "newer", "Next version; the newest is the page itself.", words: "later",
        in: .panes,
        unless: [.noPage, .newestShown], does: { $0.showNewer() })
    static let listVersions = Command(
        "versions", ["D"], "versions", "List the stored versions of the page: go to one, compare two.",
        words: "revisions snapshots copies stored", in: .panes,
        unless: [.noPage, .answerToForm, .stillArriving], does: { $0.readVersion(.list) })
    static let showFiles = Command(
        "files", [], "files",
        "Open the folder with the page's files in the cache in a new tab: page, template, blocks, headers.",
        words: "folder directory path disk cached stored html temp data cfg", in: .panes,
        unless: [.noPage, .notStored], does: { $0.showFiles() })
    static let findBlockChange = Command(
        "block-changed", [.alt("b")], "block",
        "Go to the version in which the block on the screen changed last.", aliases: "blame",
        words: "annotate", in: .panes,
        unless: [.noPage, .answerToForm, .stillArriving], does: { $0.findBlockChange() })
    static let listSessions = Command(
        "sessions", ["s"], "sessions", "List past sessions, those of this page first.",
        aliases: "flows", words: "requests exchanges", in: .panes, does: { $0.askForSessions() }
    )
    static let compareVersions = Command(
        "compare-versions", ["D"], "compare",
        "Compare the marked versions, or this one with the one before it, side by side.", in: .versions)
    static let compareWith = Command(
        "compare-with", [.alt("a")], "compare",
        "Mark this entry; with another one marked, compare the two side by side.", words: "diff versus",
        in: .exchanges)
    static let compareSource = Command(
        "compare-source", [.alt("c")], "source diff",
        "Compare the page with its previous version, side by side and byte by byte.",
        words: "diff bytes template attributes", in: .panes, unless: [.noPage, .stillArriving],
        does: { $0.compareSource() })

    /// The commands for the versions of a page and their sessions.
    static let versions: [Command] = [
        .showOlder, .showNewer, .listVersions, .showFiles, .findBlockChange, .listSessions, .compareVersions,
        .compareWith, .compareSource,
    ]

    static let nextPart = Command(
        "next-part", [.tab, .right], "part", "Next part: headers, body, template, blocks, page.",
        in: .comparison)
    static let previousPart = Command(
        "previous-part", [.backTab, .left], "part up", "Previous part.", in: .comparison)
    static let showPart = Command(
        "part", ["1", "2", "3", "4", "5"], "part", "Go to the part with this number.", in: .comparison)
    static let otherForm = Command(
        "other-form", ["x"], "form", "Switch between source bytes and text; headers by name.", in: .comparison
    )
    static let nextDifference = Command(
        "next-difference", ["n"], "next", "Next difference, or next match of a search.",
        in: .comparison)
    static let previousDifference = Command(
        "previous-difference", ["N"], "previous", "Previous difference or match.", in: .comparison)
    static let nextComparedBlock = Command(
        "next-differing-block", ["}", ")"], "block", "Next block that differs.", in: .comparison)
    static let previousComparedBlock = Command(
        "previous-differing-block", ["{", "("], "block up",
        "Previous block that differs; before the first, all are listed.", in: .comparison)
    static let copyComparison = Command(
        "copy-comparison", ["y"], "copy", "Copy the differences of this part, as diff -u has them.",
        in: .comparison)
    static let saveComparison = Command(
        "save-comparison", ["w"], "save", "Save the differences of this part to a file.", in: .comparison)

    /// The commands of a comparison of two exchanges.
    static let comparing: [Command] = [
        .nextPart, .previousPart, .showPart, .otherForm, .nextDifference, .previousDifference,
        .nextComparedBlock, .previousComparedBlock, .copyComparison, .saveComparison,
    ]
}
