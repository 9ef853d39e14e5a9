import Glibc
import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import BrowserServices

@Suite struct PackageConnectionTests {
    @Test(arguments: TableRow.rows("address", in: "Tests/AdapterTests/BrowserServices/lines.table"))
    func `an address is served by the package that has it, otherwise by the network`(row: TableRow)
        async throws
    {
        let (address, answer) = (row[1], row[2])
        let stage = try Stage()
        try await stage.install(SamplePackage(update: nil))
        await stage.network.serve("online", at: "https://news.example/app/other.html")
        let told = try await stage.get(address)
        #expect(told == answer.replacing("404 text/html", with: "404 text/plain"))
    }

    @Test func `a form is sent to the server and not to the package`() async throws {
        let stage = try Stage()
        try await stage.install(SamplePackage(update: nil))
        #expect(
            try await stage.get("https://news.example/app/", method: "POST") == "404 text/plain by network: ")
        #expect(
            try await stage.get("https://news.example/app/", method: "HEAD") == "200 text/html by package: ")
    }

    @Test func `the longest prefix that has the file is used, with its own folder`() async throws {
        let stage = try Stage()
        try await stage.install(SamplePackage(update: nil))
        try await stage.install(
            SamplePackage(
                name: "deep",
                serves: ["https://news.example/app/style/": "css/", "http://other.example/": "css"],
                update: nil, files: ["css/a b.css": "deep", "index.html": "deep"]))
        #expect(
            try await stage.get("https://news.example/app/style/a%20b.css") == "200 text/css by package: deep"
        )
        #expect(try await stage.get("http://other.example/a b.css") == "200 text/css by package: deep")
        #expect(
            try await stage.get("package://deep/css/b.css")
                == "302 text/plain by package: to http://other.example/b.css")
        #expect(
            try await stage.get("package://deep/other")
                == "404 text/plain; charset=utf-8 by package: package deep, version 1, has no other and has no online address for it.\n"
        )
    }

    @Test func `a damaged file is fetched from the network, with a finding`() async throws {
        let stage = try Stage()
        let sample = SamplePackage(update: nil)
        try await stage.install(sample)
        let digest = try #require(try sample.manifest.files["index.html"]?.sha256)
        try stage.folder.write("<p>two", to: "packages/news/\(digest)")
        await stage.network.serve("online", at: "https://news.example/app/")
        #expect(try await stage.get("https://news.example/app/") == "200 text/html by network: online")
        #expect(try await stage.rules("https://news.example/app/") == [.packageDamaged])
        // Importing the package again repairs it.
        try await stage.install(sample)
        #expect(try await stage.get("https://news.example/app/") == "200 text/html by package: <p>one")
        #expect(try await stage.rules("https://news.example/app/") == [.packageFile])
    }

    @Test func `a link in the store is not followed`() async throws {
        let stage = try Stage()
        let sample = SamplePackage(update: nil)
        try await stage.install(sample)
        let digest = try #require(try sample.manifest.files["index.html"]?.sha256)
        let path = stage.folder.path("packages/news/\(digest)")
        let elsewhere = try stage.folder.write("<p>one", to: "elsewhere")
        #expect(unlink(path) == 0 && symlink(elsewhere, path) == 0)
        #expect(
            try await stage.get("package://news/").hasPrefix("package: the folder \(path) cannot be used"))
        #expect(try await stage.get("https://news.example/app/") == "404 text/plain by network: ")
    }

    @Test func `a removed package serves nothing`() async throws {
        let stage = try Stage()
        try await stage.install(SamplePackage(update: nil))
        try await stage.store.remove("news")
        #expect(try await stage.get("https://news.example/app/") == "404 text/plain by network: ")
        #expect(try await stage.store.list().isEmpty)
        await #expect(throws: PackageFailure.unknown("news")) { try await stage.store.remove("news") }
        await #expect(throws: PackageFailure.unknown("../x")) { try await stage.store.remove("../x") }
    }
}
