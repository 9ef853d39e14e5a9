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
        let mark = visit.mark(plot)
        line.append("\(mark.sign) \(visit.headline)", mark.role)
        var time =
            switch visit.state {
            case .running: elapsed.map(Self.seconds) ?? ""
            case .stopped: ""
            case .ended(let after): after.brief
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
            line.append(time, mark.role)
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
        if visit.verdict?.isTrouble ?? false { return wrapped(words.ended, visit.mark(plot).role) }
        // Many names must not push the rest down.
        let short = TextWidth.shortened(words, to: max(1, (width - 4) * 3))
        return Array(wrapped(short, .text).prefix(3))
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
