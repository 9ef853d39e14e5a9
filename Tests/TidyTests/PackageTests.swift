import Testing

@Suite struct PackageTests {
    private static func manifest() throws -> Repository.File { try Repository.file("Package.swift") }

    @Test(arguments: ["unsafeFlags", "pkgConfig", ".package("])
    func `the package stays one that others can depend on`(_ word: String) throws {
        #expect(!(try Self.manifest().text.contains(word)))
    }

    @Test func `every target has its folder and every folder its target`() throws {
        let names = try Self.manifest().text.split(separator: "name: \"").dropFirst()
            .compactMap { $0.split(separator: "\"").first.map(String.init) }
        for folder in try Self.folders() {
            #expect(names.contains(folder), "\(folder) is in no target")
        }
        for name in names where name != "sonic" {
            #expect(Repository.exists("Sources/\(name)") || Repository.exists("Tests/\(name)"), "\(name)")
        }
    }

    @Test func `every Swift target is strict`() throws {
        let manifest = try Self.manifest().text
        let targets = manifest.split(separator: "arget(").dropFirst()
        for target in targets where !target.contains("\"CCurl\"") && !target.contains("name: \"CPty\"") {
            #expect(target.contains("swiftSettings: strict"), "\(target.prefix(60))")
        }
    }

    private static func folders() throws -> Set<String> {
        Set(try Repository.swiftFiles().map(\.target))
    }
}
