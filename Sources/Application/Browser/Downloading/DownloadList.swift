import SonicProtocol
import SonicSession

/// The files that are on their way to the disk, were saved in this run, or can be gone on with.
struct DownloadList: Sendable {
    /// One file.
    struct Entry: Sendable {
        /// Counts the files of this run, from 1.
        let number: Int
        /// The address that was asked for.
        let url: WebURL
        /// Where it is or will be; a name alone until that is known.
        var path: String
        /// The media type that the server named; nil for none.
        var type: String?
        /// What caused the request, as far as cookies ask: it is the same whenever the file is asked for.
        let cause: RequestCause
        /// What is odd about it; nil for nothing.
        var oddity: String?
        /// How many bytes are here.
        var received = 0
        /// How many there will be; nil where nobody knows.
        var length: Int?
        /// How it fares.
        var state: State
        /// How fast it comes.
        var pace = TransferPace()

        /// The name without its folder.
        var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    }

    /// How a file fares.
    enum State: Sendable {
        /// A server sends it, and the reader has not said whether it is wanted.
        case offered(BodyHandoff)
        /// It was asked for, and nothing has come.
        case asked
        /// Its bytes come.
        case coming
        /// It broke off for this reason, and goes on after a pause.
        case pausing(String)
        /// A part of it is here.
        case stopped
        /// A part of it is here, as it broke off for this reason.
        case broken(String)
        /// It cannot be had, for this reason.
        case failed(String)
        /// It is here.
        case saved(DownloadEnding.Extent)

        /// Whether it is on its way.
        var isRunning: Bool {
            switch self {
            case .asked, .coming, .pausing: true
            case .offered, .stopped, .broken, .failed, .saved: false
            }
        }

        /// Whether a part is here that can be gone on with.
        var isPart: Bool {
            switch self {
            case .stopped, .broken: true
            case .offered, .asked, .coming, .pausing, .failed, .saved: false
            }
        }
    }

    /// The files, the latest last.
    private(set) var entries: [Entry] = []
    private var count = 0

    /// How many are on their way.
    var runningCount: Int { entries.count { $0.state.isRunning } }

    /// The entry with a number; nil for one that is gone.
    subscript(number: Int) -> Entry? {
        get { entries.first { $0.number == number } }
        set {
            guard let index = entries.firstIndex(where: { $0.number == number }) else { return }
            if let newValue { entries[index] = newValue } else { entries.remove(at: index) }
        }
    }

    /// Adds a file; returns its number.
    mutating func add(
        _ url: WebURL, path: String, _ state: State, causedBy cause: RequestCause = .person
    ) -> Int {
        count += 1
        entries.append(Entry(number: count, url: url, path: path, cause: cause, state: state))
        return count
    }

    /// Counts on from another list: the files that are added have numbers that none of it has.
    mutating func count(on other: DownloadList) { count = max(count, other.count) }

    /// Takes away what was offered and not taken: of an address, or of all.
    mutating func dropOffers(of url: WebURL? = nil) {
        entries.removeAll { entry in
            guard case .offered = entry.state else { return false }
            return url == nil || entry.url == url
        }
    }

    /// Adds the parts that were found, but those it knows.
    mutating func add(_ parts: [FoundPart]) {
        for part in parts where !entries.contains(where: { $0.path == part.path }) {
            let cause = RequestCause(chain: part.record.initiators)
            let number = add(part.record.url, path: part.path, .stopped, causedBy: cause)
            self[number]?.type = part.record.type
            self[number]?.received = part.received
            self[number]?.length = part.record.length
        }
    }

    /// Takes in how a file fares.
    /// - Parameter uptime: The time by a clock that never jumps.
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
            entry.state = .coming
        case .noted(let finding): entry.oddity = finding.message
        case .received(let bytes):
            entry.received = bytes
            entry.pace.note(bytes, at: uptime)
            entry.state = .coming
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
