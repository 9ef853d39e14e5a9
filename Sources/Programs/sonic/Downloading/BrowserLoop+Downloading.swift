import Browser
import BrowserServices
import BrowserValues
import Configuration
import Glibc
import SonicProtocol

// Downloads, which run concurrently with the screen.
extension BrowserLoop {
    /// Reports the saves of a file, instead of those of the previous one.
    func follow(_ file: WebURL?) {
        following?.cancel()
        following = file.flatMap { file in
            FilePath(file).map { path in
                let saves = SavedFiles.saves(of: [path])
                return Task {
                    for await _ in saves { receive(.event(.fileSaved(file))) }
                }
            }
        }
    }

    /// Downloads a file, and reports its progress to the model.
    func download(_ order: FileOrder, _ number: Int) {
        var order = order
        order.target = target(order.target)
        let (reports, continuation) = AsyncStream<DownloadReport>.makeStream()
        let transfer = FileTransfer(
            order: order, source: world.fileSource(order.url, secretsOrigin: secretsOrigin),
            report: { continuation.yield($0) })
        run { [self] in
            for await report in reports { receive(.event(.downloadReported(report, number))) }
        }
        downloads[number] = Task { [before = downloads[number]] in
            // Resuming a download that was just stopped waits until its part is released.
            await before?.value
            await transfer.run()
            continuation.finish()
        }
    }

    /// Removes the part of a file, unless another program uses it.
    @concurrent static func removePart(_ path: String, _ url: WebURL, of account: String) async {
        do throws(PartFile.Failure) {
            let part = try PartFile.open(path, for: url, of: account)
            if part.path == path { part.remove() }
        } catch {
            // It belongs to another download, or does not exist.
        }
    }

    /// Returns the parts of files of previous runs; one without a known account can be resumed by any.
    @concurrent static func parts(in folder: String, of account: String) async -> [FoundPart] {
        PartFile.parts(in: folder).filter { $0.record.account ?? account == account }
    }

    var folderForFiles: String { world.folders.downloads(world.file.settings.general[Settings.downloads]) }

    /// Returns a destination as an absolute path.
    private func target(_ target: FileOrder.Target) -> FileOrder.Target {
        let folder = folderForFiles
        // A folder in the configuration may not exist yet.
        mkdir(FilePath(folder).cString, 0o700)
        switch target {
        case .folder(let name): return .folder(name.isEmpty ? folder : world.environment.expanding(name))
        case .path(let name):
            let typed = world.environment.expanding(name)
            let path = typed.hasPrefix("/") ? typed : folder + "/" + typed
            return path.hasSuffix("/") || FilePath(path).isFolder ? .folder(path) : .path(path)
        }
    }

    // MARK: Exports and files to be sent

    /// Writes a file, off the caller's actor, since a log of many sessions takes time.
    @concurrent static func export(_ order: ExportOrder) async -> ExportReport {
        let path = Environment().expanding(order.path)
        if !order.replacesFile, let bytes = PrivateFile.size(of: path) { return .exists(order, bytes: bytes) }
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
}
