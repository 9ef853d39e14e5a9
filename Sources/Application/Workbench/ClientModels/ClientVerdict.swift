import SonicProtocol

/// The difference between the handling of a response by a client and by this program.
public struct ClientVerdict: Sendable, Equatable {
    /// The verdict as a sentence, with the reason.
    public let sentence: String
    /// Whether both have the same page; if this program's page is a later one, whether the client's is the one that the
    /// update names. Nil if one of them has none.
    public let isSamePage: Bool?
    /// The offset of the first byte where the pages differ; nil if they do not, or if one has none.
    public let differsAt: Int?
    /// The block with that byte in this program's page; `title` for the title, nil outside both.
    public let block: String?

    /// Compares the pages. Linear in them.
    ///
    /// - Parameters:
    ///   - reading: The handling by the client.
    ///   - page: The page that resulted in this program; nil for none.
    ///   - isNamed: Whether a page is the one that the response names, if it is an update; nil for none. If this
    ///     program refused the update and requested again, its own page may be a later one, which cannot be compared.
    public init(_ reading: ClientOutcome, ours page: [UInt8]?, isNamed: (([UInt8]) -> Bool)? = nil) {
        let client = reading.client.title
        guard let page, let theirs = reading.page else {
            self.init(nil, "\(client) \(Self.without(reading))")
            return
        }
        let fate = Self.fate(reading)
        guard let place = Self.firstDifference(page, theirs) else {
            self.init(true, "\(client) has the same page\(fate)")
            return
        }
        if reading.outcome == .dataUpdate, let isNamed, !isNamed(page) {
            let isTheirs = isNamed(theirs)
            let words =
                isTheirs
                ? "has the page that html-sha1 names; the one here is newer"
                : "merges another page than html-sha1 names" + Self.reason(reading)
            self.init(isTheirs, "\(client) \(words)\(fate)")
            return
        }
        let block = Self.block(at: place, in: page)
        let part = block.map { $0 == "title" ? ", in the title" : ", in block \($0)" } ?? ""
        self.init(
            false, "\(client) \(Self.verb(reading)) from byte \(place)\(part)\(Self.reason(reading))\(fate)",
            differsAt: place, block: block)
    }

    private init(_ isSamePage: Bool?, _ sentence: String, differsAt: Int? = nil, block: String? = nil) {
        self.sentence = sentence
        self.isSamePage = isSamePage
        self.differsAt = differsAt
        self.block = block
    }

    private static func verb(_ reading: ClientOutcome) -> String {
        switch reading.outcome {
        case .dataUpdate: "merges another page,"
        case .refused, .httpError, .notModified, .switchedOff, .askedOtherwise: "keeps the old page, another"
        case .firstLoad, .templateChange, .crash, .unknown: "has another page,"
        }
    }

    private static func reason(_ reading: ClientOutcome) -> String {
        guard reading.outcome == .dataUpdate else { return lastNote(reading) }
        return reading.causes.isEmpty ? "" : ": " + reading.causes.joined(separator: "; ")
    }

    private static func lastNote(_ reading: ClientOutcome) -> String {
        reading.notes.last.map { ": \($0)" } ?? ""
    }

    /// Returns the effect on the copy, if it is worth mentioning.
    private static func fate(_ reading: ClientOutcome) -> String {
        switch reading.storage {
        case .none, .kept, .stored: ""
        case .useless: "; its copy will be refused when it is opened"
        case .dropped: "; its copy is removed"
        case .switchedOff: "; Sonic is off for six hours"
        }
    }

    private static func without(_ reading: ClientOutcome) -> String {
        let why = lastNote(reading)
        switch reading.outcome {
        case .askedOtherwise: return "would not have received this response\(why)"
        case .crash: return "stops\(why)"
        case .unknown: return "is not known to do anything\(why)"
        case .switchedOff: return "leaves the page to the web view\(why)"
        case .firstLoad, .notModified, .dataUpdate, .templateChange, .refused, .httpError:
            return (reading.page == nil ? "has no page" : "has a page where there is none here") + why
        }
    }

    private static func firstDifference(_ left: [UInt8], _ right: [UInt8]) -> Int? {
        let place = zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset
        return place ?? (left.count == right.count ? nil : min(left.count, right.count))
    }

    private static func block(at place: Int, in page: [UInt8]) -> String? {
        let split = PageSplit(html: page)
        if let title = split.title, title.contains(place) { return "title" }
        return split.blocks.first { $0.range.contains(place) }?.name
    }
}
