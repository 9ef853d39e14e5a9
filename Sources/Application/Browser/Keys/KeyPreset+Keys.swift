import CellGrid
import Configuration

extension KeyPreset {
    /// The commands whose keys differ, with all their keys.
    var keys: [(command: Command, keys: [Key])] {
        switch self {
        case .w3m: Self.w3mKeys
        case .lynx: Self.lynxKeys
        case .vim: Self.vimKeys
        case .emacs: Self.emacsKeys
        }
    }

    private static let w3mKeys: [(command: Command, keys: [Key])] = [
        (.lineDown, ["j", .down, .control("n")]), (.lineUp, ["k", .up, .control("p")]),
        (.pageDown, [" ", .pageDown, .control("v")]), (.pageUp, ["b", .pageUp, .alt("v")]),
        (.openAddress, ["U"]), (.reload, ["R", .function(5)]), (.forceReload, [.alt("r")]),
        (.nextTab, ["}", ">"]), (.previousTab, ["{", "<"]),
        (.closeTab, [.control("q"), "c"]), (.reopenTab, [.alt("u")]),
        (.nextChange, [")"]), (.previousChange, ["("]),
        (.help, ["H", "?", .function(1)]), (.listHeadings, [.alt("h")]),
        (.toggleReader, [.alt("R")]), (.togglePictures, [.alt("V")]),
    ]

    private static let lynxKeys: [(command: Command, keys: [Key])] = [
        (.nextLink, [.down, .tab]), (.previousLink, [.up, .backTab]), (.follow, [.right, .enter]),
        (.back, [.left, "B"]), (.forward, ["."]),
        (.lineDown, ["j", .down, .control("n")]), (.lineUp, ["k", .up, .control("p")]),
        (.toStart, [.control("a"), .home]), (.toEnd, [.control("e"), "G", .end]),
        (.openAddress, ["g"]), (.reload, [.control("r"), "r", .function(5)]), (.stop, ["z", .escape]),
        (.zoom, [.alt("z")]), (.help, ["?", "h", .function(1)]), (.listLinks, ["l", "L"]),
        (.listTabs, [.alt("t")]), (.toggleFolds, [.alt("Z")]),
    ]

    private static let vimKeys: [(command: Command, keys: [Key])] = [
        (.back, ["H", .control("o"), .left]), (.forward, ["L", .right]),
        (.listLinks, [.alt("L")]), (.listHeadings, [.alt("H")]),
        (.toStart, [.sequence(["g", "g"]), .home]),
        (.nextTab, [">", "J", .sequence(["g", "t"])]), (.previousTab, ["<", "K", .sequence(["g", "T"])]),
        (.quit, ["q", "Q", .sequence(["Z", "Z"])]), (.quitAtOnce, [.control("c"), .sequence(["Z", "Q"])]),
        (.nextPane, [.sequence([.control("w"), "w"]), .sequence([.control("w"), .control("w")])]),
        (.focusPage, [.sequence([.control("w"), "1"])]), (.focusState, [.sequence([.control("w"), "2"])]),
        (.focusDiff, [.sequence([.control("w"), "3"])]), (.focusHeaders, [.sequence([.control("w"), "4"])]),
    ]

    private static let emacsKeys: [(command: Command, keys: [Key])] = [
        (.lineDown, [.control("n"), .down]), (.lineUp, [.control("p"), .up]),
        (.pageDown, [.control("v"), " ", .pageDown]), (.pageUp, [.alt("v"), .backspace, .pageUp]),
        (.toStart, [.alt("<"), .home]), (.toEnd, [.alt(">"), .end]),
        (.search, [.control("s"), "/"]), (.nextMatch, ["n"]), (.previousMatch, [.control("r"), "N"]),
        (.typeCommand, [.alt("x"), ":"]), (.back, ["l", .left]), (.forward, ["r", .right]),
        (.reload, ["g", .function(5)]), (.listTabs, [.alt("t")]), (.stop, [.control("g"), .escape]),
        (.openAddress, ["G", "o"]), (.saveLink, [.alt("k")]), (.togglePictures, [.alt("V")]),
    ]
}
