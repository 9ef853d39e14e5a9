import SonicProtocol

/// The exchanges of a HAR file, written by this program or another, in the order of the file.
public struct Recording: Sendable {
    /// The exchanges.
    public let exchanges: [Exchange]
    /// The errors in the file with their positions; the affected parts were skipped.
    public let notes: [TextProblem]

    /// The entries that could not be read at all.
    public let unreadable: [TextProblem]

    /// Creates a recording of these exchanges.
    package init(exchanges: [Exchange], notes: [TextProblem] = [], unreadable: [TextProblem] = []) {
        self.exchanges = exchanges
        self.notes = notes
        self.unreadable = unreadable
    }

    /// Parses a HAR file (1.1 or 1.2). Total; linear in the bytes.
    ///
    /// A file without `log.entries` is refused. An unreadable entry is skipped with a note, and so is a part of one
    /// that a replay does not need. Entries that are not HTTP are skipped.
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - file: Returns the bytes of a body in a file next to this one by name; nil if it does not exist.
    public init(
        har bytes: [UInt8], file: (String) -> [UInt8]? = { _ in nil }
    ) throws(TextProblem) {
        let (node, problems) = JSONNode.readNested(Self.utf8(bytes))
        guard let node else {
            throw problems.first ?? TextProblem(TextPosition(line: 1, column: 1), "The file is empty.")
        }
        guard let log = node["log"], log.members != nil else {
            throw problems.first ?? node.problem("A HAR file is an object with an object “log”.")
        }
        guard let entries = log["entries"]?.elements else {
            throw problems.first ?? log.problem("“log” requires “entries”, an array.")
        }
        var notes = problems
        var sessions: [String: Exchange.RecordedSession] = [:]
        for page in log["pages"]?.elements ?? [] {
            guard let id = page["id"]?.string, let extras = page["_sonic"] else { continue }
            sessions[id] = noting(&notes) { () throws(TextProblem) in
                try Exchange.RecordedSession(extras)
            }
        }
        var exchanges: [Exchange] = []
        var firsts: [String: Int] = [:]
        var unreadable: [TextProblem] = []
        for entry in entries {
            let read = noting(&notes) { () throws(TextProblem) in try EntryReader(entry, file) }
            guard let read else {
                unreadable += notes.suffix(1)
                continue
            }
            notes += read.notes
            guard let exchange = read.exchange else { continue }
            if let page = entry["pageref"]?.string, sessions[page] != nil {
                if firsts[page] == nil { firsts[page] = exchanges.count }
                if let cache = exchange.cache { sessions[page]?.caches.append(cache) }
            }
            exchanges.append(exchange)
        }
        for (page, first) in firsts { exchanges[first].session = sessions[page] }
        self.init(
            exchanges: sessions.isEmpty ? Self.inTime(exchanges) : exchanges, notes: notes,
            unreadable: unreadable)
    }

    /// Returns the exchanges of another program in order of time, because a HAR file need not be sorted; one without a
    /// time stays after its predecessor.
    private static func inTime(_ exchanges: [Exchange]) -> [Exchange] {
        var latest = Instant(milliseconds: .min)
        let timed = exchanges.map { exchange in
            latest = exchange.began ?? latest
            return (began: latest, exchange: exchange)
        }
        // Sorting is stable: at the same time, the order of the file is kept.
        return timed.sorted { $0.began < $1.began }.map(\.exchange)
    }

    /// Returns the file's text as UTF-8: some Windows shells save output in UTF-16. Linear.
    private static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
            let (low, high) = isLittle ? (bytes[place], bytes[place + 1]) : (bytes[place + 1], bytes[place])
            return UInt16(high) << 8 | UInt16(low)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

/// Returns a part of a file; if it is invalid, nil with a note.
func noting<Part>(
    _ notes: inout [TextProblem], _ part: () throws(TextProblem) -> Part
) -> Part? {
    do throws(TextProblem) {
        return try part()
    } catch {
        notes.append(error)
        return nil
    }
}
