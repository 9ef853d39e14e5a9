import BrowserValues
import SonicProtocol
import SonicSession

/// The files that are being downloaded, were saved in this run, or can be resumed.
struct DownloadList: Sendable {
    /// One file.
    struct Entry: Sendable {
        /// The number of the file in this run, from 1.
        let number: Int
        /// The requested address.
        let url: WebURL
        /// The path of the file; only its name until that is known.
        var path: String
        /// The media type declared by the server; nil for none.
        var type: String?
        /// The cause of the request, for cookies: it is the same for every request of the file.
        let cause: RequestCause
        /// A finding about the file; nil for none.
        var oddity: String?
        /// The number of bytes received.
        var received = 0
        /// The total number of bytes; nil if unknown.
        var length: Int?
        /// The state of the download.
        var state: State
        /// The transfer rate.
        var pace = TransferPace()

        /// The name without its folder.
        var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    }

    /// The state of a download.
    enum State: Sendable {
        /// A server is sending it, and the reader has not decided whether to save it.
        case offered(BodyHandoff)
        /// It is requested; nothing has been received.
        case requested
        /// It is being received.
        case receiving
        /// It was interrupted for this reason, and is retried after a pause.
        case pausing(String)
        /// It was stopped; a part of it is stored.
        case stopped
        /// It was interrupted for this reason; a part of it is stored.
        case broken(String)
        /// It failed, for this reason.
        case failed(String)
        /// It is saved.
        case saved(DownloadEnding.Extent)

        /// Whether the download is running.
        var isRunning: Bool {
            switch self {
            case .requested, .receiving, .pausing: true
            case .offered, .stopped, .broken, .failed, .saved: false
            }
        }
    }

    /// The files, the latest last.
    private(set) var entries: [Entry] = []
    private var count = 0

    /// The number of running downloads.
    var runningCount: Int { entries.count { $0.state.isRunning } }

    /// How much of the running downloads was received, for the title line; nil if none is running.
    var progress: String? {
        let running = entries.filter(\.state.isRunning)
        guard !running.isEmpty else { return nil }
        let received = Int.sum(ofSizes: running.map(\.received))
        let lengths = running.compactMap(\.length)
        let whole = Int.sum(ofSizes: lengths)
        return lengths.count == running.count && whole > 0
            ? "\(received.percent(of: whole))%" : received.byteText
    }

    /// The entry with a number; nil if it was removed.
    subscript(number: Int) -> Entry? {
        get { entries.first { $0.number == number } }
        set {
            guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
            if let newValue { entries[index] = newValue } else { entries.remove(at: index) }
        }
    }

    /// Adds a file and returns its number.
    mutating func add(
        _ url: WebURL, path: String, _ state: State, causedBy cause: RequestCause = .person
    ) -> Int {
        count += 1
        entries.append(Entry(number: count, url: url, path: path, cause: cause, state: state))
        return count
    }

    /// Continues the numbering of another list, so that added files have different numbers.
    mutating func count(on other: DownloadList) { count = max(count, other.count) }

    /// Removes the files that are offered but not accepted: those of an address, or all.
    mutating func dropOffers(of url: WebURL? = nil) {
        entries.removeAll { entry in
            guard case .offered = entry.state else { return false }
            return url == nil || entry.url == url
        }
    }

    /// Adds the parts that were found, unless they are listed already.
    mutating func add(_ parts: [FoundPart]) {
        for part in parts where !entries.contains(where: { $0.path == part.path }) {
            let cause = RequestCause(chain: part.record.initiators)
            let number = add(part.record.url, path: part.path, .stopped, causedBy: cause)
            self[number]?.type = part.record.type
            self[number]?.received = part.received
            self[number]?.length = part.record.length
        }
    }

    /// Applies a report to a file.
    /// - Parameter uptime: The time of a monotonic clock.
    mutating func update(_ report: DownloadReport, of number: Int, at uptime: Duration) {
        guard var entry = self[number] else { return }
        switch report {
        case .begun(let path, let type, let received, let length):
            entry.path = path
            entry.type = type
            entry.received = received
            entry.length = length
            entry.pace = TransferPace()
            entry.pace.note(received, at: uptime)
            entry.state = .receiving
        case .noted(let finding): entry.oddity = finding.message
        case .received(let bytes):
            entry.received = bytes
            entry.pace.note(bytes, at: uptime)
            entry.state = .receiving
        case .pausing(let reason): entry.state = .pausing(reason)
        case .ended(.saved(let path, let bytes, let extent)):
            entry.path = path
            entry.received = bytes
            entry.length = bytes
            entry.state = .saved(extent)
        case .ended(.stopped): entry.state = .stopped
        case .ended(.broken(let reason)): entry.state = .broken(reason)
        case .ended(.failed(let reason)): entry.state = .failed(reason)
        }
        self[number] = entry
    }
}

extension DownloadList.Entry {
    /// The role of the entry on the screen.
    var role: Role {
        switch state {
        case .failed, .broken: .failure
        case .saved: .name
        case .offered, .requested, .receiving, .pausing, .stopped: .text
        }
    }

    /// Returns a progress bar of this width; dots if the total is unknown.
    func bar(columns: Int) -> String {
        guard columns > 0 else { return "" }
        guard let length, length > 0 else { return String(repeating: "·", count: columns) }
        let done = min(columns, Int(Double(received) / Double(length) * Double(columns)))
        return String(repeating: "█", count: done) + String(repeating: "░", count: columns - done)
    }

    /// Returns bytes, percentage, rate and remaining time as far as they are known, or the result.
    /// - Parameter isNarrow: Whether there is room only for a few words.
    func facts(at uptime: Duration, isNarrow: Bool) -> String {
        let here = received.byteText
        let all = isNarrow ? here : length.map { received.byteText(of: $0) } ?? here
        switch state {
        case .offered: return (length.map { $0.byteText + ", " } ?? "") + "offered"
        case .requested: return received > 0 ? "\(all), requesting" : "requesting"
        case .pausing: return "\(all), retrying"
        case .stopped: return "\(all), stopped"
        case .broken: return "\(all), interrupted"
        case .failed: return "failed"
        case .saved: return "\(here), saved"
        case .receiving:
            var words = isNarrow && length != nil ? [] : [all]
            if let length, length > 0 { words.append("\(received.percent(of: length))%") }
            if let rate = pace.rate(at: uptime) { words.append("\(rate.byteText)/s") }
            if let length, let left = pace.timeLeft(until: length, at: uptime) { words.append(left.clock) }
            return words.joined(separator: " · ")
        }
    }
}
