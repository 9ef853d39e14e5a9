import Glibc

/// A measured program: ours or an installed one.
struct Browser {
    /// The name in the table.
    let name: String
    /// The path of the program.
    let path: String
    /// The arguments to print a page as text.
    let dump: [String]
    /// The arguments before the URL to show a page on the terminal.
    let show: [String]
    /// The keys for a line down and up, a screen down and up, the next link.
    let keys: [String]
    /// The key for the end of the page.
    let end: String

    /// Ours, in the folder of this program.
    static func sonic() throws -> Browser {
        Browser(
            name: "sonic", path: try sibling("sonic"), dump: ["dump"], show: [],
            keys: ["j", "k", " ", "b", "\t"], end: "G")
    }

    /// The other programs. Their lists of links at the end, which ours does not print, are switched off.
    /// - Throws: `Failure` with the name of one that is not installed.
    static func peers() throws -> [Browser] {
        let scrolling = ["\u{1B}[3~", "\u{1B}[2~", " ", "b", "\u{1B}OB"]
        return [
            Browser(
                name: "w3m", path: try installed("w3m"), dump: ["-dump", "-cols", "80"], show: [],
                keys: ["J", "K", " ", "b", "\t"], end: "G"),
            Browser(
                name: "lynx", path: try installed("lynx"), dump: ["-dump", "-nolist", "-width=80"], show: [],
                keys: ["\u{0E}", "\u{10}", " ", "b", "\t"], end: "\u{1B}OF"),
            Browser(
                name: "elinks", path: try installed("elinks"),
                dump: ["-no-connect", "-dump", "-dump-width", "80", "-no-references", "-no-numbering"],
                show: ["-no-connect"], keys: scrolling, end: "\u{1B}OF"),
            Browser(
                name: "links2", path: try installed("links2"),
                dump: ["-no-connect", "-dump", "-width", "80"],
                show: ["-no-connect"], keys: scrolling, end: "\u{1B}OF"),
        ]
    }

    /// A program of this package, built in the same folder.
    static func sibling(_ name: String) throws -> String {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        guard count > 0 else { throw Failure(call: "readlink") }
        let own = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let sibling = own.prefix(own.count - own.reversed().prefix { $0 != "/" }.count) + name
        guard access(String(sibling), X_OK) == 0 else {
            throw Failure("\(sibling) is missing: build it first")
        }
        return String(sibling)
    }

    /// The path of an installed program.
    static func installed(_ name: String) throws -> String {
        for folder in ["/usr/bin/", "/usr/local/bin/", "/usr/sbin/"] where access(folder + name, X_OK) == 0 {
            return folder + name
        }
        throw Failure("\(name) is not installed: scripts/install-dependencies bench")
    }
}
