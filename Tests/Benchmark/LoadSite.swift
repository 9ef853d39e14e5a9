import CPty
import Glibc
import SonicProtocol
import SystemLibraries

/// A folder of pages that are edited while sonic-server serves them, and the server, which logs to a file.
final class LoadSite: Sendable {
    /// The number of pages.
    static let pages = 20

    /// The URL of the server.
    let address: String
    private let folder: String
    private let process: pid_t
    private let input: CInt

    private var log: String { folder + "/log" }

    /// The port of the URL.
    var port: UInt16 { address.split(separator: ":").last.flatMap { UInt16($0) } ?? 0 }

    /// Creates the folder and starts the server.
    /// - Parameter connections: The maximum number; nil for the default.
    init(connections: Int? = nil) throws {
        var template = Array("/tmp/sonic-load-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(call: "mkdtemp") }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        mkdir(folder + "/site", 0o700)
        let server = Command(
            path: try Browser.sibling("sonic-server"),
            arguments: [
                "serve", folder + "/site", "--listen", "127.0.0.1:0", "--log", "--json", "--with-parent",
            ]
                + (connections.map { ["--limit", "connections=\($0)", "--limit", "per-client=\($0 + 1)"] }
                    ?? []),
            environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
        var ends: [CInt] = [-1, -1]
        guard cpty_pipe(&ends) == 0 else { throw Failure(call: "pipe") }
        input = ends[1]
        let output = open(folder + "/log", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard output >= 0 else { throw Failure(call: "open \(folder)/log") }
        process = try server.start(
            input: ends[0], output: output, errors: open("/dev/null", O_WRONLY | O_CLOEXEC),
            isTerminal: false)
        let watch = Stopwatch()
        while true {
            let first = try LoadLog.beginning(of: folder + "/log")
            if let address = first.split(separator: " ").last, first.hasPrefix("listening on ") {
                self.address = String(address)
                break
            }
            guard watch.milliseconds < 20_000 else { throw Failure("sonic-server does not listen") }
            poll(nil, 0, 5)
        }
        for page in 0..<Self.pages { try edit(page, data: 0, template: 0) }
    }

    deinit {
        close(input)
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        cpty_remove_tree(folder)
    }

    /// Writes a page of some 12 KB, a sixth of it a block, atomically, so that it is never read in part.
    func edit(_ page: Int, data: Int, template: Int) throws {
        let path = "\(folder)/site/\(page).html"
        try PagesCommand.write(html(page, data: data, template: template), to: path + ".new")
        guard rename(path + ".new", path) == 0 else { throw Failure(call: "rename \(path)") }
    }

    /// The SHA-1 of a page as written by `edit`.
    func sha1(_ page: Int, data: Int, template: Int) -> String {
        Hashes.nettle.sha1(html(page, data: data, template: template))
    }

    private func html(_ page: Int, data: Int, template: Int) -> [UInt8] {
        let rest = (0..<170).map {
            "<p>Paragraph \($0) of page \(page), template \(template): words and words.</p>\n"
        }
        let items = (0..<60).map {
            "<li>\($0 == data % 60 ? "news \(data)" : "an item as ever"), item \($0)</li>\n"
        }
        let text = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Page \(page), \(data)</title></head><body>
            <!--sonicdiff-news--><ul>
            \(items.joined())</ul><!--sonicdiff-news-end-->
            \(rest.joined())</body></html>

            """
        return Array(text.utf8)
    }

    /// The server's resident memory in bytes.
    func memory() throws -> Double { try Self.memory(of: process) }

    /// The resident memory of a process in bytes.
    static func memory(of process: pid_t) throws -> Double {
        let fields = try LoadLog.beginning(of: "/proc/\(process)/statm").split(separator: " ")
        guard fields.count > 1, let pages = Double(fields[1]) else { throw Failure("the server is gone") }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Stops or continues the server (SIGSTOP, SIGCONT).
    func stand(still: Bool) { kill(process, still ? SIGSTOP : SIGCONT) }

    /// Terminates the server, and reads its log.
    func finish() throws -> LoadLog {
        kill(process, SIGTERM)
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0 {
            guard errno == EINTR else { throw Failure(call: "waitpid") }
        }
        guard status == 0 else { throw Failure("sonic-server ended with \(status)") }
        return try LoadLog(of: log)
    }
}
