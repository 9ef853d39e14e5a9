import Glibc
import TestSupport
import Testing

@testable import BrowserServices

/// A header and body of a tar archive.
func tarEntry(
    _ path: String, type: Character = "0", link: String = "", _ body: [UInt8] = []
) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at index: Int) {
        for (offset, byte) in text.utf8.enumerated() { block[index + offset] = byte }
    }
    func octal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: digits - text.count) + text
    }
    put(path, at: 0)
    put(octal(body.count, digits: 11), at: 124)
    put(String(type), at: 156)
    put(link, at: 157)
    put("ustar", at: 257)
    put(octal(block.reduce(8 * 32) { $0 + Int($1) }, digits: 6), at: 148)
    return block + body + [UInt8](repeating: 0, count: (512 - body.count % 512) % 512)
}

@Suite struct ArchiveTests {
    private static let end = [UInt8](repeating: 0, count: 1024)

    private static func read(_ bytes: [UInt8], by step: Int) throws -> [TarReader.Entry] {
        var reader = TarReader(maxBytes: 100_000, maxEntries: 10)
        var entries: [TarReader.Entry] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            entries += try reader.append(Array(rest.prefix(step)))
            rest = rest.dropFirst(step)
        }
        #expect(reader.isComplete)
        return entries
    }

    @Test(arguments: [1, 7, 512, 513, 100_000])
    func `an archive can be read in pieces of any length`(_ step: Int) throws {
        let name = "a/" + String(repeating: "é", count: 200) + ".html"
        let record = " path=\(name)\n"
        let extended = Array("\(record.utf8.count + 3)\(record)".utf8)
        let archive =
            tarEntry("./", type: "5") + tarEntry("PaxHeader", type: "x", extended)
            + tarEntry("short", Array("<p>".utf8)) + tarEntry("empty")
            + tarEntry("l", type: "2", link: "empty")
            + tarEntry("big", [UInt8](repeating: 65, count: 1500)) + tarEntry("d", type: "3") + Self.end
        #expect(
            try Self.read(archive, by: step) == [
                .init(path: "./", kind: .folder), .init(path: name, kind: .file(Array("<p>".utf8))),
                .init(path: "empty", kind: .file([])), .init(path: "l", kind: .symbolicLink("empty")),
                .init(path: "big", kind: .file([UInt8](repeating: 65, count: 1500))),
                .init(path: "d", kind: .other),
            ])
    }

    @Test func `a FIFO or device is refused at once, without blocking`() throws {
        let folder = try TemporaryFolder()
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let failure = PackageFailure.unreadable(
            path: pipe, reason: "it is a pipe, not a regular file")
        #expect(throws: failure) { try Archiver.entries(of: pipe) }
        #expect(throws: PackageFailure.self) { try Archiver.entries(of: "/dev/zero") }
    }

    @Test func `data that is not an archive, or is too large, is refused`() {
        var reader = TarReader(maxBytes: 1000, maxEntries: 2)
        #expect(throws: TarReader.Refusal(reason: "one of its headers is damaged")) {
            try reader.append([UInt8](repeating: 0x41, count: 512))
        }
        reader = TarReader(maxBytes: 1000, maxEntries: 2)
        #expect(throws: TarReader.Refusal(reason: "it is too large")) {
            try reader.append(tarEntry("a", [UInt8](repeating: 0, count: 1001)))
        }
        reader = TarReader(maxBytes: 1000, maxEntries: 2)
        #expect(throws: TarReader.Refusal(reason: "it has too many files")) {
            try reader.append(tarEntry("a") + tarEntry("b") + tarEntry("c"))
        }
        reader = TarReader(maxBytes: 1000, maxEntries: 2)
        #expect(throws: TarReader.Refusal(reason: "one of its extended headers is damaged")) {
            try reader.append(tarEntry("a", type: "x", Array("99 path=a\n".utf8)))
        }
    }

    @Test func `links within the folder are resolved`() throws {
        let tree = try FileTree([
            .init(path: "./a/b.html", kind: .file([1])), .init(path: "c.html", kind: .symbolicLink("a/../d")),
            .init(path: "d", kind: .hardLink("./a/b.html")),
            .init(path: "a/e", kind: .symbolicLink("../c.html")),
            .init(path: "a", kind: .folder), .init(path: "d2", kind: .file([2])),
            .init(path: "d2", kind: .file([3])),
        ])
        #expect(tree.files == ["a/b.html": [1], "c.html": [1], "d": [1], "a/e": [1], "d2": [3]])
    }

    @Test(arguments: [
        (TarReader.Entry(path: "/etc/passwd", kind: .file([])), "“/etc/passwd” leads out of its folder"),
        (.init(path: "../up", kind: .file([])), "“../up” leads out of its folder"),
        (.init(path: "a/../../up", kind: .folder), "“a/../../up” leads out of its folder"),
        (.init(path: "l", kind: .symbolicLink("/etc/passwd")), "the link “l” leads out of its folder"),
        (.init(path: "a/l", kind: .symbolicLink("../../x")), "the link “a/l” leads out of its folder"),
        (.init(path: "a/l", kind: .hardLink("../x")), "the link “a/l” leads out of its folder"),
        (.init(path: "l", kind: .symbolicLink("l")), "the link “l” does not lead to a file of the package"),
        (
            .init(path: "l", kind: .symbolicLink("gone")),
            "the link “l” does not lead to a file of the package"
        ),
        (.init(path: "p", kind: .other), "“p” is not a file, a folder or a link"),
        (.init(path: "a\nb", kind: .file([])), "“a\nb” is not a file path"),
        (.init(path: ".", kind: .file([])), "“.” is not a file path"),
    ])
    func `an entry outside the folder is refused`(_ entry: TarReader.Entry, _ words: String) {
        #expect(throws: PackageFailure.refused(words)) { try FileTree([entry]) }
    }

    @Test func `a single top-level folder is removed from the paths`() throws {
        let tree = try FileTree([
            .init(path: "news-1/manifest.json", kind: .file([1])),
            .init(path: "news-1/a/b", kind: .file([2])),
        ])
        #expect(tree.unwrapped(for: "manifest.json").files == ["manifest.json": [1], "a/b": [2]])
        #expect(tree.unwrapped(for: "other").files == tree.files)
    }

    @Test func `a package must match its manifest`() throws {
        var entries = SamplePackage().entries
        #expect(try PackageContents(try FileTree(entries)).ignored == 0)
        entries.append(.init(path: "extra", kind: .file([])))
        #expect(try PackageContents(try FileTree(entries)).ignored == 1)
        entries.append(.init(path: "index.html", kind: .file([0])))
        #expect(
            throws: PackageFailure.refused("its file “index.html” does not match its manifest")
        ) { try PackageContents(try FileTree(entries)) }
        entries.removeAll { $0.path == "index.html" }
        #expect(throws: PackageFailure.refused("its file “index.html” is missing")) {
            try PackageContents(try FileTree(entries))
        }
        #expect(throws: PackageFailure.self) { try PackageContents(try FileTree([])) }
    }

    @Test(arguments: ["a.tar.gz", "a.zip", "a.tar"])
    func `a folder becomes a package, an archive, and a package again`(_ archive: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write("<p>one", to: "site/index.html")
        try folder.write("p {}", to: "site/style/é b.css")
        try folder.write("hidden", to: "site/.git/config")
        #expect(symlink("index.html", folder.path("site/start.html")) == 0)
        let site = folder.path("site")
        for base in [
            "https://news.example/a", "ftp://news.example/", "https://a:b@news.example/", "news", "/",
        ] {
            #expect(PackageManifest.prefix(base) == nil)
        }
        #expect("\(PackageFailure.unnamed)" == "a new package requires a name: --name NAME")
        #expect(throws: PackageFailure.unnamed) {
            try PackageManifest(of: site, (nil, nil, nil))
        }
        var wishes: PackageManifest.Values = (nil, nil, nil)
        wishes.name = "news"
        wishes.base = PackageManifest.prefix("https://news.example/")
        let first = try PackageManifest(of: site, wishes)
        #expect(first.version == 1)
        #expect(first.files.keys.sorted() == ["index.html", "start.html", "style/é b.css"])
        try folder.write(first.bytes, to: "site/manifest.json")
        #expect(try PackageManifest(of: site, (nil, nil, nil)) == first)
        try first.pack(site, into: folder.path(archive))
        let contents = try PackageContents(readingFrom: folder.path(archive), isFolder: false)
        #expect(contents.manifest == first)
        #expect(contents.ignored == 0)
        #expect(try PackageContents(readingFrom: site, isFolder: true).manifest == first)

        try folder.write("<p>two", to: "site/index.html")
        let second = try PackageManifest(of: site, (nil, nil, nil))
        #expect((second.version, second.prefixes) == (2, first.prefixes))
    }

    @Test func `an encrypted archive is refused without a prompt for the password`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("secret", to: "a.html")
        let archive = folder.path("a.zip")
        let options = ["--options", "zip:encryption", "--passphrase", "x"]
        let made = try await run(
            "/usr/bin/env", ["bsdtar", "-a", "-c", "-f", archive] + options + ["-C", folder.path, "a.html"])
        #expect(made.status == .exited(0))
        #expect(throws: PackageFailure.unreadable(path: archive, reason: "it is encrypted")) {
            try PackageContents(readingFrom: archive, isFolder: false)
        }
    }

    @Test func `a file that is not an archive is refused with bsdtar's message`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("no archive", to: "a.zip")
        #expect(
            throws: PackageFailure.unreadable(path: path, reason: "bsdtar: Unrecognized archive format")
        ) { try PackageContents(readingFrom: path, isFolder: false) }
    }
}
