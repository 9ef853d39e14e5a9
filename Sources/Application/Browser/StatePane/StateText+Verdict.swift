import CellGrid
import SessionWords
import SonicProtocol
import SonicSession

// How the session ended, what changed, and what was received.
extension StateText {
    /// Returns the outcome with its sign, the versions, and at the right the time; while the session is running, its
    /// activity.
    func verdict(of visit: Visit) -> StyledLine {
        var line = StyledLine(" ", .text)
        var time: String
        let role: Role
        switch visit.state {
        case .running:
            role = .stepActive
            line.append("▶ \(visit.headline)", role)
            time = elapsed.map(Self.seconds) ?? ""
        case .stopped:
            role = .outcomePlain
            line.append(visit.headline, role)
            time = ""
        case .ended(let result, let after):
            role = visit.isFromCacheAlone ? .outcomePlain : result.outcome.role
            line.append("\(plot.sign(result.outcome.ending)) \(visit.headline)", role)
            time = after.brief
        }
        let room = width - 1
        if let versions = visit.versionWords {
            // The second blank is dropped if the time needs it.
            let gap = line.width + TextWidth.columns(of: versions + time) + 3 > room ? " " : "  "
            line.append(gap + versions, .text)
        }
        if line.width + TextWidth.columns(of: time) + 1 > room { time = "" }
        if !time.isEmpty {
            line.pad(to: room - TextWidth.columns(of: time))
            line.append(time, role)
        }
        return line
    }

    /// Returns a running time in whole seconds, from one second on, as it is updated once a second.
    private static func seconds(_ duration: Duration) -> String {
        let seconds = duration.wholeSeconds
        return seconds < 1 ? "" : seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min"
    }

    /// Returns the line with what changed, or with the reason of a failure.
    func changeLines(of visit: Visit) -> [StyledLine] {
        guard let words = visit.changeWords else { return [] }
        let isTrouble = visit.result?.outcome.isTrouble ?? false
        if isTrouble { return wrapped(words, .failure) }
        // Many names must not push the rest down.
        let short = TextWidth.shortened(words, to: max(1, (width - 4) * 2))
        let role: Role = visit.result?.changedBlocks.isEmpty == false ? .added : .text
        return Array(wrapped(short, role).prefix(2))
    }

    /// Returns the line with the bytes received of the page's size, and at the right the saving or the progress.
    func bytesLine(of visit: Visit) -> [StyledLine] {
        guard let (words, part) = visit.bytesWords else { return [] }
        var line = StyledLine(" " + TextWidth.shortened(words, to: max(1, width - 2)), .text)
        let room = width - 1 - TextWidth.columns(of: part)
        if line.width < room {
            line.pad(to: room)
            line.append(part, .text)
        }
        return [line]
    }
}

extension Outcome {
    /// The role of its sign and text, which shows its cost.
    var role: Role {
        self == .failed(.stopped) || self == .failed(.handedOver) ? .outcomePlain : Role(outcome: kind)
    }

    var ending: Plot.Ending { Plot.Ending(kind) }
}

extension Visit {
    /// The versions before and after the session; nil if there are none.
    var versionWords: String? {
        let found = trace.screen.cache.number
        guard case .stored(let number)? = result?.storage else { return found.map { "v\($0)" } }
        return found.map { "v\($0) → v\(number)" } ?? "v\(number)"
    }

    /// What changed, in a few words; while the session is running, the state of the cache.
    var changeWords: String? {
        switch state {
        case .stopped: return nil
        case .running:
            return switch trace.screen.cache {
            case .unread: nil
            case .miss: "nothing to show in the cache"
            case .cachedRedirect: "shown from the cache: the page this address redirected to"
            case .unchecked: "shown from the cache, being verified"
            case .withdrawn: "the stored copy is damaged and not used"
            case .hit: "shown from the cache"
            }
        case .ended(let result, _): return changeWords(of: result)
        }
    }

    private func changeWords(of result: SessionResult) -> String {
        switch result.outcome {
        case .firstLoad: return "full page received"
        case .allCached: return "nothing changed"
        case .fresh: return isFromCacheAlone ? "from the cache only" : "no request was due"
        case .templateChange: return "template changed: full page received"
        case .plain(let why): return why.words + ": full page received"
        case .offline, .failed: return result.reason.words.ended
        case .dataUpdate:
            let (count, names) = (result.changedBlocks.count, result.changedBlocks.joined(separator: ", "))
            let all = blockCount.map { "\(count) of \($0) blocks" } ?? .counted(count, "block")
            return names.isEmpty ? all : "\(all): \(names)"
        }
    }

    /// The maximum size of a page whose blocks are counted, which takes a third of a millisecond.
    private static let countedBytes = 1 << 20

    /// Counts the page's blocks after a data update.
    mutating func countBlocks() {
        guard result?.outcome == .dataUpdate, let page = trace.page, page.count <= Self.countedBytes else {
            return
        }
        blockCount = PageSplit(html: page).slots.count
    }

    /// The bytes received of the page's size, and the percentage; nil if nothing is known.
    var bytesWords: (words: String, part: String)? {
        guard let result else {
            if let sent = trace.sentBody, sent.count < sent.total {
                return ("sent \(sent.words)", percent(sent))
            }
            guard trace.bytesShown > 0 else { return nil }
            guard let received else { return ("received \(trace.bytesShown.byteText)", "") }
            return ("received \(received.words)", percent(received))
        }
        guard let page = result.pageBytes ?? trace.pageBytes, page > 0 else {
            return result.bytesReceived > 0 ? ("received \(result.bytesReceived.byteText)", "") : nil
        }
        // Headers count too: for a small page more is received than its size, and nothing is saved.
        guard result.bytesReceived < page else {
            return ("received \(result.bytesReceived.byteText), page \(page.byteText)", "")
        }
        let saving = (1 - Double(result.bytesReceived) / Double(page)) * 100
        let words = "received \(result.bytesReceived.byteText) of \(page.byteText)"
        return (words, "-\(Int(saving.rounded())) %")
    }

    private func percent(_ progress: SessionTrace.Progress) -> String {
        "\(Int(Double(progress.count) / Double(max(1, progress.total)) * 100)) %"
    }

    /// The progress of the body, if its length is known: not for a body with a content coding.
    var received: SessionTrace.Progress? {
        guard let headers = trace.head?.headers, headers.all("content-encoding").isEmpty,
            let total = headers.first("content-length").flatMap({ Int($0) }), total >= trace.bytesShown
        else { return nil }
        return SessionTrace.Progress(count: trace.bytesShown, total: total)
    }
}
