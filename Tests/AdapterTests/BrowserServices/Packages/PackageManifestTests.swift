import SonicProtocol
import TestSupport
import Testing

@testable import BrowserServices

@Suite struct PackageManifestTests {
    private static let digest = String(repeating: "0a", count: 32)

    @Test func `a manifest round-trips`() throws {
        let manifest = try SamplePackage().manifest
        #expect(try PackageManifest(manifest.bytes) == manifest)
        #expect(manifest.files.keys.sorted() == ["index.html", "style/a b.css"])
        #expect(manifest.update?.href == "https://news.example/app/manifest.json")
    }

    @Test(arguments: TableRow.rows("manifest", in: "Tests/AdapterTests/BrowserServices/lines.table"))
    func `an invalid manifest is refused with the reason`(row: TableRow) {
        let (text, words) = (row[1], row[2])
        do throws(PackageFailure) {
            _ = try PackageManifest(Array(text.utf8))
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test(arguments: ["", "/a", "a//b", "../a", "a/..", "./a", "a/", "a\u{0}b", "a\nb", "manifest.json"])
    func `a path that might leave the package is refused`(_ path: String) throws {
        let file: JSONValue = ["sha256": .string(Self.digest), "size": 1]
        let json = JSONValue.object([
            .init("name", "a"), .init("version", 1), .init("files", .object([.init(path, file)])),
        ])
        #expect(throws: PackageFailure.self) { try PackageManifest(Array(json.text().utf8)) }
    }

    @Test(arguments: TableRow.rows("file", in: "Tests/AdapterTests/BrowserServices/lines.table"))
    func `a file requires a valid digest, size and type`(row: TableRow) {
        let (file, words) = (row[1], row[2])
        let text = #"{"name": "a", "version": 1, "files": {"a": FILE}}"#
            .replacing("FILE", with: file.replacing("DIGEST", with: Self.digest))
        do throws(PackageFailure) {
            _ = try PackageManifest(Array(text.utf8))
            Issue.record("\(text) was taken")
        } catch {
            #expect(error.description.contains(words), "\(error)")
        }
    }

    @Test func `a package for https may be updated from localhost without TLS`() throws {
        let sample = SamplePackage(update: "http://127.0.0.1:8420/manifest.json")
        #expect(try sample.manifest.update?.port == 8420)
    }

    @Test(
        arguments: TableRow.rows(
            "a files online address stays", in: "Tests/AdapterTests/BrowserServices/browserServices.table"))
    func `a file's online address stays below its prefix`(row: TableRow) throws {
        let (path, address) = (row[1], row.optional(2))
        let base = try WebURL.parse("https://news.example/app/manifest.json")
        #expect(PackageManifest.address(of: path, below: base)?.href == address)
    }
}
