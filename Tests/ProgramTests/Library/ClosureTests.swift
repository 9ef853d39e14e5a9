import FoundationEssentials
import Testing

@Suite struct ClosureTests {
    @Test func `no library product depends on a C library`() async throws {
        let manifest = try await Manifest.read()
        let libraries = manifest.products.filter(\.isLibrary)
        #expect(
            libraries.map(\.name).sorted() == [
                "PageCache", "SessionWords", "SonicClient", "SonicLint", "SonicProtocol", "SonicSession",
                "URLSessionConnection",
            ])
        for library in libraries {
            for target in manifest.closure(of: library) {
                #expect(target.type == "regular", "\(library.name) rests on \(target.name)")
                #expect(try Self.foreignFiles(of: target) == [], "\(library.name) rests on \(target.name)")
            }
        }
    }

    @Test func `the programs do not depend on full Foundation`() async throws {
        let manifest = try await Manifest.read()
        let programs = manifest.products.filter { !$0.isLibrary }
        #expect(programs.map(\.name).sorted() == ["sonic", "sonic-server"])
        for program in programs {
            #expect(!manifest.closure(of: program).map(\.name).contains("URLSessionConnection"))
        }
    }

    @Test func `a product's closure includes transitive dependencies`() async throws {
        let manifest = try await Manifest.read()
        let session = try #require(manifest.products.first { $0.name == "SonicSession" })
        #expect(manifest.closure(of: session).map(\.name) == ["SonicProtocol", "SonicSession"])
        let sonic = try #require(manifest.products.first { $0.name == "sonic" })
        let types = Set(manifest.closure(of: sonic).map(\.type))
        #expect(types == ["regular", "executable", "system"])
    }

    /// The files of a target that are neither Swift nor documentation.
    private static func foreignFiles(of target: Manifest.Target) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(
            atPath: "\(Toolchain.root)/\(target.path ?? "Sources/\(target.name)")"
        )
        .filter { path in
            let name = path.split(separator: "/").last ?? ""
            return name.contains(".") && ![".swift", ".md", ".docc"].contains { name.hasSuffix($0) }
        }
    }
}
