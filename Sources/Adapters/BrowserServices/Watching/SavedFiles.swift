import Glibc
import SystemLibraries

/// Files that others save, as the system reports it (inotify(7)): when whoever wrote one has closed it, or has moved another
/// one into its place.
package enum SavedFiles {
    /// The paths of those that are saved, each time one is, until nobody listens any more. Where a path leads through
    /// symbolic links the file at their end counts too. It ends at once where the system reports no such thing.
    package static func saves(of paths: [String]) -> AsyncStream<String> {
        AsyncStream { continuation in
            guard let following = Following(paths) else { return continuation.finish() }
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

    /// The descriptors of one who listens.
    private struct Following: Sendable {
        private let reports: CInt
        private let stopping: CInt
        private let stopper: CInt
        /// The paths that are asked for, by the place of a file: the number of its folder, and its name.
        private let paths: [Place: Set<String>]

        private struct Place: Hashable {
            let folder: CInt
            let name: String
        }

        init?(_ paths: [String]) {
            reports = inotify_init1(CInt(IN_CLOEXEC))
            var ends: [CInt] = [-1, -1]
            guard reports >= 0, pipe(&ends) == 0 else {
                if reports >= 0 { Glibc.close(reports) }
                return nil
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (stopping, stopper) = (ends[0], ends[1])
            var places: [Place: Set<String>] = [:]
            for path in paths {
                for file in Set([path, Self.target(of: path)]) {
                    let slash = file.lastIndex(of: "/") ?? file.startIndex
                    let folder = String(file[..<slash])
                    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO)
                    let number = inotify_add_watch(reports, folder.isEmpty ? "/" : folder, events)
                    // A folder that cannot be read has no file that could be shown.
                    guard number >= 0 else { continue }
                    let name = String(file[slash...].dropFirst())
                    places[Place(folder: number, name: name), default: []].insert(path)
                }
            }
            self.paths = places
        }

        /// Where the symbolic links of a path lead; the path itself where that is not known.
        private static func target(of path: String) -> String {
            guard let target = realpath(path, nil) else { return path }
            defer { free(target) }
            return String(cString: target)
        }

        /// Reports saves until it is stopped; then nothing of it is open any more.
        func run(_ report: (String) -> Void) {
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
                let size = read(reports, &buffer, buffer.count)
                if size < 0, errno == EINTR { continue }
                guard size > 0 else { return }
                for path in saved(buffer[..<size]) { report(path) }
            }
        }

        /// The paths in what was read, each once: whoever saves twice in between needs no two looks.
        private func saved(_ bytes: ArraySlice<UInt8>) -> Set<String> {
            var found: Set<String> = []
            bytes.withUnsafeBytes { raw in
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= raw.count {
                    let event = raw.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    offset = min(start + Int(event.len), raw.count)
                    let name = String(decoding: raw[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
                    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
                        // What was saved then nobody knows.
                        found.formUnion(paths.values.joined())
                    }
                    found.formUnion(paths[Place(folder: event.wd, name: name)] ?? [])
                }
            }
            return found
        }

        /// Ends `run`.
        func stop() { Glibc.close(stopper) }

        func close() {
            Glibc.close(reports)
            Glibc.close(stopping)
        }
    }
}
