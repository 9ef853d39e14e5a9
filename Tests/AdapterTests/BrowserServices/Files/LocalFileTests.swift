import BrowserServices
import Glibc
import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport
import Testing

/// Files and folders by their addresses.
@Suite struct LocalFileTests {
    /// Returns the body of the response for an address, or the words of the failure.
    private func opened(_ url: WebURL) async -> (body: [UInt8], failure: String?) {
        var body: [UInt8] = []
        let request = Request(url: url, headers: Headers())
        for await event in ConnectionRegistry([LocalFileConnection()]).exchange(request) {
            switch event {
            case .bodyReceived(let bytes): body += bytes
            case .failed(.refused(_, let detail)): return (body, detail)
            case .failed(let failure): return (body, "\(failure)")
            case .entered, .requestSent, .headReceived, .bodySent, .noted, .edited, .finished: break
            }
        }
        return (body, nil)
    }

    /// Returns the links in the listing of a folder.
    private func links(in folder: FilePath) async throws -> [WebURL] {
        let url = try #require(WebURL(folder.address + "/"))
        return String(decoding: await opened(url).body, as: UTF8.self).split(separator: "href=\"./")
            .dropFirst()
            .compactMap { url.resolve(String($0.prefix { $0 != "\"" })) }
    }

    @Test func `every file that a folder lists is opened by its link`() async throws {
        let folder = try TemporaryFolder()
        let names =
            (UInt8(1)...255).filter { $0 != UInt8(ascii: "/") }.map { [0x78, $0] }
            + [[0xFF, 0xFE], [0xC3, 0x2E], [0xED, 0xA0, 0x80], Array("%00".utf8), Array("C|".utf8)]
        for name in names {
            let file = open(
                FilePath(Array(folder.path.utf8) + "/".utf8 + name).cString, O_WRONLY | O_CREAT, 0o600)
            #expect(file >= 0 && write(file, name, name.count) == name.count && close(file) == 0)
        }
        let links = try await links(in: FilePath(folder.path))
        #expect(links.count == names.count)
        var bodies: Set<[UInt8]> = []
        for link in links { bodies.insert(await opened(link).body) }
        #expect(bodies == Set(names))
    }

    @Test func `a folder whose name is not UTF-8 is listed, and its files are opened`() async throws {
        let outer = try TemporaryFolder()
        let folder = FilePath(Array(outer.path.utf8) + "/".utf8 + [0xFF])
        #expect(mkdir(folder.cString, 0o700) == 0)
        let file = open(FilePath(folder.bytes + "/a".utf8).cString, O_WRONLY | O_CREAT, 0o600)
        #expect(write(file, "here", 4) == 4 && close(file) == 0)
        let link = try #require(try await links(in: folder).first)
        #expect(await opened(link).body == Array("here".utf8))
    }

    @Test func `a file that cannot be opened is a failure, and no response of a server`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("inside of another file", to: "notes")
        for name in ["none", "notes%00.html", "notes%00", "%00"] {
            let url = try #require(WebURL(FilePath(folder.path).address + "/" + name))
            let (body, failure) = await opened(url)
            #expect(body.isEmpty && failure?.hasPrefix("no such file: \(folder.path)/") ?? false)
        }
        let elsewhere = await opened(try #require(WebURL("file://elsewhere.test/notes")))
        #expect(elsewhere.failure == "the file is on another machine")
    }
}
