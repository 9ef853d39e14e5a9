import SessionWords
import SonicProtocol
import SonicSession

/// Data of an update without the comments of their blocks, although the stored page has them around the same blocks.
struct BareData {
    /// The blocks, and the beginning and end of the first of them, as a clause.
    let words: String

    /// Finds such data; nil if all have their comments, and if there is no stored page to compare with. Linear.
    init?(_ turn: SessionTrace.Turn) {
        guard turn.failure == nil, let body = turn.body, let stored = turn.stored?.version.html else {
            return nil
        }
        self.init(body, stored)
    }

    /// Finds such data in the body of an update of a stored page; nil if all have their comments. Linear.
    init?(_ body: [UInt8], _ stored: [UInt8]) {
        // A body that is not an update has other findings.
        guard let update = try? DataUpdate(json: body) else { return nil }
        let split = PageSplit(html: stored)
        var bare: [(name: String, data: [UInt8])] = []
        for (slot, _) in split.slots where slot != .title {
            guard let key = split.keys(for: slot).first(where: { update.data[$0] != nil }),
                let data = update.data[key], Self.isBare(data)
            else { continue }
            bare.append((split.displayName(of: slot), data))
        }
        guard let first = bare.first else { return nil }
        let names = bare.prefix(Self.maxNames).map { "{\($0.name)}" }.listed
        let more = bare.count > Self.maxNames ? " and \(bare.count - Self.maxNames) more" : ""
        words =
            "the data of \(names)\(more) lack their blocks' comments, which the stored page has: {\(first.name)} "
            + Self.edges(first.data)
    }

    /// The maximum number of blocks named.
    private static let maxNames = 5
    /// The maximum number of bytes quoted of either end.
    private static let longest = 40

    private static let marker = ByteFinder("<!--sonicdiff", foldsCase: true)
    private static let end = ByteFinder("-end-->", foldsCase: true)

    /// Whether data do not begin or do not end with a block comment, of whatever block.
    private static func isBare(_ data: [UInt8]) -> Bool {
        let isBegun = marker.stands(at: 0, in: data.span)
        let isEnded = data.count >= end.count && end.stands(at: data.count - end.count, in: data.span)
        return !isBegun || !isEnded
    }

    private static func edges(_ data: [UInt8]) -> String {
        guard data.count > 2 * longest else { return "is “\(Bytes.text(data))”" }
        return "begins “\(Bytes.text(data.prefix(longest)))” and ends “\(Bytes.text(data.suffix(longest)))”"
    }
}
