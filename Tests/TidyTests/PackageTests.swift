import Testing

@Suite struct PackageTests {
    private static func manifest() throws -> Repository.File { try Repository.file("Package.swift") }

    @Test(arguments: ["unsafeFlags", "pkgConfig", ".package("])
    func `the package can be a dependency of others`(_ word: String) throws {
        let parts = try Self.manifest().text.split(
            separator: "\nif Context.environment[\"SONIC_OPTIMIZED\"] != nil {\n")
        #expect(parts.count == 2)
        #expect(!parts[0].contains(word))
    }

    @Test func `every folder belongs to a target and every path exists`() throws {
        let manifest = try Self.manifest().text
        let names = Self.values(of: "name", in: manifest)
        let paths = Self.values(of: "path", in: manifest)
        for folder in Set(try Repository.swiftFiles().map(\.folder)) {
            #expect(paths.contains(folder) || names.contains { folder.hasSuffix("/\($0)") }, "\(folder)")
        }
        for path in paths { #expect(Repository.exists(path), "\(path)") }
    }

    @Test func `every Swift target has the strict settings`() throws {
        let manifest = try Self.manifest().text
        let targets = manifest.split(separator: "arget(").dropFirst()
        let inC = ["CCurl", "CChild", "CMicrohttpd", "CPageScripts", "CPty"].map { "name: \"\($0)\"" }
        for target in targets where !inC.contains(where: { target.contains($0) }) {
            #expect(target.contains("swiftSettings: strict"), "\(target.prefix(60))")
        }
    }

    /// The strings after a label, such as `name: "…"`.
    private static func values(of label: String, in manifest: String) -> [String] {
        manifest.split(separator: "\(label): \"").dropFirst()
            .compactMap { $0.split(separator: "\"").first.map(String.init) }
    }
}
