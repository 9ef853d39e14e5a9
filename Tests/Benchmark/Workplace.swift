import CPty
import Glibc

/// A temporary folder with the pages, an empty home, and our server on top of it; removed with this value.
final class Workplace {
    /// The folder's path, without a slash at the end.
    let path: String
    /// Our program.
    let sonic: Browser
    /// The other programs.
    let peers: [Browser]
    private var server: RunningServer?

    /// Creates the folder and fills it with pages.
    init() throws {
        sonic = try Browser.sonic()
        peers = try Browser.peers()
        var template = Array("/tmp/sonic-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Failure(call: "mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Another process writes the pages: the memory of a started program counts from that of its parent,
        // so this one stays small.
        let writing = command(try Browser.sibling("sonic-bench"), ["pages", path])
        _ = try writing.run()
    }

    deinit {
        server = nil
        cpty_remove_tree(path)
    }

    /// Our program and the others.
    var all: [Browser] { [sonic] + peers }

    /// A program with the same environment for all: no configuration, an empty home.
    func command(_ path: String, _ arguments: [String]) -> Command {
        Command(
            path: path, arguments: arguments,
            environment: [
                "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color",
                "HOME": self.path + "/home",
                "XDG_CACHE_HOME": self.path + "/home/cache", "XDG_STATE_HOME": self.path + "/home/state",
                "XDG_CONFIG_HOME": self.path + "/home/config", "WWW_HOME": "about:blank",
            ])
    }

    /// Writes the configuration file for programs started later.
    func configure(_ text: String) throws {
        let folders = ["/home", "/home/config", "/home/config/sonic"].map { path + $0 }
        // Existing ones can be used.
        for folder in folders { _ = mkdir(folder, 0o700) }
        guard let file = fopen(folders[2] + "/config.json5", "w") else { throw Failure(call: "fopen") }
        defer { fclose(file) }
        guard fputs(text, file) >= 0 else { throw Failure(call: "fputs") }
    }

    /// The path of a page.
    func page(_ size: PageSize) -> String { "\(path)/\(size.rawValue).html" }

    /// The arguments to show a page in a browser: the local file, except for ours, which uses its cache.
    func showing(_ size: PageSize, in browser: Browser) throws -> Command {
        guard browser.name == sonic.name else {
            return command(browser.path, browser.show + [page(size)])
        }
        return command(sonic.path, ["\(try address())/\(size.rawValue).html"])
    }

    /// The URL of our server, which is started if needed; then every friendly page is in our cache.
    func address() throws -> String {
        if let server { return server.address }
        let server = try RunningServer(
            command(try Browser.sibling("sonic-server"), ["serve", path, "--listen", "127.0.0.1:0"]))
        self.server = server
        for size in PageSize.allCases {
            _ = try command(sonic.path, ["get", "\(server.address)/\(size.rawValue).html"]).run()
        }
        return server.address
    }
}

/// The friendly pages.
enum PageSize: String, CaseIterable {
    case small = "10K"
    case middle = "1M"
    case large = "10M"

    /// Its number of bytes.
    var count: Int {
        switch self {
        case .small: 10_000
        case .middle: 1_000_000
        case .large: 10_000_000
        }
    }

    /// Its label for output.
    var name: String {
        switch self {
        case .small: "10 KB"
        case .middle: "1 MB"
        case .large: "10 MB"
        }
    }
}

/// Writes every page into a folder.
enum PagesCommand {
    static func run(_ folder: String) throws {
        mkdir(folder, 0o700)
        mkdir(folder + "/home", 0o700)
        for size in PageSize.allCases {
            try write(PageWriter.friendly(size.count), to: "\(folder)/\(size.rawValue).html")
        }
        try write(Array("<p>a".utf8), to: "\(folder)/tiny.html")
        for page in HostilePages.all {
            try write(page.bytes(PageSize.middle.count), to: "\(folder)/\(page.name).html")
        }
    }

    /// Writes a file, replacing an existing one.
    static func write(_ bytes: [UInt8], to path: String) throws {
        let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Failure(call: "open \(path)") }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(call: "write \(path)") }
            rest = rest.dropFirst(count)
        }
    }
}
