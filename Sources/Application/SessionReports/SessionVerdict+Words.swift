import SessionWords
import SonicProtocol
import SonicSession

// The words for a verdict: its name, which is the same everywhere, and what changed, from long to short.
extension SessionVerdict {
    /// The name of the outcome, such as `data update`; with the status of a failure.
    public var name: String {
        switch (ending, kind) {
        case (.stopped, _): "stopped"
        case (.file, _): "file"
        case (.noContent, _): "nothing to show"
        case (.cacheOnly, _): "offline"
        case (.ordinary, let kind): status.map { "failed \($0)" } ?? kind?.words ?? outcome ?? "unknown"
        }
    }

    /// The name without a status.
    public var branch: String { ending == .ordinary ? kind?.words ?? name : name }

    /// The name with VasSonic's code, if it has one.
    public var nameAndCode: String { name + (code.map { ", code \($0)" } ?? "") }

    /// The name in capitals, for title lines.
    public var headline: String { name.uppercased() }

    /// What changed, in a few words, based on the reason if that is known.
    /// - Parameter slots: The number of blocks of the page; nil if unknown.
    public func change(of slots: Int? = nil) -> String {
        switch ending {
        case .stopped, .file: return reason?.words ?? name
        case .noContent: return "status \(status ?? 204): the page stays"
        case .cacheOnly: return "from the cache only"
        case .ordinary: break
        }
        switch kind {
        case .firstLoad?: return "full page received"
        case .allCached?: return "nothing changed"
        case .dataUpdate?:
            let names = blocks.joined(separator: ", ")
            let all = slots.map { "\(blocks.count) of \($0) blocks" } ?? .counted(blocks.count, "block")
            return names.isEmpty ? all : "\(all): \(names)"
        case .templateChange?:
            return "full page received" + (reason?.fullPageCause.map { ": " + $0.verdict } ?? "")
        case .plain?: return (reason?.plainCause.map { $0 + ": " } ?? "") + "full page received"
        case .fresh?: return freshness
        case .offline?, .failed?: return reason?.words ?? name
        case nil: return name
        }
    }

    private var freshness: String {
        switch why {
        case .lifetime?: "still fresh"
        case .history?: "the stored page, as going back shows it"
        case .cacheOnly?: "from the cache only"
        // Records of version 0.2.0 do not tell.
        case nil: "no request was made"
        }
    }

    /// What happened, for a row of a list, from the longest to the shortest form.
    public var forms: [String] {
        let names = blocks.prefix(Self.mostNames).joined(separator: ", ")
        switch (ending, kind) {
        case (.ordinary, .allCached?): return ["nothing changed", "unchanged"]
        case (.ordinary, .fresh?): return [freshness, "fresh"]
        case (.ordinary, .dataUpdate?):
            return names.isEmpty ? ["data update", "data"] : ["data update: " + names, names]
        case (.ordinary, .templateChange?):
            return ["template change: full page", "template change", "template"]
        case (.ordinary, .firstLoad?): return ["first load: full page", "first load", "first"]
        case (.ordinary, .plain?): return ["plain: full page", "plain"]
        case (.cacheOnly, _): return ["offline: from the cache only", "offline"]
        case (.file, _), (.noContent, _): return [name]
        case (.stopped, _), (.ordinary, .offline?), (.ordinary, .failed?), (.ordinary, nil):
            let words = reason?.words ?? ""
            return (words.isEmpty ? [] : [name + ": " + words]) + [name]
                + (status.map { ["\($0)"] } ?? [])
        }
    }

    /// Why there is no difference to show, as a sentence; nil if the pages may differ.
    public var noDifference: String? {
        switch kind {
        case .allCached?: "Nothing changed."
        case .fresh?: "No request was sent."
        case .firstLoad?: "First copy: no older version to compare with."
        case .offline?, .failed?: "No new page received."
        case .dataUpdate?, .templateChange?, .plain?, nil: nil
        }
    }

    /// Returns what the page's script would do.
    public static func words(for status: SonicStatus) -> String {
        switch status {
        case .unknown: "nothing was passed"
        case .firstLoad: "first load: the page is new"
        case .templateChange: "template change: the page is loaded again"
        case .dataUpdate: "data update: the changed blocks are patched"
        case .cached: "cached: what is on the screen stays"
        }
    }

    /// The maximum number of blocks named in a row.
    private static let mostNames = 20
}

extension Reason {
    /// Why Sonic was not used, in a few words; nil if the reason is another one.
    fileprivate var plainCause: String? {
        switch self {
        case .plain(.notSonic, _): "server without Sonic"
        case .plain(.post(let body, _), _): "response to \(body.article)"
        case .plain(.sonicOff(.some), _): "Sonic is off for this page"
        case .plain(.sonicOff(nil), _), .plain(.unavailable, _): "requested without Sonic"
        case .plain(.notHTML, _): "not HTML"
        case .cacheOffline(_, _, let reason): reason.plainCause
        default: nil
        }
    }
}
