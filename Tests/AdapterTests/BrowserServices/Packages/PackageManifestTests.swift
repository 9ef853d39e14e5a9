import SonicProtocol
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

    @Test(arguments: [
        ("", "Expected a value, found the end"), ("[]", "not a JSON object"), ("{", "not closed"),
        (#"{"name": "a", "nmae": 1}"#, "Unknown name “nmae”"),
        (#"{"name": "../a", "version": 1}"#, "“name” must"),
        (#"{"name": "a.example", "version": 1}"#, "“name” must"),
        (#"{"name": "a", "version": 0}"#, "“version” must"),
        (#"{"name": "a", "version": 1.5}"#, "“version” must"),
        (#"{"name": "a", "version": 1}"#, "“files” must"),
        (#"{"name": "a", "version": 1, "serves": ["x"]}"#, "“serves” must"),
        (
            #"{"name": "a", "version": 1, "serves": {"file:///": ""}}"#,
            "must be an http or https address"
        ),
        (#"{"name": "a", "version": 1, "serves": {"http://b/c": ""}}"#, "that ends with a slash"),
        (#"{"name": "a", "version": 1, "serves": {"http://b/": "../"}}"#, "is not a valid path"),
        (#"{"name": "a", "version": 1, "update": "file:///etc"}"#, "“update” must"),
        (#"{"name": "a", "version": 1, "serves": {"https://b/": ""}, "update": "http://b/m"}"#, "over http"),
    ])
    func `an invalid manifest is refused with the reason`(_ text: String, _ words: String) {
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

    @Test(arguments: [
        (#"{"sha256": "0A", "size": 1}"#, "requires its sha256"), (#"{"size": 1}"#, "requires its sha256"),
        (#"{"sha256": "DIGEST", "size": -1}"#, "requires its sha256"),
        (#"{"sha256": "DIGEST", "size": 300000000}"#, "larger than 256 MB"),
        (
            #"{"sha256": "DIGEST", "size": 1, "type": "a\u000Ab"}"#,
            "characters that are not allowed in headers"
        ),
    ])
    func `a file requires a valid digest, size and type`(_ file: String, _ words: String) {
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

    @Test(arguments: [
        ("a b/é.html", "https://news.example/app/a%20b/%C3%A9.html"),
        ("c:d", "https://news.example/app/c%3Ad"),
        ("//x.example/", "https://news.example/app///x.example/"),
        ("%2e%2e/a", "https://news.example/app/%252e%252e/a"),
        ("../a", nil),
    ])
    func `a file's online address stays below its prefix`(_ path: String, _ address: String?) throws {
        let base = try WebURL.parse("https://news.example/app/manifest.json")
        #expect(PackageManifest.address(of: path, below: base)?.href == address)
    }
}
