import SonicProtocol

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The system calls of Linux.
public struct LinuxDisk: Disk {
    /// The user whose files are trusted.
    public let user: UInt32

    /// Creates the disk for a user, by default the effective user of this process.
    public init(user: UInt32 = geteuid()) { self.user = user }

    /// Opens a file or folder without following a symbolic link in the last component.
    public func open(
        _ name: String, in folder: Descriptor, _ purpose: OpenPurpose
    ) throws(DiskFailure) -> Descriptor {
        switch purpose {
        case .folder: return try open(name, in: folder, flags: O_RDONLY | O_DIRECTORY)
        case .reading:
            // Non-blocking, since opening a pipe that was planted in a file's place would block until a writer opens
            // it.
            return try open(name, in: folder, flags: O_RDONLY | O_NONBLOCK)
        case .creating:
            let file = try open(name, in: folder, flags: O_WRONLY | O_CREAT | O_EXCL)
            // An unusual umask may have removed the owner's permissions.
            guard fchmod(file.number, 0o600) == 0 else {
                let failure = DiskFailure(operation: "set the mode of", code: errno)
                close(file)
                throw failure
            }
            return file
        case .appending, .locking:
            let access = purpose == .locking ? O_RDWR : O_WRONLY | O_APPEND
            do {
                return try open(name, in: folder, flags: access | O_NONBLOCK)
            } catch let error where error.code == ENOENT {
                return try open(name, in: folder, .creating)
            }
        }
    }

    private func open(
        _ name: String, in folder: Descriptor, flags: Int32
    ) throws(DiskFailure) -> Descriptor {
        Descriptor(
            number: try retried("open") {
                openat(folder.number, folder.path(name), flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
            })
    }

    /// Closes a descriptor.
    public func close(_ descriptor: Descriptor) { closeFile(descriptor.number) }

    /// Returns the status of an open file or folder.
    public func status(_ descriptor: Descriptor) throws(DiskFailure) -> FileStatus {
        var status = stat()
        _ = try retried("examine") { fstat(descriptor.number, &status) }
        return Self.read(status)
    }

    /// Returns the status of the entry `name`; follows no symbolic link.
    public func status(of name: String, in folder: Descriptor) throws(DiskFailure) -> FileStatus {
        var status = stat()
        _ = try retried("examine") { fstatat(folder.number, name, &status, AT_SYMLINK_NOFOLLOW) }
        return Self.read(status)
    }

    private static func read(_ status: stat) -> FileStatus {
        let kind: FileStatus.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            default: .other
            }
        return FileStatus(
            kind: kind, inode: UInt64(status.st_ino), owner: status.st_uid, links: UInt64(status.st_nlink),
            size: Int(status.st_size), occupied: Int(status.st_blocks) &* 512,
            modified: Int64(status.changed.tv_sec) &* 1_000_000_000 &+ Int64(status.changed.tv_nsec),
            changed: Instant(milliseconds: Int64(status.changed.tv_nsec) / 1_000_000)
                .adding(seconds: Int64(status.changed.tv_sec)))
    }

    /// Reads at most `count` bytes from the start, fewer at the end of the file.
    public func read(_ descriptor: Descriptor, upTo count: Int) throws(DiskFailure) -> [UInt8] {
        var failure: DiskFailure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            PageMemory.largePages.prepare(UnsafeMutableRawBufferPointer(buffer))
            while filled < count {
                let got = pread(descriptor.number, buffer.baseAddress! + filled, count - filled, filled)
                if got > 0 {
                    filled += got
                } else if got == 0 {
                    break
                } else if errno != EINTR {
                    failure = DiskFailure(operation: "read", code: errno)
                    break
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all the bytes.
    public func write(_ bytes: [UInt8], to descriptor: Descriptor) throws(DiskFailure) {
        var written = 0
        while written < bytes.count {
            let start = written
            written += Int(
                try retried("write") {
                    bytes.withUnsafeBytes {
                        writeBytes(descriptor.number, $0.baseAddress! + start, $0.count - start)
                    }
                })
        }
    }

    /// Returns once the bytes or entries are on the disk.
    public func sync(_ descriptor: Descriptor) throws(DiskFailure) {
        _ = try retried("sync") { fsync(descriptor.number) }
    }

    /// Creates a folder of mode 0700.
    public func makeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure) {
        _ = try retried("make") { mkdirat(folder.number, folder.path(name), 0o700) }
        _ = try retried("set the mode of") { fchmodat(folder.number, folder.path(name), 0o700, 0) }
    }

    /// Renames an entry within its folder.
    public func rename(_ name: String, to newName: String, in folder: Descriptor) throws(DiskFailure) {
        _ = try retried("rename") { renameat(folder.number, name, folder.number, newName) }
    }

    /// Removes a file.
    public func removeFile(_ name: String, in folder: Descriptor) throws(DiskFailure) {
        _ = try retried("remove") { unlinkat(folder.number, name, 0) }
    }

    /// Removes an empty folder.
    public func removeFolder(_ name: String, in folder: Descriptor) throws(DiskFailure) {
        _ = try retried("remove") { unlinkat(folder.number, name, AT_REMOVEDIR) }
    }

    /// Returns the names in a folder.
    public func names(in folder: Descriptor) throws(DiskFailure) -> [String] {
        // A separate open file: reading a folder moves the position, which duplicated descriptors share.
        let number = try retried("list") { openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard let stream = fdopendir(number) else {
            let failure = DiskFailure(operation: "list", code: errno)
            close(Descriptor(number: number))
            throw failure
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = Self.name(of: entry)
            if name != ".", name != ".." { names.append(name) }
            errno = 0
        }
        guard errno == 0 else { throw DiskFailure(operation: "list", code: errno) }
        return names
    }

    /// Returns the name of an entry in place: the entry may be shorter than its type and end after the name.
    private static func name(of entry: UnsafePointer<dirent>) -> String {
        // A stored property always has an offset.
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return "" }
        let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
        return Bytes.text(UnsafeRawBufferPointer(start: start, count: strlen(start)))
    }

    /// Acquires the lock if it is free.
    public func lock(_ descriptor: Descriptor) throws(DiskFailure) -> Bool {
        do {
            _ = try retried("lock") { flock(descriptor.number, LOCK_EX | LOCK_NB) }
            return true
        } catch let error where error.code == EWOULDBLOCK {
            return false
        }
    }

    /// Sets the modification time and leaves the access time unchanged.
    public func setModified(_ descriptor: Descriptor, to time: Instant) throws(DiskFailure) {
        let (whole, part) = time.milliseconds.quotientAndRemainder(dividingBy: 1000)
        let (seconds, rest) = part < 0 ? (whole - 1, part + 1000) : (whole, part)
        #if os(Linux)
            let omitted = timespec(tv_sec: 0, tv_nsec: Int((1 << 30) - 2))  // UTIME_OMIT
        #else
            let omitted = timespec(tv_sec: 0, tv_nsec: Int(UTIME_OMIT))
        #endif
        let modified = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest) * 1_000_000)
        _ = try retried("set the time of") { futimens(descriptor.number, [omitted, modified]) }
    }

    /// Repeats a system call that was interrupted by a signal.
    private func retried<Result: SignedInteger>(
        _ operation: String, _ call: () -> Result
    ) throws(DiskFailure) -> Result {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw DiskFailure(operation: operation, code: errno) }
        }
    }
}

extension Descriptor {
    /// The working directory; absolute paths are opened relative to it.
    public static let working = Descriptor(number: AT_FDCWD)

    /// Returns a name in this folder, or in the working directory a path (`FilePath`), for system calls.
    fileprivate func path(_ name: String) -> [CChar] {
        (number == AT_FDCWD ? FilePath(name) : FilePath(name.utf8)).cString
    }
}

extension stat {
    /// The modification time of the contents.
    fileprivate var changed: timespec {
        #if canImport(Darwin)
            st_mtimespec
        #else
            st_mtim
        #endif
    }
}

/// Calls the system's `close`, which a method here shadows.
private func closeFile(_ number: Int32) { _ = close(number) }

/// Calls the system's `write`, which a method here shadows.
private func writeBytes(_ number: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(number, bytes, count)
}
