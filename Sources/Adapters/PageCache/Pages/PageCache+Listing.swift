import SonicProtocol
import SonicSession

/// One page of the cache, for listings.
public struct PageEntry: Sendable, Equatable {
    /// The page's id.
    public var id: PageID
    /// The address stored with the current version; empty if it cannot be read.
    public var url: String
    /// The versions, newest first; empty if only marks or a pin are stored.
    public var versions: [VersionEntry]
    /// The number of bytes that the page occupies on the disk, with its history.
    public var bytes: Int
    /// When the server last sent or confirmed the current version; nil without one.
    public var checked: Instant?
    /// When the page was last stored or opened.
    public var used: Instant
    /// The marks of the page's address.
    public var marks: PageMarks
    /// The page's pin; nil if the page is not kept offline and the limits apply to it.
    public var pin: Pin?

    /// The exception to the origin of the current version, as text; nil if the site itself responded.
    public var exception: String? { versions.first?.exception }
}

/// One version of a page, for listings.
public struct VersionEntry: Sendable, Equatable {
    /// The version's number; larger is newer.
    public var number: Int
    /// The length of the page in bytes.
    public var length: Int
    /// The SHA-1 of the page; nil if the version's record cannot be read.
    public var sha1: String?
    /// When it was stored; nil if the version's record cannot be read.
    public var stored: Instant?
    /// Whether it is the result of an exchange that was edited by hand.
    public var isEdited = false
    /// The exception to the origin of the response, as text; nil if the site itself responded.
    public var exception: String?
}

/// A fault in the cache's files.
public struct CacheFault: Sendable, Equatable {
    /// The path of the faulty file or folder.
    public var path: String
    /// The reason, in a few words.
    public var reason: String
}

/// The result of a verification.
public struct VerifyReport: Sendable, Equatable {
    /// The number of pages examined.
    public var pages = 0
    /// The number of versions whose bytes were hashed.
    public var versions = 0
    /// The faults; empty if there are none.
    public var faults: [CacheFault] = []
}

extension PageCache {
    /// Returns every page, most recently used first. Pages that cannot be read are omitted; `verify` reports them.
    /// - Complexity: Linear in the number of versions.
    public func list() async throws(StoreFailure) -> [PageEntry] { try await entries(of: pageIDs()) }

    /// Returns the entries of these pages, as `list()` does.
    func entries(of ids: [PageID]) async throws(StoreFailure) -> [PageEntry] {
        var entries: [PageEntry] = []
        for id in ids {
            do throws(StoreFailure) {
                if let entry = try await entry(id) { entries.append(entry) }
            } catch {
                // Omitted, as documented above.
            }
        }
        return entries.sorted { $0.used > $1.used }
    }

    /// Returns the entry of one page; nil if nothing is stored for it.
    public func entry(_ id: PageID) async throws(StoreFailure) -> PageEntry? {
        guard let page = try page(id) else { return nil }
        let state = try page.state()
        let (bytes, used) = (try page.occupied(), try page.used())
        let marks = state?.marks ?? PageMarks()
        let pin = try page.pin()
        var entry = PageEntry(
            id: id, url: state?.url ?? pin?.url ?? "", versions: [], bytes: bytes, used: used, marks: marks,
            pin: pin)
        guard case .version(let stamp) = try page.pointer() else {
            return marks == PageMarks() && pin == nil ? nil : entry
        }
        for number in try page.numbers() where number <= stamp.number {
            let record = try page.record(number)
            let stored = record.map { Instant(milliseconds: $0.stored) }
            entry.versions.append(
                VersionEntry(
                    number: number, length: try page.size(String(number)).html, sha1: record?.sha1,
                    stored: stored, isEdited: record?.edited ?? false,
                    exception: record?.exception))
            if number == stamp.number {
                entry.checked =
                    state?.renewal.flatMap { renewal in
                        renewal.number == number ? Instant(milliseconds: renewal.checked) : nil
                    } ?? stored
                entry.url = record?.url ?? entry.url
            }
        }
        return entry
    }

    /// Hashes every version of every page and compares each file with its expected contents. Changes nothing: loading a
    /// page moves damaged versions aside.
    /// - Parameter identity: Returns an additional identity that a page of an address may have; nil to accept any page
    ///   id.
    /// - Complexity: Linear in the number of bytes in the cache.
    public func verify(
        _ identity: ((WebURL) -> PageIdentity?)? = nil
    ) async throws(StoreFailure) -> VerifyReport {
        var report = VerifyReport()
        for id in try pageIDs(reporting: { report.faults.append($0) }) {
            report.pages += 1
            do throws(StoreFailure) {
                try verify(id, identity, &report)
            } catch {
                report.faults.append(CacheFault(path: try path(of: id), reason: "\(error.reason)"))
            }
        }
        return report
    }

    private func verify(
        _ id: PageID, _ identity: ((WebURL) -> PageIdentity?)?, _ report: inout VerifyReport
    ) throws(StoreFailure) {
        guard let page = try page(id) else { return }
        let path = page.folder.path
        if let pin = try page.pin(), pin.url == nil {
            report.faults.append(CacheFault(path: path + "/pin", reason: "it is not a record of a pin"))
        }
        let newest: Int
        switch try page.pointer() {
        case .none: return
        case .version(let stamp): newest = stamp.number
        case .unreadable:
            newest = .max
            report.faults.append(CacheFault(path: path + "/current", reason: "it contains no version number"))
        }
        let numbers = try page.numbers()
        if newest != .max, !numbers.contains(newest) {
            report.faults.append(
                CacheFault(path: "\(path)/\(newest)", reason: "the current version is missing"))
        }
        for number in numbers where number <= newest {
            report.versions += 1
            let fault: String?
            switch try page.read(number) {
            case .found(let version, _):
                fault =
                    names(version, id, identity)
                    ? try page.derivedFault(number, of: version)
                    : "cfg names \(version.url.href), which is the address of another page"
            case .gone: fault = "it is not complete"
            case .broken(let reason): fault = reason
            }
            if let fault { report.faults.append(CacheFault(path: "\(path)/\(number)", reason: fault)) }
        }
    }

    /// Whether a version's address matches its page's id: by the preferences for its site or by the default rules. A
    /// version with an exception has an id that includes the exception.
    private func names(
        _ version: PageVersion, _ id: PageID, _ identity: ((WebURL) -> PageIdentity?)?
    ) -> Bool {
        guard let identity else { return true }
        let url = version.url
        let exception = version.exception.map { OriginException(text: $0) }
        let rules = [identity(url), PageIdentity(for: url), .wholeAddress].compactMap(\.self)
        return rules.contains { rule in
            rule.apart(by: exception).id(of: url, account: id.account, hashes: hashes) == id
        }
    }

    /// Returns the digests of the ids of an account's pages, including those for which only marks or a pin are stored;
    /// empty if there are none. Reads one folder.
    public func digests(of account: String) async throws(StoreFailure) -> Set<String> {
        guard let pages = try pages(of: account) else { return [] }
        return Set(try pages.names().filter(Self.isDigest))
    }

    /// Opens the folder of an account's pages; nil if it does not exist.
    func pages(of account: String) throws(StoreFailure) -> Folder? {
        try AccountFolder.open(AccountFolder.name(of: account), Self.pagesName, in: root, disk: disk)
    }

    /// Returns the ids of all pages, unordered; empty if there is no cache.
    ///
    /// - Parameters:
    ///   - file: The name of a file that a page's folder must have, which takes one system call; nil for every page.
    ///   - reporting: Receives the folders that cannot be opened.
    func pageIDs(
        having file: String? = nil, reporting: (CacheFault) -> Void = { _ in }
    ) throws(StoreFailure) -> [PageID] {
        guard let root = try Folder.open(path: root, disk: disk) else { return [] }
        var ids: [PageID] = []
        for name in try root.names() {
            guard let account = AccountFolder.account(of: name) else { continue }
            do throws(StoreFailure) {
                guard let pages = try pages(of: account) else { continue }
                for digest in try pages.names() where Self.isDigest(digest) {
                    // A page whose file cannot be examined is left out, as one that cannot be read.
                    if let file, (try? pages.entryStatus("\(digest)/\(file)")) == nil { continue }
                    ids.append(PageID(account: account, digest: digest))
                }
            } catch {
                reporting(CacheFault(path: "\(root.path)/\(name)", reason: error.reason))
            }
        }
        return ids
    }
}

/// A summary of a page from its small records, without the bytes of its versions.
public struct PageSummary: Sendable, Equatable {
    /// The page's id.
    public var id: PageID
    /// The address of the current version.
    public var url: String
    /// The number of the current version.
    public var number: Int
    /// When the current version was stored.
    public var stored: Instant
    /// When a server last sent or confirmed it.
    public var checked: Instant
    /// The last read of the page; nil if it was not read.
    public var read: LastRead?
}

extension PageCache {
    /// Returns the summary of a page; nil if no version is stored. Reads three small files.
    public func summary(at id: PageID) async throws(StoreFailure) -> PageSummary? {
        guard let page = try page(id) else { return nil }
        return try Self.summary(page, id)
    }

    /// Returns at most `count` most recently used pages of an account, latest first. Examines the time of each page's
    /// folder, and reads the records only of those that are returned.
    public func recent(_ count: Int, of account: String) async throws(StoreFailure) -> [PageSummary] {
        var uses: [(digest: String, used: Instant)] = []
        guard let pages = try pages(of: account) else { return [] }
        for digest in try pages.names() where Self.isDigest(digest) {
            if let status = try pages.folderStatus(digest) { uses.append((digest, status.changed)) }
        }
        uses.sort { $0.used > $1.used }
        var summaries: [PageSummary] = []
        for use in uses {
            guard summaries.count < count else { break }
            do throws(StoreFailure) {
                guard let folder = try pages.folder(use.digest) else { continue }
                let page = PageFolder(folder: folder, hashes: hashes)
                let id = PageID(account: account, digest: use.digest)
                if let summary = try Self.summary(page, id) { summaries.append(summary) }
            } catch {
                continue  // Left out, as in `list`.
            }
        }
        return summaries
    }

    private static func summary(
        _ page: borrowing PageFolder, _ id: PageID
    ) throws(StoreFailure) -> PageSummary? {
        guard case .version(let stamp) = try page.pointer(), let record = try page.record(stamp.number) else {
            return nil
        }
        let renewal = try page.state()?.renewal
        let checked = renewal?.number == stamp.number ? renewal?.checked : nil
        let read = try page.lastRead()
        return PageSummary(
            id: id, url: record.url, number: stamp.number, stored: Instant(milliseconds: record.stored),
            checked: Instant(milliseconds: checked ?? record.stored),
            // A larger number belongs to a history that was removed.
            read: read.flatMap { $0.number <= stamp.number ? $0 : nil })
    }
}
