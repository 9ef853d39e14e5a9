import Glibc
import SonicProtocol

/// The demo server as a separate process, started next to this program and tied to it by a pipe: when the other
/// end of the pipe is closed, however this program ended, the server ends.
struct DemoServer {
    /// The reason why the demo cannot run, for people.
    struct Failure: Error {
        var message: String
    }

    /// The start page of the demo site.
    let url: WebURL
    private let process: pid_t
    /// Kept open while the server runs.
    private let life: CInt

    static func start() throws(Failure) -> DemoServer {
        let path = beside("sonic-server")
        guard access(path, X_OK) == 0 else {
            throw Failure(
                message: "the demo needs the program sonic-server at \(path); build it with make build")
        }
        let life = try ownPipe()
        let output = try ownPipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, life[0], STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A separate process group: ^C in the browser must not reach the server.
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        var process = pid_t()
        let words: [UnsafeMutablePointer<CChar>?] = [strdup(path), strdup("demo"), strdup("--with-parent")]
        defer { for word in words { free(word) } }
        let error = posix_spawn(&process, path, &actions, &attributes, words + [nil], environ)
        close(life[0])
        close(output[1])
        guard error == 0 else {
            close(life[1])
            close(output[0])
            throw Failure(message: "\(path) cannot be started: \(String(cString: strerror(error)))")
        }
        let line = firstLine(of: output[0])
        close(output[0])
        let prefix = "listening on "
        guard line.hasPrefix(prefix), let url = WebURL(String(line.dropFirst(prefix.count))) else {
            close(life[1])
            waitpid(process, nil, 0)
            throw Failure(
                message: "the demo server did not start: \(line.isEmpty ? "no output" : line)")
        }
        return DemoServer(url: url, process: process, life: life[1])
    }

    /// Ends the server and waits until it has ended.
    func stop() {
        close(life)
        waitpid(process, nil, 0)
    }

    /// Creates a pipe that no other child inherits.
    private static func ownPipe() throws(Failure) -> [CInt] {
        var ends: [CInt] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw Failure(message: "no pipe for the demo server: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return ends
    }

    private static func beside(_ name: String) -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count - 1)
        guard count > 0 else { return name }
        let own = String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return own.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
    }

    private static func firstLine(of descriptor: CInt) -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 4096, read(descriptor, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}
