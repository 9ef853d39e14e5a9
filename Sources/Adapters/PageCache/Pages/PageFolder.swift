import SonicProtocol
import SonicSession

/// The folder of one page, as docs/reference/cache-format.md describes it: `current`, `state`, `pin`, `lock`, and a
/// folder for each version. This file reads it; no reader takes the lock.
struct PageFolder: ~Copyable {
    let folder: Folder
    let hashes: Hashes

    /// What the file `current` says.
    enum Pointer: Equatable {
        /// There is none: no page is kept.
        case none
        /// The current version.
        case version(Stamp)
        /// It holds no number; something other than the cache wrote it.
        case unreadable
    }

    /// A version's number with the identity of the file `current` that named it. While the stamp is the same,
    /// nothing was committed or removed.
    struct Stamp: Hashable {
        var number: Int
        var inode: UInt64
        var modified: Int64
    }

    /// How much of a version's page is read.
    enum Extent {
        /// All of it.
        case whole
        /// All of it, but of a large page the beginning.
        case beginning
    }

    /// What was found where a version should be.
    enum VersionParseResult {
        /// The version, with so many bytes as were wanted of a page of this length.
        case found(PageVersion, length: Int)
        /// Nothing, or only a part: another process is removing it.
        case gone
        /// Something that is not what was stored, and why.
        case broken(String)
    }

    /// The names of the files in a page's folder and in a version's.
    enum Name {
        static let current = "current"
        static let state = "state"
        static let pin = "pin"
        static let read = "read"
        static let lock = "lock"
        static let html = "html"
        static let template = "temp"
        static let blocks = "data"
        static let record = "cfg"
        static let brokenSuffix = ".broken"
        static let retiredSuffix = ".removed"
        static let draftSuffix = ".new"
    }

    /// The most bytes read as one page, so that a file from elsewhere cannot exhaust the memory.
    static let largestPage = 1 << 30
    /// Numbers beyond it are not ours: one commit a microsecond would take centuries to get there.
    private static let largestNumber = 1 << 53
    static let largestRecord = 1 << 24
    /// Pages with more bytes are large: to read and verify them would keep the screen waiting.
    static let large = 1 << 20
    /// How much of a large page is read to begin with: more than a screen shows of most pages, and enough to know
    /// their encoding. It takes no time beside the first frame.
    static let beginning = 256 << 10

    /// The version that `current` names.
    func pointer() throws(StoreFailure) -> Pointer {
        guard let file = try folder.read(Name.current, limit: Self.largestRecord) else { return .none }
        guard file.bytes.last == 0x0A, let number = Self.number(Bytes.text(file.bytes.dropLast())) else {
            return .unreadable
        }
        return .version(Stamp(number: number, inode: file.status.inode, modified: file.status.modified))
    }

    /// The numbers of the version folders, newest first, finished and committed or not.
    func numbers() throws(StoreFailure) -> [Int] {
        try folder.names().compactMap(Self.number).sorted(by: >)
    }

    /// The names of the folders of versions with this suffix behind their number.
    func versionNames(_ suffix: String) throws(StoreFailure) -> [String] {
        try folder.names().filter { $0.hasSuffix(suffix) && Self.stem($0) != nil }
    }

    /// Reads a version and compares its bytes with their SHA-1.
    func read(_ number: Int) throws(StoreFailure) -> VersionParseResult {
        let reading = try readUnverified(number)
        guard case .found(let version, _) = reading, hashes.sha1(version.html) != version.sha1 else {
            return reading
        }
        return .broken("the SHA-1 of html is not \(version.sha1)")
    }

    /// Reads a version; its SHA-1 is still to be compared.
    func readUnverified(_ number: Int, _ extent: Extent = .whole) throws(StoreFailure) -> VersionParseResult {
        guard let files = try folder.folder(String(number)) else { return .gone }
        // The record is written last and so read first: where it stands, the bytes are complete.
        guard let bytes = try files.read(Name.record, limit: Self.largestRecord)?.bytes else { return .gone }
        guard let record = VersionRecord(bytes: bytes) else {
            return .broken("cfg is not a record of a version")
        }
        let count: Int
        switch extent {
        case .beginning where record.length > Self.large: count = Self.beginning
        case .beginning, .whole: count = .max
        }
        guard let (html, status) = try files.read(Name.html, limit: Self.largestPage, first: count) else {
            return .gone
        }
        // A file that ends before what was wanted of it has no more bytes than were read.
        let length = html.count < min(count, status.size) ? html.count : status.size
        guard length == record.length else {
            return .broken("html has \(length) bytes instead of \(record.length)")
        }
        guard let version = record.version(html: html) else {
            return .broken("cfg contains no address")
        }
        return .found(version, length: length)
    }

    /// The record of a version; nil when there is none that can be understood.
    func record(_ number: Int) throws(StoreFailure) -> VersionRecord? {
        guard
            let bytes = try folder.folder(String(number))?.read(Name.record, limit: Self.largestRecord)?.bytes
        else { return nil }
        return VersionRecord(bytes: bytes)
    }

    /// Whether `temp` and `data` are what the page splits into; nil when they are, else what is wrong.
    func derivedFault(_ number: Int, of version: PageVersion) throws(StoreFailure) -> String? {
        guard let files = try folder.folder(String(number)) else { return nil }
        for (name, expected) in Self.derivedFiles(version.html) {
            guard try files.read(name, limit: Self.largestPage * 2)?.bytes == expected else {
                return "\(name) is not what html splits into"
            }
        }
        return nil
    }

    /// The page's state. A file that cannot be understood counts as none: it only holds what a request renews.
    func state() throws(StoreFailure) -> PageState? {
        guard let file = try folder.read(Name.state, limit: Self.largestRecord) else { return nil }
        return PageState(bytes: file.bytes)
    }

    /// The template and the block list of a page under their file names.
    static func derivedFiles(_ html: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        let split = PageSplit(html: html)
        return [
            (Name.template, split.templateBytes(of: html)),
            (Name.blocks, BlockList.bytes(of: split, html: html)),
        ]
    }

    /// The version number before the first dot of a name; nil when there is none.
    static func stem(_ name: String) -> Int? {
        number(String(name.prefix { $0 != "." }))
    }

    /// The version number that a name spells; nil for any other name.
    static func number(_ name: String) -> Int? {
        guard let number = Int(name), (1...largestNumber).contains(number), String(number) == name else {
            return nil
        }
        return number
    }
}
