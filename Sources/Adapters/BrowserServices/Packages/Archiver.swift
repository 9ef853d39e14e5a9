import Glibc
import SonicProtocol
import SystemLibraries

/// Runs `bsdtar` as a separate process: it converts archives of every format to one, which is parsed here, and writes
/// no file except the archive that it creates.
enum Archiver {
    /// The maximum number of bytes kept of its error output.
    private static let maxErrorOutput = 4096

    /// Returns the entries of an archive. Nothing is extracted to the disk.
    static func entries(of path: String) throws(PackageFailure) -> [TarReader.Entry] {
        do throws(RegularFile.Refusal) { _ = try RegularFile(path) } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
        // -P keeps the paths unchanged: the caller decides which of them are accepted.
        let words = ["-c", "-f", "-", "--format=pax", "-P", "@" + path]
        var reader = TarReader(
            maxBytes: PackageManifest.maxSize + 2 * PackageManifest.maxBytes,
            maxEntries: 4 * PackageManifest.maxFiles)
        var entries: [TarReader.Entry] = []
        var refusal: TarReader.Refusal?
        let ending = try run(words) { bytes in
            do throws(TarReader.Refusal) {
                entries += try reader.append(bytes)
                return true
            } catch {
                refusal = error
                return false
            }
        }
        if let refusal { throw .refused(refusal.reason) }
        guard ending.isGood, reader.isComplete else { throw .unreadable(path: path, reason: ending.words) }
        return entries
    }

    /// Packs files of a folder into an archive, whose format depends on its name.
    static func pack(_ files: [String], of folder: String, into archive: String) throws(PackageFailure) {
        let ending = try run(["-a", "-c", "-f", archive, "-C", folder] + files.map { "./" + $0 }) { _ in true
        }
        guard ending.isGood else { throw .unreadable(path: archive, reason: ending.words) }
        // The archive is for others to read, but not to change; bsdtar applies only the umask.
        var status = stat()
        if stat(archive, &status) == 0 { chmod(archive, status.st_mode & 0o755) }
    }

    /// POSIX_SPAWN_SETSID, which is not imported into Swift.
    private static let ownSession: Int16 = 0x80

    /// Runs it until its end and passes its output to `take`, until that returns false.
    private static func run(
        _ words: [String], _ take: ([UInt8]) -> Bool
    ) throws(PackageFailure) -> (isGood: Bool, words: String) {
        guard let output = openPipe(), let errors = openPipe() else {
            throw .unreadable(path: "bsdtar", reason: String(cString: strerror(errno)))
        }
        let process = spawn(words, output: output.writing, errors: errors.writing)
        close(output.writing)
        close(errors.writing)
        defer {
            close(output.reading)
            close(errors.reading)
        }
        guard let process else { throw .noArchiver }
        let said = gather(output.reading, errors.reading, take)
        if said == nil { kill(process, SIGKILL) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let line = Bytes.text(said ?? []).split(separator: "\n").first.map(String.init) ?? "bsdtar failed"
        let isAsking = line.hasPrefix("Enter passphrase")
        return (said != nil && status == 0, isAsking ? "it is encrypted" : line)
    }

    private static func spawn(_ words: [String], output: Int32, errors: Int32) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Without a terminal it cannot prompt for the password of an archive, and fails instead.
        posix_spawnattr_setflags(&attributes, ownSession)
        // Names in archives are UTF-8, regardless of the user's locale.
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        var arguments = (["bsdtar"] + words).map { strdup($0) } + [nil]
        var environment = [strdup("PATH=" + path), strdup("LC_ALL=C.UTF-8"), nil]
        defer { for text in arguments + environment { free(text) } }
        var process = pid_t()
        let error = posix_spawnp(&process, "bsdtar", &actions, &attributes, &arguments, &environment)
        return error == 0 ? process : nil
    }

    /// Passes all output to `take` and returns the error output; nil if `take` returns false. Both are read as they are
    /// written, so that neither blocks the other.
    private static func gather(_ output: Int32, _ errors: Int32, _ take: ([UInt8]) -> Bool) -> [UInt8]? {
        var said: [UInt8] = []
        var places = [
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        ]
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while places.contains(where: { $0.fd >= 0 }) {
            guard poll(&places, nfds_t(places.count), -1) >= 0 || errno == EINTR else { return nil }
            for index in places.indices where places[index].fd >= 0 && places[index].revents != 0 {
                let count = retried { read(places[index].fd, &piece, piece.count) }
                if count <= 0 {
                    places[index].fd = -1
                } else if index == 1 {
                    said += piece.prefix(min(count, max(0, maxErrorOutput - said.count)))
                } else if !take(Array(piece.prefix(count))) {
                    return nil
                }
            }
        }
        return said
    }
}
