import Browser
import Glibc
import SonicProtocol
import SystemLibraries

/// A file on its way: its bytes in `NAME.part`, what is known of it in `NAME.part-record`, both for the reader alone.
///
/// Whoever has one open has its lock: nobody else writes to it. Nothing that is there is written over.
package final class PartFile {
    /// Why it cannot be opened or written.
    package enum Failure: Error {
        /// Somebody else has it open, or it is the part of another file.
        case taken
        /// The system says so.
        case system(String)
        /// The disk is full.
        case full

        init(_ path: String, _ code: Int32) {
            self =
                code == ENOSPC || code == EDQUOT
                ? .full : .system("\(path): \(String(cString: strerror(code)))")
        }
    }

    private static let ending = ".part"
    private static let recordEnding = ".part-record"
    /// How many names are tried where one is taken.
    private static let names = 1000

    /// Where the whole file will be.
    package let path: String
    /// What is known of the file; nil for nothing.
    private(set) var record: DownloadRecord?
    /// How many of its bytes are here.
    private(set) var received: Int
    private let descriptor: Int32

    private var partPath: String { path + Self.ending }

    /// What is here, and how the rest is asked for.
    var resumption: Resumption { Resumption(record, received: received) }

    private init(_ path: String, _ descriptor: Int32, received: Int, record: DownloadRecord?) {
        self.path = path
        self.descriptor = descriptor
        self.received = received
        self.record = record
    }

    deinit { close(descriptor) }

    // MARK: Opening

    /// Opens the part of the file with this path, or of the first numbered one that is free: one that is taken, and
    /// the part of another address or account, are left alone.
    package static func open(_ wanted: String, for url: WebURL, of account: String) throws(Failure)
        -> PartFile
    {
        let slash = wanted.lastIndex(of: "/")
        let folder = slash.map { wanted[...$0] } ?? ""
        let name = FileName(String(slash.map { wanted[wanted.index(after: $0)...] } ?? wanted[...]))
        var path = wanted
        for number in 2...names {
            do throws(Failure) {
                if PrivateFile.size(of: path) == nil { return try openPart(path, for: url, of: account) }
            } catch .taken {
                // The next name may be free.
            } catch {
                throw error
            }
            path = folder + name.numbered(number)
        }
        throw .system("\(wanted): too many files with this name")
    }

    private static func openPart(
        _ path: String, for url: WebURL, of account: String
    ) throws(Failure) -> PartFile {
        let partPath = path + ending
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        var descriptor = Glibc.open(partPath, flags | O_CREAT | O_EXCL, 0o600)
        let isNew = descriptor >= 0
        if !isNew, errno == EEXIST { descriptor = Glibc.open(partPath, flags) }
        guard descriptor >= 0 else {
            if errno == ELOOP { throw .taken }
            throw Failure(partPath, errno)
        }
        var isOurs = false
        defer { if !isOurs { close(descriptor) } }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .taken }
        // Whoever had it open may have been done with it just now; what others own or link is left alone.
        var (status, named) = (stat(), stat())
        guard fstat(descriptor, &status) == 0, lstat(partPath, &named) == 0, status.st_ino == named.st_ino,
            status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink == 1
        else { throw .taken }
        let record = isNew ? nil : Self.record(of: path)
        // The part of something else, or of who knows what.
        if status.st_size > 0 {
            guard let record, record.url == url.withoutFragment.withoutCredentials,
                record.account.map({ $0 == account }) ?? true
            else { throw .taken }
        }
        guard lseek(descriptor, 0, SEEK_END) >= 0 else { throw Failure(partPath, errno) }
        isOurs = true
        return PartFile(path, descriptor, received: Int(status.st_size), record: record)
    }

    private static func record(of path: String) -> DownloadRecord? {
        do throws(RegularFile.Refusal) {
            let file = try RegularFile(path + recordEnding, followingLinks: false)
            return DownloadRecord(try file.bytes(limit: DownloadRecord.limit))
        } catch {
            // Without a record the file comes anew.
            return nil
        }
    }

    // MARK: Writing

    /// Begins the file anew. A record never stands beside bytes that are not its own, whenever the program ends.
    func startAnew(_ record: DownloadRecord) throws(Failure) {
        unlink(path + Self.recordEnding)
        guard ftruncate(descriptor, 0) == 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            throw Failure(partPath, errno)
        }
        received = 0
        self.record = record
        do throws(PrivateFile.Failure) {
            try PrivateFile.write(record.bytes, to: path + Self.recordEnding)
        } catch {
            throw error.isFull ? .full : .system(error.message)
        }
    }

    /// Adds bytes at the end. What could be written before a failure stays.
    func append(_ bytes: [UInt8]) throws(Failure) {
        if let code = writeAll(bytes, to: descriptor) {
            var status = stat()
            if fstat(descriptor, &status) == 0 { received = Int(status.st_size) }
            throw Failure(partPath, code)
        }
        received += bytes.count
    }

    /// Gives the whole file its name, or the first numbered one that is free.
    /// - Returns: Its path.
    func finish() throws(Failure) -> String {
        guard fsync(descriptor) == 0 else { throw Failure(partPath, errno) }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { path[...$0] } ?? ""
        let name = FileName(String(slash.map { path[path.index(after: $0)...] } ?? path[...]))
        var target = path
        for number in 2...Self.names {
            if try give(target) {
                unlink(path + Self.recordEnding)
                return target
            }
            target = folder + name.numbered(number)
        }
        throw .system("\(path): too many files with this name")
    }

    /// Whether the part could be given this name; false where something has it.
    private func give(_ name: String) throws(Failure) -> Bool {
        if link(partPath, name) == 0 {
            unlink(partPath)
            return true
        }
        switch errno {
        case EEXIST: return false
        // A file system without hard links: there the name may be taken between the look and the renaming.
        case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
            guard PrivateFile.size(of: name) == nil else { return false }
            guard rename(partPath, name) == 0 else { throw Failure(name, errno) }
            return true
        default: throw Failure(name, errno)
        }
    }

    /// Removes what is here.
    package func remove() {
        unlink(path + Self.recordEnding)
        unlink(partPath)
    }

    // MARK: Looking

    /// The parts in a folder that can be gone on with.
    package static func parts(in folder: String) -> [FoundPart] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var parts: [FoundPart] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasSuffix(recordEnding) else { continue }
            let path = "\(folder)/\(name.dropLast(recordEnding.count))"
            if let record = record(of: path), let size = PrivateFile.size(of: path + ending) {
                parts.append(FoundPart(path: path, record: record, received: size))
            }
        }
        return parts.sorted { $0.path < $1.path }
    }
}
