import Glibc
import TestSupport
import Testing

@Suite struct DocumentationTests {
    @Test func `docc builds the documentation of the libraries without warnings`() async throws {
        let modules = try binary(named: "Modules")
        // Its first run takes half a minute: docc. What docc made of the same modules is kept beside the modules.
        let output = modules.replacing("/Modules", with: "/documentation")
        let home = try TemporaryFolder()
        _ = try await Toolchain.output(
            "\(Toolchain.root)/scripts/documentation", [modules, output], in: home.path, home: home)
        #expect(access(output + "/sonic.doccarchive/data", R_OK) == 0)
    }
}
