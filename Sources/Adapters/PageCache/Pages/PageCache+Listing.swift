import SonicProtocol
import SonicSession

/// One page of the cache, for listings.
public struct PageEntry: Sendable, Equatable {
    /// The page's id.
    public var id: PageID
    /// Its address as stored with the current version; empty when it cannot be read.
    public var url: String
    /// Its versions, newest first; empty when only marks or a pin are kept.
    public var versions: [VersionEntry]
    /// The bytes the page with its history occupies on the disk.
    public var bytes: Int
    /// When the server last sent or confirmed the current version; nil without one.
    public var checked: Instant?
    /// When the page was last stored or opened.
    public var used: Instant
    /// What is remembered of its address.
    public var marks: PageMarks
    /// The page's pin; nil when the limits count for it.
    public var pin: Pin?
}

/// One version of a page, for listings.
public struct VersionEntry: Sendable, Equatable {
    /// The version's number; larger is newer.
    public var number: Int
    /// The length of the page in bytes.
    public var length: Int
    /// SHA-1 of the page; nil when the version's record cannot be read.
    public var sha1: String?
    /// When it was stored; nil when the version's record cannot be read.
    public var stored: Instant?
    /// Whether it came of an exchange that was edited by hand.
    public var isEdited: Bool
    /// What changed who answered, in words; nil where the site itself did.
    public var exception: String?

    /// An entry of these facts.
    public init(
        number: Int, length: Int, sha1: String?, stored: Instant?, isEdited: Bool = false,
        exception: String? = nil
    ) {
        self.number = number
        self.length = length
        self.sha1 = sha1
        self.stored = stored
        self.isEdited = isEdited
        self.exception = exception
    }
}

/// One thing that is not as the cache left it.
public struct CacheFault: Sendable, Equatable {
    /// Where, as a path.
    public var path: String
    /// What is wrong, in a few words.
    public var reason: String
}

/// What a verification found.
public struct VerifyReport: Sendable, Equatable {
    /// Pages looked at.
    public var pages = 0
    /// Versions whose bytes were hashed.
    public var versions = 0
    /// What is wrong; empty when all is well.
    public var faults: [CacheFault] = []

    /// A report of these findings.
    public init(pages: Int = 0, versions: Int = 0, faults: [CacheFault] = []) {
        self.pages = pages
        self.versions = versions
        self.faults = faults
    }
}

extension PageEntry {
    /// What changed who answered for its current version, in words; nil where the site itself did.
    public var exception: String? { versions.first?.exception }
}

extension PageCache {
    /// Every page, most recently used first. Pages that cannot be read are left out; `verify` tells of them.
    /// Linear in the number of versions.
    public func list() async throws(StoreFailure) -> [PageEntry] {
        var entries: [PageEntry] = []
        for id in try pageIDs() {
            do throws(StoreFailure) {
                if let entry = try await entry(id) { entries.append(entry) }
            } catch {
                // Left out, as said above.
            }
        }
        return entries.sorted { $0.used > $1.used }
    }

    /// What is kept of one page; nil when nothing is.
    public func entry(_ id: PageID) async throws(StoreFailure) -> PageEntry? {
        guard let page = try page(id) else { return nil }
        let state = try page.state()
        let (bytes, used) = (try page.occupied(), try page.used())
        let marks = state?.marks ?? PageMarks()
        let pin = try page.pin()
        let pinnedURL = try page.pinnedURL()
        let url = state?.url ?? pinnedURL ?? ""
        var entry = PageEntry(
            id: id, url: url, versions: [], bytes: bytes, used: used, marks: marks, pin: pin)
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

    /// Hashes every version of every page and compares each file with what it should be. Changes nothing:
    /// loading a page sets aside what does not hold. Linear in the bytes of the cache.
    /// - Parameter identity: What else may name a page of an address, beside what the address itself says; nil where
    ///   pages may have names of any kind.
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
        if let fault = try page.pinFault() {
            report.faults.append(CacheFault(path: path + "/pin", reason: fault))
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

    /// Whether a version's address can be that of its page: by what the reader wants of its site, or by what holds
    /// without that; what came under an exception has a name that the exception is part of.
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

    /// The digests of the ids of an account's pages, those included of which only marks or a pin are
    /// kept; empty when there are none. One look at one folder.
    public func digests(of account: String) async throws(StoreFailure) -> Set<String> {
        guard let pages = try pages(of: account) else { return [] }
        return Set(try pages.names().filter(Self.isDigest))
    }

    /// The folder of an account's pages; nil where there is none.
    func pages(of account: String) throws(StoreFailure) -> Folder? {
        guard let root = try Folder.open(path: root, disk: disk),
            let folder = try root.folder(try AccountFolder.name(of: account))
        else { return nil }
        return try folder.folder(Self.pagesName)
    }

    /// The ids of all pages in no order; empty when there is no cache.
    ///
    /// - Parameter reporting: called for what stands in the cache but cannot be entered.
    func pageIDs(reporting: (CacheFault) -> Void = { _ in }) throws(StoreFailure) -> [PageID] {
        guard let root = try Folder.open(path: root, disk: disk) else { return [] }
        var ids: [PageID] = []
        for name in try root.names() {
            guard let account = AccountFolder.account(of: name) else { continue }
            do throws(StoreFailure) {
                guard let folder = try root.folder(name), let pages = try folder.folder(Self.pagesName) else {
                    continue
                }
                for digest in try pages.names() where Self.isDigest(digest) {
                    ids.append(PageID(account: account, digest: digest))
                }
            } catch {
                reporting(CacheFault(path: "\(root.path)/\(name)", reason: error.reason))
            }
        }
        return ids
    }
}

extension StoreFailure {
    /// The reason alone, in a few words.
    var reason: String {
        switch self {
        case .unusable(_, let reason), .failed(_, _, let reason): reason
        case .full: "the disk is full"
        }
    }
}
