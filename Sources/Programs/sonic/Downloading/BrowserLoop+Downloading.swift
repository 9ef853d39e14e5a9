import Browser
import BrowserServices
import BrowserValues
import Glibc
import SonicProtocol

// Downloads, which run concurrently with the screen.
extension BrowserLoop {
    func perform(_ effect: Effect.Files) {
        switch effect {
        case .export(let order): export(order)
        case .find(let query): findFiles(query)
        case .download(let order): download(order)
        case .stopDownload(let number): stopDownload(number)
        case .removePart(let path, let url): removePart(path, url)
        case .findParts: findParts()
        case .follow(let file): follow(file)
        }
    }

    /// Reports the saves of a file, instead of those of the previous one.
    private func follow(_ file: WebURL?) {
        following?.cancel()
        following = file.flatMap { file in
            FilePath(file).map { path in
                let saves = SavedFiles.saves(of: [path])
                return Task {
                    for await _ in saves { receive(.found(.files(.saved(file)))) }
                }
            }
        }
    }

    /// Downloads a file, and reports its progress to the model.
    func download(_ order: DownloadOrder) {
        let number = order.number
        let (reports, continuation) = AsyncStream<DownloadReport>.makeStream()
        let transfer = FileTransfer(
            order: FileOrder(
                url: order.url, target: target(order.target), cause: order.cause,
                suggestion: order.suggestion,
                handover: order.handover),
            source: world.fileSource(secretsOrigin: secretsOrigin), report: { continuation.yield($0) })
        run { [self] in
            for await report in reports { receive(.found(.files(.downloadReported(report, number)))) }
        }
        downloads[number] = Task { [before = downloads[number]] in
            // Resuming a download that was just stopped waits until its part is released.
            await before?.value
            await transfer.run()
            continuation.finish()
        }
    }

    /// Stops a download; its part is kept.
    func stopDownload(_ number: Int) { downloads[number]?.cancel() }

    /// Stops all downloads, and waits until what was received is on disk.
    func stopDownloads() async {
        for task in downloads.values { task.cancel() }
        for task in downloads.values { await task.value }
    }

    /// Removes the part of a file, unless another program uses it.
    func removePart(_ path: String, _ url: WebURL) {
        let account = world.account
        run { await Self.removePart(path, url, of: account) }
    }

    @concurrent private static func removePart(_ path: String, _ url: WebURL, of account: String) async {
        do throws(PartFile.Failure) {
            let part = try PartFile.open(path, for: url, of: account)
            if part.path == path { part.remove() }
        } catch {
            // It belongs to another download, or does not exist.
        }
    }

    /// Finds the parts of files of previous runs.
    func findParts() {
        let (folder, account) = (folderForFiles, world.account)
        run { [self] in
            // A part without a known account can be resumed by any.
            let parts = await Self.parts(in: folder).filter {
                $0.record.account.map { $0 == account } ?? true
            }
            guard account == world.account else { return }
            receive(.found(.files(.partsFound(parts))))
        }
    }

    @concurrent private static func parts(in folder: String) async -> [FoundPart] {
        PartFile.parts(in: folder)
    }

    private var folderForFiles: String { world.folders.downloads(world.file.settings.general.downloads) }

    private func target(_ target: DownloadOrder.Target) -> FileOrder.Target {
        let folder = folderForFiles
        // A folder in the configuration may not exist yet.
        mkdir(FilePath(folder).cString, 0o700)
        switch target {
        case .unnamed: return .folder(folder)
        case .part(let path): return .path(path)
        case .named(let name):
            if name.hasPrefix("/") { return .path(name) }
            if name.hasPrefix("~/"), let home = world.environment["HOME"] {
                return .path(home + name.dropFirst())
            }
            return .path(folder + "/" + name)
        }
    }

    // MARK: Exports and files to be sent

    /// Writes a file, and reports the result to the model.
    private func export(_ order: ExportOrder) {
        run { [self] in receive(.found(.files(.exported(await Self.report(order))))) }
    }

    /// Writes a file, off the caller's actor, since a log of many sessions takes time.
    @concurrent private static func report(_ order: ExportOrder) async -> ExportReport {
        let home = Environment()["HOME"] ?? "~"
        let path = order.path.hasPrefix("~/") ? home + order.path.dropFirst() : order.path
        if !order.replacesFile, let bytes = PrivateFile.size(of: path) {
            return .exists(order, bytes: bytes)
        }
        let bytes = order.bytes(version: Help.version)
        do throws(PrivateFile.Failure) {
            if order.replacesFile {
                try PrivateFile.write(bytes, to: path)
            } else {
                try PrivateFile.write(bytes, toNew: path)
            }
            return .written(order, bytes: bytes.count)
        } catch {
            return .failed(error.message)
        }
    }

    /// Answers a query for files, and reports the result to the model.
    private func findFiles(_ query: FileQuery) {
        let finder = FileFinder(home: world.environment["HOME"])
        run { [self] in receive(.found(.files(.found(await Self.report(query, finder))))) }
    }

    /// Off the caller's actor: a folder may be large, and its disk slow.
    @concurrent private static func report(_ query: FileQuery, _ finder: FileFinder) async -> FileReport {
        switch query {
        case .completions(let path): return .completions(of: path, finder.completions(of: path))
        case .files(let paths, let place):
            do throws(CommandFailure) {
                return .files(try finder.files(paths), place)
            } catch {
                return .refused(error.message, place)
            }
        }
    }
}
