import CellGrid
import Configuration

extension KeyPreset {
    /// The commands whose keys differ, with all their keys.
    var keys: [(command: Command, keys: [Key])] {
        switch self {
        case .w3m:
            [
                (.lineDown, ["j", .down, .control("n")]), (.lineUp, ["k", .up, .control("p")]),
                (.pageDown, [" ", .pageDown, .control("v")]), (.pageUp, ["b", .pageUp, .alt("v")]),
                (.openAddress, ["U"]), (.reload, ["R", .function(5)]), (.forceReload, [.alt("r")]),
                (.nextTab, ["}", ">"]), (.previousTab, ["{", "<"]),
                (.closeTab, [.control("q"), "c"]), (.reopenTab, [.alt("u")]),
                (.nextChange, [")"]), (.previousChange, ["("]),
                (.help, ["H", "?", .function(1)]), (.listHeadings, [.alt("h")]),
                (.toggleReader, [.alt("R")]), (.togglePictures, [.alt("V")]),
            ]
        case .lynx:
            [
                (.nextLink, [.down, .tab]), (.previousLink, [.up, .backTab]), (.follow, [.right, .enter]),
                (.back, [.left, "B"]), (.forward, ["."]),
                (.lineDown, ["j", .down, .control("n")]), (.lineUp, ["k", .up, .control("p")]),
                (.toStart, [.control("a"), .home]), (.toEnd, [.control("e"), "G", .end]),
                (.openAddress, ["g"]), (.reload, [.control("r"), "r", .function(5)]),
                (.stop, ["z", .escape]),
                (.zoom, [.alt("z")]), (.help, ["?", "h", .function(1)]), (.listLinks, ["l", "L"]),
                (.listTabs, [.alt("t")]), (.toggleFolds, [.alt("Z")]),
            ]
        case .vim:
            [
                (.back, ["H", .control("o"), .left]), (.forward, ["L", .right]),
                (.listLinks, [.alt("L")]), (.listHeadings, [.alt("H")]),
                (.toStart, [.sequence(["g", "g"]), .home]),
                (.nextTab, [">", "J", .sequence(["g", "t"])]),
                (.previousTab, ["<", "K", .sequence(["g", "T"])]),
                (.quit, ["q", "Q", .sequence(["Z", "Z"])]),
                (.quitAtOnce, [.control("c"), .sequence(["Z", "Q"])]),
                (.nextPane, [.sequence([.control("w"), "w"]), .sequence([.control("w"), .control("w")])]),
                (.focusPage, [.sequence([.control("w"), "1"])]),
                (.focusState, [.sequence([.control("w"), "2"])]),
                (.focusDiff, [.sequence([.control("w"), "3"])]),
                (.focusHeaders, [.sequence([.control("w"), "4"])]),
            ]
        case .emacs:
            [
                (.lineDown, [.control("n"), .down]), (.lineUp, [.control("p"), .up]),
                (.pageDown, [.control("v"), " ", .pageDown]), (.pageUp, [.alt("v"), .backspace, .pageUp]),
                (.toStart, [.alt("<"), .home]), (.toEnd, [.alt(">"), .end]),
                (.search, [.control("s"), "/"]), (.nextMatch, ["n"]), (.previousMatch, [.control("r"), "N"]),
                (.typeCommand, [.alt("x"), ":"]), (.back, ["l", .left]), (.forward, ["r", .right]),
                (.reload, ["g", .function(5)]), (.listTabs, [.alt("t")]), (.stop, [.control("g"), .escape]),
                (.openAddress, ["G", "o"]), (.saveLink, [.alt("k")]), (.togglePictures, [.alt("V")]),
            ]
        }
    }
}
