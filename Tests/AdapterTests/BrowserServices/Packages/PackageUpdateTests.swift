import SonicProtocol
import SonicSession
import Testing

@testable import BrowserServices

@Suite struct PackageUpdateTests {
    private static let base = "https://news.example/app/"

    /// Puts a package on the network, with the manifest next to its files.
    private static func publish(_ sample: SamplePackage, on network: Network) async {
        await network.serve(String(decoding: sample.json, as: UTF8.self), at: base + "manifest.json")
        for (path, text) in sample.files {
            await network.serve(text, at: base + path.replacing(" ", with: "%20"))
        }
    }

    private static func update(_ stage: Stage) async throws -> PackageUpdates.Outcome {
        try await stage.updates.update("news", through: Wire(network: stage.network).alone)
    }

    private static let two = SamplePackage(
        version: 2, files: ["index.html": "<p>two", "style/a b.css": "p {}", "new.html": "<p>new"])

    @Test func `only changed files are fetched, and the package is replaced as a whole`() async throws {
        let stage = try Stage()
        try await stage.install(SamplePackage())
        await Self.publish(Self.two, on: stage.network)
        #expect(try await Self.update(stage) == .updated(from: 1, to: 2, fetched: 2))
        let asked = await stage.network.asked
        #expect(asked == ["manifest.json", "index.html", "new.html"].map { Self.base + $0 })
        #expect(try await stage.store.manifest(of: "news") == Self.two.manifest)
        #expect(try await Self.update(stage) == .current(version: 2))
    }

    @Test func `the old version is served while the new one is fetched, which is used next time`()
        async throws
    {
        let stage = try Stage()
        try await stage.install(SamplePackage())
        await Self.publish(Self.two, on: stage.network)
        #expect(try await stage.get("package://news/") == "200 text/html by package: <p>one")
        await stage.updates.finish()
        #expect(try await stage.get("package://news/") == "200 text/html by package: <p>two")
        #expect(
            try await stage.get("https://news.example/app/new.html") == "200 text/html by package: <p>new")
        await stage.updates.finish()
        // The package itself serves these addresses, yet the network got the requests; and only once in an hour.
        #expect(await stage.network.asked.count(where: { $0.hasSuffix("manifest.json") }) == 1)
    }

    @Test func `an explicit update postpones the next automatic check by an hour`()
        async throws
    {
        let stage = try Stage()
        try await stage.install(SamplePackage())
        await Self.publish(SamplePackage(), on: stage.network)
        #expect(try await Self.update(stage) == .current(version: 1))
        #expect(try await stage.store.checked("news") == Stage.now)
        #expect(try await stage.get("package://news/") == "200 text/html by package: <p>one")
        await stage.updates.finish()
        #expect(await stage.network.asked == [Self.base + "manifest.json"])
    }

    @Test(arguments: [
        (Int64(59_000), 0), (61_000, 1), (1_000_000_000_000, 1), (-3_599_000, 0), (-3_600_000, 1),
    ])
    func `the time of the last check postpones the next one by an hour, unless it is in the future`(
        distance: Int64, count: Int
    ) async throws {
        let stage = try Stage()
        try await stage.install(SamplePackage())
        await Self.publish(SamplePackage(), on: stage.network)
        try stage.folder.write("\(Stage.now.milliseconds + distance)", to: "packages/news/checked")
        #expect(try await stage.get("package://news/") == "200 text/html by package: <p>one")
        await stage.updates.finish()
        #expect(await stage.network.asked.count == count)
    }

    @Test func `a file that does not match the manifest changes nothing`() async throws {
        let stage = try Stage()
        try await stage.install(SamplePackage())
        await Self.publish(Self.two, on: stage.network)
        await stage.network.serve("<p>2wo", at: Self.base + "index.html")
        await #expect(
            throws: PackageFailure.refused("\(Self.base)index.html does not match the manifest")
        ) { try await Self.update(stage) }
        await stage.network.serve("<p>two and more", at: Self.base + "index.html")
        await #expect(
            throws: PackageFailure.notFetched(
                url: Self.base + "index.html", reason: "it is larger than 6 bytes")
        ) { try await Self.update(stage) }
        #expect(try await stage.store.manifest(of: "news") == SamplePackage().manifest)
        #expect(try await stage.get("package://news/") == "200 text/html by package: <p>one")
        // Once the server is fixed, only the missing files are fetched.
        await stage.network.serve("<p>two", at: Self.base + "index.html")
        #expect(try await Self.update(stage) == .updated(from: 1, to: 2, fetched: 2))
    }

    @Test func `an update must keep its addresses, source and name`() async throws {
        let stage = try Stage()
        try await stage.install(SamplePackage())
        var wider = Self.two
        wider.serves["https://bank.example/"] = ""
        var elsewhere = Self.two
        elsewhere.update = "https://other.example/manifest.json"
        for sample in [wider, elsewhere] {
            await Self.publish(sample, on: stage.network)
            await #expect(
                throws: PackageFailure.refused(
                    "its new version has other addresses; import it to accept that")
            ) { try await Self.update(stage) }
        }
        var renamed = Self.two
        renamed.name = "other"
        await Self.publish(renamed, on: stage.network)
        await #expect(throws: PackageFailure.refused("\(Self.base)manifest.json is the manifest of “other”"))
        {
            try await Self.update(stage)
        }
    }

    @Test func `an older version is not installed, and a missing manifest is an error`() async throws {
        let stage = try Stage()
        try await stage.install(Self.two)
        await Self.publish(SamplePackage(), on: stage.network)
        #expect(try await Self.update(stage) == .current(version: 2))
        try await stage.install(SamplePackage(name: "lost", update: Self.base + "lost.json"))
        await #expect(
            throws: PackageFailure.notFetched(url: Self.base + "lost.json", reason: "the server answered 404")
        ) { try await stage.updates.update("lost", through: Wire(network: stage.network).alone) }
        try await stage.install(SamplePackage(name: "still", update: nil))
        await #expect(throws: PackageFailure.noUpdates("still")) {
            try await stage.updates.update("still", through: Wire(network: stage.network).alone)
        }
    }
}

extension Wire {
    /// A registry with this connection alone.
    var alone: ConnectionRegistry { ConnectionRegistry([self]) }
}
