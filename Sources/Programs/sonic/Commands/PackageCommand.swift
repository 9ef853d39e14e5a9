import Browser
import BrowserServices
import BrowserValues
import CellGrid
import Glibc
import SonicProtocol

/// `sonic package …`: makes, imports, lists, updates and removes offline packages.
struct PackageCommand {
    static let row = Subcommand(
        "package", "sonic package list|make|import|update|remove",
        "manage offline packages: pages from this machine under their own addresses",
        options: [.json, .name, .base, .updates, .userAgent] + Option.connecting,
        examples: [("sonic package import site.zip", "read a site offline")],
        verbs: [
            verb("", takes: 0...0, options: [.json]) { await .of($0.list) },
            verb("list", takes: 0...0, options: [.json]) { await .of($0.list) },
            verb("make", "DIR [ARCHIVE]", takes: 1...2, "a folder", options: [.name, .base, .updates]) {
                (command) async throws(CommandFailure) in try await command.make()
            },
            verb(
                "import", "ARCHIVE|URL", takes: 1...1, "one archive, folder or address", options: fetching
            ) { (command) async throws(CommandFailure) in try await command.install() },
            verb("update", "[NAME…]", takes: 0...Int.max, options: fetching) {
                (command) async throws(CommandFailure) in try await command.update()
            },
            verb("remove", "NAME…", takes: 1...Int.max, "packages") { await .of($0.remove) },
        ])

    /// The options of what sends requests.
    private static let fetching = [Option.userAgent] + Option.connecting

    private static func verb(
        _ name: String, _ operands: String = "", takes count: ClosedRange<Int>,
        _ words: String = "no package",
        options: [Option] = [],
        _ run: @escaping @MainActor @Sendable (Self) async throws(CommandFailure) -> ExitStatus
    ) -> Subcommand {
        Subcommand(
            name, ["sonic package", name, operands].filter { !$0.isEmpty }.joined(separator: " "),
            takes: count, words, options: options + [.maxTime],
            run: Program.waiting { (arguments) async throws(CommandFailure) in
                let environment = Environment()
                guard let store = Connections.packageStore(environment) else {
                    throw .init(message: "HOME is not set; set XDG_DATA_HOME to store packages")
                }
                return try await run(Self(store: store, arguments: arguments, environment: environment))
            })
    }

    private let store: PackageStore
    private let arguments: Arguments
    let environment: Environment
    private var names: [String] { arguments.words }

    // MARK: - The verbs

    private func make() async throws(CommandFailure) -> ExitStatus {
        let (folder, archive) = (names[0], names.dropFirst().first)
        var wishes: PackageManifest.Values = (nil, nil, nil)
        wishes.name = arguments.value(.name)
        wishes.base = try arguments.value(
            .base, as: PackageManifest.prefix, "an http or https address that ends with a slash")
        wishes.update = try arguments.value(
            .updates, as: { WebURL($0).flatMap { $0.isHTTP ? $0 : nil } }, "an http or https address")
        return await ExitStatus.of { () throws(PackageFailure) in
            let manifest = try PackageManifest(of: folder, wishes)
            try write(manifest, to: folder + "/" + PackageManifest.fileName)
            print(described(manifest))
            if let archive { try manifest.pack(folder, into: archive) }
            return .done
        }
    }

    private func install() async throws(CommandFailure) -> ExitStatus {
        if WebURL(names[0])?.isHTTP ?? false { return try await installDownload(from: names[0]) }
        try arguments.refuse(
            Self.fetching.filter { $0 != .maxTime }, "sonic package import sends no requests for a file")
        return await ExitStatus.of { () throws(PackageFailure) in try await installFile(names[0]) }
    }

    private func installDownload(from text: String) async throws(CommandFailure) -> ExitStatus {
        let world = try World(arguments, environment: environment)
        let address = try world.address(text)
        world.printWarnings()
        return await ExitStatus.of { () throws(PackageFailure) in
            let contents = try await fetching(address, world) { path throws(PackageFailure) in
                try PackageContents(readingFrom: path, isFolder: false)
            }
            return try await install(contents)
        }
    }

    private func installFile(_ path: String) async throws(PackageFailure) -> ExitStatus {
        let path = World.absolute(path)
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        let contents = try PackageContents(
            readingFrom: path, isFolder: status.st_mode & S_IFMT == S_IFDIR)
        return try await install(contents)
    }

    private func install(_ contents: PackageContents) async throws(PackageFailure) -> ExitStatus {
        try await store.install(contents)
        print(described(contents.manifest))
        if contents.ignored > 0 {
            Console.complain("\(contents.ignored) files that the manifest does not name were skipped")
        }
        return .done
    }

    private func list() async throws(PackageFailure) -> ExitStatus {
        let entries = try await store.list()
        if arguments.has(.json) {
            Console.print(JSONValue.array(entries.map(json)).text(.indented))
            return .done
        }
        if entries.isEmpty { Console.complain("no packages in \(store.root)") }
        for entry in entries {
            switch entry.manifest {
            case .success(let manifest): print(described(manifest))
            case .failure(let failure): print("\(entry.name): \(failure)")
            }
        }
        return .done
    }

    private func remove() async throws(PackageFailure) -> ExitStatus {
        for name in names { try await store.remove(name) }
        return .done
    }

    private func update() async throws(CommandFailure) -> ExitStatus {
        let world = try World(arguments, environment: environment)
        let registry = world.connections.registry
        // Requests for a package are never answered from one.
        await registry.unregister("package")
        let updates = PackageUpdates(
            store, headers: Connections.headers(world.headers.product, accept: "*/*"))
        return await ExitStatus.of { () throws(PackageFailure) in
            var names = names
            if names.isEmpty {
                for entry in try await store.list() {
                    if case .success(let manifest) = entry.manifest, manifest.update != nil {
                        names.append(entry.name)
                    }
                }
            }
            if names.isEmpty { Console.complain("no package has an address for updates") }
            for name in names {
                switch try await updates.update(name, through: registry) {
                case .current(let version): print("\(name) \(version) is the newest")
                case .updated(let old, let new, let fetched):
                    print("\(name) updated \(old) → \(new), \(String.counted(fetched, "file")) fetched")
                }
            }
            return .done
        }
    }

    // MARK: - Words

    private func described(_ manifest: PackageManifest) -> String {
        let size = manifest.files.values.reduce(0) { $0 + $1.size }
        let serves = manifest.prefixes.map(\.url.href).sorted()
        return "\(manifest.name) \(manifest.version)  \(manifest.files.count) files, \(size) bytes"
            + (serves.isEmpty ? "" : "  for " + serves.joined(separator: " "))
            + (manifest.update.map { "  from \($0.href)" } ?? "")
    }

    private func json(_ entry: PackageStore.Entry) -> JSONValue {
        switch entry.manifest {
        case .failure(let failure): ["name": .string(entry.name), "problem": .string(failure.description)]
        case .success(let manifest):
            [
                "name": .string(manifest.name), "version": .integer(manifest.version),
                "serves": .array(manifest.prefixes.map(\.url.href).sorted().map { .string($0) }),
                "update": .string(orNull: manifest.update?.href), "files": .integer(manifest.files.count),
                "bytes": .integer(manifest.files.values.reduce(0) { $0 + $1.size }),
            ]
        }
    }

    /// Writes a manifest to the user's folder atomically.
    private func write(_ manifest: PackageManifest, to path: String) throws(PackageFailure) {
        let draft = path + ".new"
        unlink(draft)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        let bytes = manifest.bytes
        let isWritten = file >= 0 && Glibc.write(file, bytes, bytes.count) == bytes.count
        let reason = String(cString: strerror(errno))
        if file >= 0 { close(file) }
        guard isWritten, rename(draft, path) == 0 else {
            unlink(draft)
            throw .unreadable(path: path, reason: reason)
        }
    }

    private func print(_ line: String) { Console.print(VisibleText.line(line)) }

    // `sonic package import URL`: imports an archive from the network.

    /// The maximum size of an archive: its files have 256 MiB at most, and hardly any grows when compressed.
    private static let largest = 256 << 20

    /// Fetches an archive into a temporary file, and passes its path to `read`.
    func fetching<Value>(
        _ url: WebURL, _ world: World, _ read: (_ path: String) throws(PackageFailure) -> Value
    ) async throws(PackageFailure) -> Value {
        let parent = environment.temporaryFolder
        var folder = Array((parent + "/sonic-package-XXXXXX").utf8CString)
        guard mkdtemp(&folder) != nil else {
            throw .unreadable(path: parent, reason: String(cString: strerror(errno)))
        }
        let path = String(decoding: folder.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // In any case: the archive, and what an interrupted transfer leaves.
        defer {
            for ending in ["", ".part", ".part-record"] { unlink(path + "/archive" + ending) }
            rmdir(path)
        }
        try await fetch(url, into: path + "/archive", world)
        return try read(path + "/archive")
    }

    private func fetch(_ url: WebURL, into path: String, _ world: World) async throws(PackageFailure) {
        let registry = world.connections.registry
        // Requests for a package are never answered from one.
        await registry.unregister("package")
        let source = world.fileSource(url, secretsOrigin: url.origin)
        let (reports, continuation) = AsyncStream<DownloadReport>.makeStream()
        let transfer = FileTransfer(order: FileOrder(url: url, target: .path(path)), source: source) {
            continuation.yield($0)
        }
        let running = Task { await transfer.run() }
        var reason = "no response received"
        reading: for await report in reports {
            switch report {
            case .begun(_, _, _, let length):
                if let length, length > Self.largest { running.cancel() }
            case .received(let bytes):
                if bytes > Self.largest { running.cancel() }
            case .pausing, .noted: break
            case .ended(.saved(_, let bytes, _)):
                await running.value
                guard bytes <= Self.largest else { break reading }
                return
            case .ended(.stopped):
                reason = "it is larger than \(Self.largest >> 20) MiB"
                break reading
            case .ended(.broken(let why)), .ended(.failed(let why)):
                reason = why
                break reading
            }
        }
        await running.value
        throw .notFetched(url: url.href, reason: reason)
    }
}
