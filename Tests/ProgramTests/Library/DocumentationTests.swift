import TestSupport
import Testing

@Suite struct DocumentationTests {
    @Test func `docc builds the documentation of the libraries without warnings`() async throws {
        let folder = try TemporaryFolder()
        let modules = try binary(named: "Modules")
        _ = try await Toolchain.output(
            "\(Toolchain.root)/scripts/documentation", [modules, folder.path("documentation")],
            in: folder.path, home: folder)
        let archive = folder.path("documentation/sonic.doccarchive")
        #expect(
            try await Toolchain.output("/bin/ls", [archive], in: folder.path, home: folder).contains("data"))
    }
}
