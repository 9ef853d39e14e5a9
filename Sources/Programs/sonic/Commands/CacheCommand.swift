import BrowserServices
import BrowserValues
import Configuration
import Exchanges
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// `sonic cache …`: lists and removes stored pages.
struct CacheCommand {
    static let row = Subcommand(
        "cache", "sonic cache [list|usage|show|remove|path|verify|prune]",
        "list and remove stored pages, and show what they use of the limits",
        options: [
            .json, .account, .cache, .limit,
            .version.described(as: "show the version; with N, for show: the stored version N"),
        ],
        examples: [
            ("sonic cache list", "what is stored"), ("sonic cache prune --limit 50M", "shrink the cache"),
        ],
        verbs: [
            verb("", options: [.account], overview), verb("list", options: [.account], list),
            verb("usage", options: [.account], printUsage),
            row("show", " URL|ID [PART]", takes: 1...2, "one page", options: [.account, .version], show),
            row("remove", " URL|ID…", takes: 1...Int.max, "pages", options: [.account], remove),
            row("path", " [URL|ID]", takes: 0...1, "one page or none", options: [.account], path),
            verb("verify", options: [], verify), verb("prune", options: [.limit], prune),
        ])

    private static func verb(
        _ name: String, options: [Option],
        _ run: @escaping @Sendable (Self) -> () async throws(StoreFailure) -> ExitStatus
    ) -> Subcommand {
        row(name, "", takes: 0...0, "no page", options: options) { command in
            { _ async in await .of(run(command)) }
        }
    }

    private static func row(
        _ name: String, _ operands: String, takes count: ClosedRange<Int>, _ words: String, options: [Option],
        _ run: @escaping @Sendable (Self) -> ([String]) async throws(CommandFailure) -> ExitStatus
    ) -> Subcommand {
        Subcommand(
            name, "sonic cache" + (name.isEmpty ? "" : " ") + name + operands, takes: count, words,
            options: [.json, .cache] + options,
            run: Program.waiting { (arguments) async throws(CommandFailure) in
                try await run(try CacheCommand(arguments))(arguments.words)
            })
    }

    let cache: PageCache
    /// The limits of an account's responses other than pages.
    let responseLimits: ResponseLimits
    let account: String?
    /// The folder of the configuration, which determines the page of an address.
    let folders: Folders
    let isJSON: Bool
    /// The version to show; nil for the newest.
    let version: Int?

    /// How secrets in the headers of a page are shown.
    var secrets: Secrets { Secrets(.masked, in: ConfigurationFile(folders).settings.general.secrets) }

    /// Creates the command, also for others that need the page of a word.
    init(_ arguments: Arguments) throws(CommandFailure) {
        folders = Folders(Environment())
        var choices = ConfigurationFile(folders).settings.general
        let limit = try arguments.value(
            .limit, as: { ByteSize.bytes($0) }, "bytes such as 500K, 64M or 1G")
        if let limit { choices[Settings.cacheSize] = limit }
        cache = try World.cache(arguments, folders, choices)
        responseLimits = choices.responseLimits
        account = arguments.value(.account)
        isJSON = arguments.has(.json)
        version = try arguments.number(.version, in: 1...Int.max)
    }

    func list() async throws(StoreFailure) -> ExitStatus {
        let entries = try await cache.list().filter { account == nil || $0.id.account == account }
        if isJSON {
            print([
                "folder": .string(cache.root), "bytes": .integer(entries.reduce(0) { $0 + $1.bytes }),
                "pages": .array(entries.map(json)),
            ])
            return .done
        }
        if entries.isEmpty { Console.complain("nothing is stored in \(cache.root)") }
        for entry in entries {
            let account = entry.id.account.isEmpty ? "" : "  (\(entry.id.account))"
            let versions = String.counted(entry.versions.count, "version")
            let off = Self.sonicOff(entry).map { "  Sonic \($0)" } ?? ""
            let led = entry.marks.redirects.last.map { "  redirects to \($0.to.href)" } ?? ""
            let pin = entry.pin == nil ? "" : "  kept offline"
            let edited = entry.versions.first?.isEdited == true ? "  edited by hand" : ""
            print(
                Self.time(entry.used) + entry.bytes.byteText.atRight(of: 10) + versions.atRight(of: 13)
                    + "  "
                    + entry.url + account + led + pin + edited + off
                    + (entry.exception.map { "  exception: \($0)" } ?? ""))
        }
        return .done
    }

    private func show(_ words: [String]) async throws(CommandFailure) -> ExitStatus {
        let id = await candidates(try page(words[0]), words[0])[0]
        if words.count == 2 { return try await show(id, part: words[1]) }
        guard version == nil else {
            throw .init(message: "--version goes with a part: sonic cache show URL|ID PART --version N")
        }
        return await ExitStatus.of { () async throws(StoreFailure) in try await show(id) }
    }

    private func show(_ id: PageID) async throws(StoreFailure) -> ExitStatus {
        guard let entry = try await cache.entry(id) else { return absent(id) }
        // Loading by number does not count as a use, and repairs nothing.
        var page: StoredPage?
        if let current = entry.versions.first { page = try await cache.load(id, number: current.number) }
        let fields = page?.version.headers.fields ?? []
        let secrets = secrets
        let read = try await cache.lastRead(of: id)
        if isJSON {
            let headers = fields.map {
                JSONValue.array([.string($0.name), .string(secrets.value(of: $0))])
            }
            guard case .object(let members) = json(entry) else { return .failed }
            let tags: [JSONValue.Member] = [
                .init("etag", .string(orNull: page?.version.etag)),
                .init("templateTag", .string(orNull: page?.version.templateTag)),
                .init("read", .integer(orNull: read?.number)),
            ]
            print(.object(members + tags + [.init("headers", .array(headers))]))
            return .done
        }
        print(entry.url)
        print("  id        \(GetReport.sessionID(id))")
        if let exception = entry.exception { print("  exception \(exception)") }
        print("  folder    \(try cache.path(of: id))")
        print("  on disk   \(entry.bytes.byteText)")
        print("  used      \(Self.time(entry.used))")
        if let checked = entry.checked { print("  checked   \(Self.time(checked))") }
        if let read { print("  read      \(Self.time(read.at))  version \(read.number)") }
        for hop in entry.marks.redirects { print("  redirect  \(hop.to.href)  status \(hop.status)") }
        if let off = Self.sonicOff(entry) { print("  Sonic     \(off)") }
        if let pin = entry.pin { print("  kept      \(Self.time(pin.since))  offline") }
        for resource in entry.pin?.resources ?? [] { print("  resource  \(resource.text)") }
        if let page { printTags(page.version) }
        for version in entry.versions {
            let stored = version.stored.map { Self.time($0) } ?? "unreadable"
            print(
                "  version   \(version.number)  \(stored)  \(version.length) bytes  sha1 \(version.sha1 ?? "?")"
                    + (version.isEdited ? "  edited by hand" : ""))
        }
        for field in fields { print("  header    \(field.name): \(secrets.value(of: field))") }
        guard page != nil || entry.versions.isEmpty else {
            Console.complain("the newest version is damaged; see sonic cache verify")
            return .failed
        }
        return .done
    }

    private func remove(_ words: [String]) async throws(CommandFailure) -> ExitStatus {
        var pages: [PageID] = []
        // Only removing applies to all variants of a page.
        for word in words { pages += await candidates(try page(word), word) }
        return await .of { [pages] () async throws(StoreFailure) in try await remove(pages) }
    }

    private func remove(_ ids: [PageID]) async throws(StoreFailure) -> ExitStatus {
        var status = ExitStatus.done
        for id in ids {
            guard let entry = try await cache.entry(id) else {
                status = absent(id)
                continue
            }
            guard entry.pin == nil else {
                Console.complain("\(entry.url) is kept offline; sonic forget page removes it")
                status = .failed
                continue
            }
            try await cache.remove(id)
            // A user who removes a page also wants its history removed.
            try await cache.forgetMarks(of: id)
            try await SessionHistory(root: cache.root, account: id.account).forget(id)
            printUnlessJSON("removed \(entry.url)")
        }
        return status
    }

    private func path(_ words: [String]) async throws(CommandFailure) -> ExitStatus {
        if words.isEmpty, account != nil {
            throw .init(message: "sonic cache path is for all accounts; leave out --account")
        }
        var page: PageID?
        for word in words { page = await candidates(try self.page(word), word)[0] }
        return await .of { [page] () throws(StoreFailure) in
            let path = try page.map { (id) throws(StoreFailure) in try cache.path(of: id) } ?? cache.root
            if isJSON { print(["path": .string(path)]) } else { print(path) }
            return .done
        }
    }

    private func verify() async throws(StoreFailure) -> ExitStatus {
        let settings = ConfigurationFile(folders).settings
        let report = try await cache.verify { settings.choices(for: $0).identity }
        if isJSON {
            print([
                "pages": .integer(report.pages), "versions": .integer(report.versions),
                "faults": .array(
                    report.faults.map { ["path": .string($0.path), "reason": .string($0.reason)] }),
            ])
        } else {
            for fault in report.faults { print("\(fault.path): \(fault.reason)") }
            print(
                String.counted(report.versions, "version") + " of " + String.counted(report.pages, "page")
                    + ", "
                    + String.counted(report.faults.count, "fault"))
        }
        return report.faults.isEmpty ? .done : .failed
    }

    private func prune() async throws(StoreFailure) -> ExitStatus {
        let report = try await cache.prune()
        let responses = try await pruneResponses()
        if isJSON {
            print([
                "pages": .integer(report.pages), "versions": .integer(report.versions),
                "bytes": .integer(report.bytes), "bytesLeft": .integer(report.bytesLeft),
                "pinned": .integer(report.pinned), "pinnedBytes": .integer(report.pinnedBytes),
                "responses": .integer(responses.pages), "responseBytes": .integer(responses.bytes),
                "responseBytesLeft": .integer(responses.bytesLeft),
                "pinnedResponses": .integer(responses.pinned),
                "pinnedResponseBytes": .integer(responses.pinnedBytes),
                "recent": .integer(report.recent), "recentResponses": .integer(responses.recent),
            ])
        } else {
            print(
                "removed \(String.counted(report.pages, "page")) and \(String.counted(report.versions, "older version")), "
                    + "\(report.bytes.byteText) freed, \(report.bytesLeft.byteText) left"
                    + Self.stayed(report, "page kept offline", "pages kept offline"))
            print(
                "removed \(String.counted(responses.pages, "response")), \(responses.bytes.byteText) freed, "
                    + "\(responses.bytesLeft.byteText) left"
                    + Self.stayed(
                        responses, "response of pages kept offline", "responses of pages kept offline"))
            complainOfRest(report, "page", limit: cache.limits.bytes)
            complainOfRest(responses, "response", limit: responseLimits.bytes)
        }
        if let warning = InboxService.excess(report.pinnedBytes, limit: cache.limits.bytes) {
            Console.complain(warning)
        }
        return .done
    }

    /// Prunes the responses other than pages, of every account, to their limits.
    private func pruneResponses() async throws(StoreFailure) -> PruneReport {
        var sum = PruneReport()
        for account in try AccountFolder.accounts(in: cache.root) {
            let report = try await ResponseCache(
                root: cache.root, account: account, hashes: .nettle, limits: responseLimits, now: World.now
            ).prune()
            sum.pages += report.pages
            sum.bytes += report.bytes
            sum.bytesLeft += report.bytesLeft
            sum.pinned += report.pinned
            sum.pinnedBytes += report.pinnedBytes
            sum.recent += report.recent
        }
        return sum
    }

    // MARK: - Words and numbers

    /// Returns the page of a word: an address, or an id as the listings print it.
    func page(_ word: String) throws(Arguments.Mistake) -> PageID {
        let parts = word.split(separator: "_", omittingEmptySubsequences: false)
        if let digest = parts.last.map(String.init), PageCache.isDigest(digest) {
            let named = parts.dropLast().joined(separator: "_")
            return PageID(account: named.isEmpty ? account ?? "" : named, digest: digest)
        }
        let url: WebURL
        do throws(WebURL.Failure) {
            url = try WebURL.fromUserInput(word, domainToASCII: DomainName.ascii)
        } catch {
            throw .init(message: "“\(word)” is not an address or a page id: \(error)")
        }
        let choices = ConfigurationFile(folders).settings.choices(for: url)
        return (choices.identity ?? PageIdentity(for: url))
            .id(of: url, account: account ?? choices[Settings.account], hashes: .nettle)
    }

    private func json(_ entry: PageEntry) -> JSONValue {
        [
            "url": .string(entry.url), "sessionId": .string(GetReport.sessionID(entry.id)),
            "account": .string(entry.id.account), "exception": .string(orNull: entry.exception),
            "bytes": .integer(entry.bytes),
            "used": .string(Self.time(entry.used, inJSON: true)),
            "checked": .string(orNull: entry.checked.map { Self.time($0, inJSON: true) }),
            "pinned": .string(orNull: entry.pin.map { Self.time($0.since, inJSON: true) }),
            "resources": .array((entry.pin?.resources ?? []).map { .string($0.text) }),
            "redirects": .array(
                entry.marks.redirects.map {
                    ["to": .string($0.to.href), "status": .integer($0.status)]
                }),
            "sonicOffUntil": .string(orNull: entry.marks.sonicOff.map { Self.time($0, inJSON: true) }),
            "versions": .array(
                entry.versions.map { version in
                    [
                        "number": .integer(version.number), "length": .integer(version.length),
                        "stored": .string(orNull: version.stored.map { Self.time($0, inJSON: true) }),
                        "sha1": .string(orNull: version.sha1), "edited": .bool(version.isEdited),
                    ]
                }),
        ]
    }

    func absent(_ id: PageID) -> ExitStatus {
        Console.complain("page \(GetReport.sessionID(id)) is not stored; see sonic cache list")
        return .failed
    }
}
