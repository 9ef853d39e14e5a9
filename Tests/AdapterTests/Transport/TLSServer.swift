import Glibc
import TestSupport

/// A TLS server on a free loopback port: the `openssl` program, with a certificate made for the test.
final class TLSServer: Sendable {
    let port: Int
    private let process: pid_t
    private let input: Int32
    private let output: Int32

    /// A server with this certificate and these further options of `s_server`.
    init(_ certificate: TLSCertificate, _ arguments: [String]) throws {
        let command =
            ["s_server", "-accept", "127.0.0.1:0", "-cert", certificate.path, "-key", certificate.keyPath]
            + arguments
        (process, input, output) = try Self.start(command)
        var told = ""
        while !told.contains("ACCEPT ") || !told.hasSuffix("\n") {
            let piece = Self.read(output)
            guard !piece.isEmpty else { throw Failure.noServer(told) }
            told += String(decoding: piece, as: UTF8.self)
        }
        let line = told.split(separator: "\n").last { $0.hasPrefix("ACCEPT ") } ?? ""
        port = Int(line.split(separator: ":").last ?? "") ?? 0
    }

    deinit {
        close(input)
        close(output)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }

    enum Failure: Error {
        case noProgram(Int32)
        case noServer(String)
        case noCertificate
    }

    /// Waits until the client's bytes, and the program's output around them, match this.
    func received(_ isEnough: ([UInt8]) -> Bool) -> Bool {
        var bytes: [UInt8] = []
        while !isEnough(bytes) {
            let piece = Self.read(output)
            guard !piece.isEmpty else { return false }
            bytes += piece
        }
        return true
    }

    /// Sends bytes to the client.
    func send(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
    }

    /// Sends bytes to the client repeatedly, until the program ends.
    func flood(_ bytes: [UInt8]) {
        let end = dup(input)
        startThread {
            // The program's end must not end the tests (SIGPIPE).
            var broken = sigset_t()
            sigemptyset(&broken)
            sigaddset(&broken, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &broken, nil)
            while bytes.withUnsafeBytes({ write(end, $0.baseAddress, $0.count) }) > 0 {}
            close(end)
        }
    }

    /// Ends the connection as if it were cut: without close_notify.
    func cutOff() { kill(process, SIGKILL) }

    /// Runs `openssl` to its end.
    static func run(_ arguments: [String]) throws {
        let (process, input, output) = try start(arguments)
        close(input)
        while !read(output).isEmpty {}
        close(output)
        var status: Int32 = 0
        guard waitpid(process, &status, 0) == process, status == 0 else { throw Failure.noCertificate }
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
        var piece = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &piece, piece.count)
        return Array(piece.prefix(max(0, count)))
    }

    private static func start(_ arguments: [String]) throws -> (pid_t, input: Int32, output: Int32) {
        var input: [Int32] = [-1, -1]
        var output: [Int32] = [-1, -1]
        guard pipe(&input) == 0, pipe(&output) == 0 else { throw Failure.noProgram(errno) }
        for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input[0], 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        posix_spawn_file_actions_adddup2(&actions, output[1], 2)
        var words = (["openssl"] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let error = posix_spawnp(&process, "openssl", &actions, nil, &words, environ)
        close(input[0])
        close(output[1])
        guard error == 0 else { throw Failure.noProgram(error) }
        return (process, input[1], output[0])
    }
}

/// A self-signed certificate with its key.
struct TLSCertificate {
    let folder: TemporaryFolder
    var path: String { folder.path + "/certificate.pem" }
    var keyPath: String { folder.path + "/key.pem" }

    /// A certificate for these names, such as `DNS:localhost` and `IP:127.0.0.1`; its key is encrypted if there
    /// is a password.
    init(for names: String, password: String? = nil) throws {
        folder = try TemporaryFolder()
        try TLSServer.run(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "2",
                "-subj", "/CN=sonic test", "-addext", "subjectAltName=\(names)", "-keyout", keyPath, "-out",
                path,
            ] + (password.map { ["-passout", "pass:\($0)"] } ?? ["-nodes"]))
    }
}
