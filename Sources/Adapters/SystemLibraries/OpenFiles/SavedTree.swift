import Glibc
import SonicProtocol

/// A watched folder with its subfolders. Every saved file is reported (inotify(7)): when its writer closes it, or moves
/// another one into its place. New subfolders are watched, too.
package struct SavedTree: Sendable {
    private let reports: CInt
    private let root: String
    /// The maximum number of watched folders.
    private let limit: Int
    /// The paths of the folders by watch descriptor, relative to the root and with a trailing slash; the root's is
    /// empty.
    private var folders: [CInt: String] = [:]

    private static let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR)

    /// Watches a folder; nil if the system does not support it or the folder cannot be read.
    /// - Parameters:
    ///   - root: The folder's path.
    ///   - limit: The maximum number of watched folders; files in others are not reported.
    /// - Complexity: Linear in the number of subfolders.
    package init?(_ root: String, atMost limit: Int = 4096) {
        reports = inotify_init1(CInt(IN_CLOEXEC))
        (self.root, self.limit) = (root, limit)
        guard reports >= 0 else { return nil }
        follow("")
        guard !folders.isEmpty else {
            Glibc.close(reports)
            return nil
        }
    }

    /// Waits until files are saved. Nil once nothing can be reported any more.
    /// - Returns: The paths of the files relative to the root, each once.
    package mutating func next() -> Set<String>? {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let size = retried { read(reports, &buffer, buffer.count) }
            guard size > 0 else { return nil }
            let saved = saved(buffer[..<size])
            if !saved.isEmpty { return saved }
        }
    }

    /// Stops watching; `next` must not be called any more.
    package func close() { Glibc.close(reports) }

    private mutating func saved(_ bytes: ArraySlice<UInt8>) -> Set<String> {
        var found: Set<String> = []
        for event in Event.all(in: bytes) {
            guard let folder = folders[event.folder] else { continue }
            let name = String(decoding: event.name, as: UTF8.self)
            let path = folder + name
            if event.mask & UInt32(IN_IGNORED) != 0 {
                folders[event.folder] = nil
            } else if event.mask & UInt32(IN_ISDIR) != 0 {
                // Files that were saved in it before it was watched count, too.
                if !name.hasPrefix(".") { found.formUnion(follow(path + "/")) }
            } else if event.mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0, !name.isEmpty {
                found.insert(path)
            }
        }
        return found
    }

    /// An event of inotify.
    package struct Event {
        /// The number of the watch.
        package let folder: CInt
        package let mask: UInt32
        /// The name of the file in the folder.
        package let name: [UInt8]

        /// Returns the events that were read.
        package static func all(in bytes: ArraySlice<UInt8>) -> [Event] {
            var events: [Event] = []
            bytes.withUnsafeBytes { raw in
                var offset = 0
                while offset + MemoryLayout<inotify_event>.size <= raw.count {
                    let event = raw.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    offset = min(start + Int(event.len), raw.count)
                    let name = Array(raw[start..<offset].prefix { $0 != 0 })
                    events.append(Event(folder: event.wd, mask: event.mask, name: name))
                }
            }
            return events
        }
    }

    /// Watches a folder and its subfolders, except for hidden ones; symbolic links below it are not followed.
    /// - Returns: The files in them.
    @discardableResult
    private mutating func follow(_ path: String) -> Set<String> {
        var files: Set<String> = []
        var waiting = [path]
        while let folder = waiting.popLast(), folders.count < limit {
            let events = Self.events | (folder.isEmpty ? 0 : UInt32(IN_DONT_FOLLOW))
            let whole = FilePath(FilePath(root).bytes + "/".utf8 + folder.utf8)
            let number = inotify_add_watch(reports, whole.cString, events)
            // A folder that cannot be read contains no files that could be served.
            guard number >= 0, let names = whole.entryNames else { continue }
            folders[number] = folder
            for bytes in names {
                let name = String(decoding: bytes, as: UTF8.self)
                guard !name.hasPrefix(".") else { continue }
                var status = stat()
                guard lstat(FilePath(whole.bytes + name.utf8).cString, &status) == 0 else { continue }
                let kind = status.st_mode & S_IFMT
                if kind == S_IFDIR { waiting.append(folder + name + "/") }
                if kind == S_IFREG { files.insert(folder + name) }
            }
        }
        return files
    }
}
