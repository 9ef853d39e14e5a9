import BrowserValues
import Glibc
import SonicProtocol
import SystemLibraries

/// A partial download: its bytes in `NAME.part`, its record in `NAME.part-record`, both with access for the user only.
///
/// An open part is locked: no other process writes to it. Existing files are never overwritten.
package final class PartFile {
    /// The reason why it cannot be opened or written.
    package enum Failure: Error {
        /// Another process has it open, or it is the part of another file.
        case taken
        /// The system reports this reason.
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
    /// The maximum number of names tried if one exists.
    private static let names = 1000

    /// The path of the complete file.
    package let path: String
    /// The record of the file; nil for none.
    private(set) var record: DownloadRecord?
    /// The number of bytes received.
    private(set) var received: Int
    private let descriptor: Int32

    private var partPath: String { path + Self.ending }
    private var recordPath: FilePath { FilePath(path + Self.recordEnding) }

    /// The state for requesting the rest.
    var resumption: Resumption { Resumption(record, received: received) }

    private init(_ path: String, _ descriptor: Int32, received: Int, record: DownloadRecord?) {
        self.path = path
        self.descriptor = descriptor
        self.received = received
        self.record = record
    }

    deinit { close(descriptor) }

    // MARK: Opening

    /// Opens the part of the file with this path, or the first free numbered one: a part that is locked, or belongs to
    /// another address or account, is not touched.
    package static func open(_ wanted: String, for url: WebURL, of account: String) throws(Failure)
        -> PartFile
    {
        try firstFree(wanted) { path throws(Failure) -> PartFile? in
            guard PrivateFile.size(of: path) == nil else { return nil }
            do throws(Failure) {
                return try openPart(path, for: url, of: account)
            } catch .taken {
                return nil
            } catch {
                throw error
            }
        }
    }

    /// Returns the first result of `attempt` with the path or, if that is not free, with a number in its name.
    private static func firstFree<Result>(
        _ wanted: String, _ attempt: (String) throws(Failure) -> Result?
    ) throws(Failure) -> Result {
        let slash = wanted.lastIndex(of: "/")
        let folder = slash.map { wanted[...$0] } ?? ""
        let name = FileName(String(slash.map { wanted[wanted.index(after: $0)...] } ?? wanted[...]))
        var path = wanted
        for number in 2...names {
            if let result = try attempt(path) { return result }
            path = folder + name.numbered(number)
        }
        throw .system("\(wanted): too many files with this name")
    }

    private static func openPart(
        _ path: String, for url: WebURL, of account: String
    ) throws(Failure) -> PartFile {
        let partPath = path + ending
        let file = FilePath(partPath).cString
        let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        var descriptor = Glibc.open(file, flags | O_CREAT | O_EXCL, 0o600)
        let isNew = descriptor >= 0
        if !isNew, errno == EEXIST { descriptor = Glibc.open(file, flags) }
        guard descriptor >= 0 else {
            if errno == ELOOP { throw .taken }
            throw Failure(partPath, errno)
        }
        var isOurs = false
        defer { if !isOurs { close(descriptor) } }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .taken }
        // The previous process may have just renamed it; files that other users own or linked are not touched.
        var (status, named) = (stat(), stat())
        guard fstat(descriptor, &status) == 0, lstat(file, &named) == 0, status.st_ino == named.st_ino,
            status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink == 1
        else { throw .taken }
        let record = isNew ? nil : Self.record(of: path)
        // The part belongs to another file, or has no valid record.
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
        // Without a record the file is downloaded again.
        let bytes = try? RegularFile(path + recordEnding, followingLinks: false)
            .bytes(limit: DownloadRecord.limit)
        return bytes.flatMap { DownloadRecord($0) }
    }

    // MARK: Writing

    /// Restarts the file. A record never exists next to bytes of another one, whenever the program ends.
    func startAnew(_ record: DownloadRecord) throws(Failure) {
        unlink(recordPath.cString)
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

    /// Appends bytes. Bytes written before a failure are kept.
    func append(_ bytes: [UInt8]) throws(Failure) {
        if let code = writeAll(bytes, to: descriptor) {
            var status = stat()
            if fstat(descriptor, &status) == 0 { received = Int(status.st_size) }
            throw Failure(partPath, code)
        }
        received += bytes.count
    }

    /// Renames the complete file, or uses the first free numbered name.
    /// - Returns: Its path.
    func finish() throws(Failure) -> String {
        guard fsync(descriptor) == 0 else { throw Failure(partPath, errno) }
        return try Self.firstFree(path) { target throws(Failure) -> String? in
            guard try give(target) else { return nil }
            unlink(recordPath.cString)
            return target
        }
    }

    /// Renames the part, and returns whether this succeeded; false if the name exists.
    private func give(_ name: String) throws(Failure) -> Bool {
        let (part, target) = (FilePath(partPath).cString, FilePath(name).cString)
        if link(part, target) == 0 {
            unlink(part)
            return true
        }
        switch errno {
        case EEXIST: return false
        // On a file system without hard links the name may be taken between the check and the renaming.
        case EPERM, EOPNOTSUPP, ENOSYS, EMLINK:
            guard PrivateFile.size(of: name) == nil else { return false }
            guard rename(part, target) == 0 else { throw Failure(name, errno) }
            return true
        default: throw Failure(name, errno)
        }
    }

    /// Removes the part and its record.
    package func remove() {
        unlink(recordPath.cString)
        unlink(FilePath(partPath).cString)
    }

    // MARK: Looking

    /// Returns the parts in a folder that can be resumed.
    package static func parts(in folder: String) -> [FoundPart] {
        var parts: [FoundPart] = []
        for bytes in FilePath(folder).entryNames ?? [] {
            let name = String(decoding: bytes, as: UTF8.self)
            guard name.hasSuffix(recordEnding) else { continue }
            let path = "\(folder)/\(name.dropLast(recordEnding.count))"
            if let record = record(of: path), let size = PrivateFile.size(of: path + ending) {
                parts.append((path, record, size))
            }
        }
        return parts.sorted { $0.path < $1.path }
    }
}
