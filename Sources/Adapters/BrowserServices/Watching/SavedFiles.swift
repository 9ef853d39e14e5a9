import Glibc
import SonicProtocol
import SystemLibraries

/// Files saved by other programs, as reported by inotify(7): when the writer closes a file, or moves another one into
/// its place.
package struct SavedFiles: Sendable {
    /// Returns a stream of the paths, each time a file is saved, until the stream is terminated. If a path contains
    /// symbolic links, their target counts, too. The stream ends at once if the system does not support inotify.
    package static func saves(of paths: [FilePath]) -> AsyncStream<FilePath> {
        AsyncStream { continuation in
            guard let following = SavedFiles(paths) else { return continuation.finish() }
            continuation.onTermination = { _ in following.stop() }
            let error = DetachedThread.start(blockingSignals: true) {
                following.run { continuation.yield($0) }
                continuation.finish()
            }
            if error != 0 {
                following.close()
                continuation.finish()
            }
        }
    }

    private let reports: CInt
    private let stopping: CInt
    private let stopper: CInt
    /// The watched paths, by the watch descriptor of the folder and the name of the file.
    private let paths: [Place: Set<FilePath>]

    private struct Place: Hashable {
        let folder: CInt
        let name: [UInt8]
    }

    private init?(_ paths: [FilePath]) {
        reports = inotify_init1(CInt(IN_CLOEXEC))
        guard reports >= 0, let ends = openPipe() else {
            if reports >= 0 { Glibc.close(reports) }
            return nil
        }
        (stopping, stopper) = ends
        var places: [Place: Set<FilePath>] = [:]
        for path in paths {
            for file in Set([path, path.real ?? path]) {
                let name = Array(file.bytes.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed())
                let folder = FilePath(file.bytes.dropLast(name.count))
                let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)
                let number = inotify_add_watch(reports, folder.cString, events)
                // A folder that cannot be read contains no files that could be displayed.
                guard number >= 0 else { continue }
                places[Place(folder: number, name: name), default: []].insert(path)
            }
        }
        self.paths = places
    }

    /// Reports saves until it is stopped; then closes the descriptors.
    private func run(_ report: (FilePath) -> Void) {
        defer { close() }
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            var waiting = [
                pollfd(fd: reports, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stopping, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&waiting, 2, -1)
            if count < 0, errno == EINTR { continue }
            guard count > 0, waiting[1].revents == 0 else { return }
            let size = retried { read(reports, &buffer, buffer.count) }
            guard size > 0 else { return }
            for path in saved(buffer[..<size]) { report(path) }
        }
    }

    /// Returns the paths in the events, each once: two saves in between require only one check.
    private func saved(_ bytes: ArraySlice<UInt8>) -> Set<FilePath> {
        var found: Set<FilePath> = []
        for event in SavedTree.Event.all(in: bytes) {
            // After an overflow it is unknown which file was saved: report all.
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { found.formUnion(paths.values.joined()) }
            found.formUnion(paths[Place(folder: event.folder, name: event.name)] ?? [])
        }
        return found
    }

    /// Ends `run`.
    private func stop() { Glibc.close(stopper) }

    private func close() {
        Glibc.close(reports)
        Glibc.close(stopping)
    }
}
