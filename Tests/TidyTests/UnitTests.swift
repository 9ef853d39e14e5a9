import Glibc
import TestSupport
import Testing

/// The units of systemd in the package.
@Suite struct UnitTests {
    private static let analyze = "/usr/bin/systemd-analyze"

    /// Writes the units for the program that was built.
    private static func units(in folder: TemporaryFolder) async throws -> String {
        let units = folder.path("units")
        for name in ["prefix", "prefix/bin", "units", "units/sonic-server.service.d"] {
            mkdir(folder.path(name), 0o755)
        }
        symlink(try binary(named: "sonic-server"), folder.path("prefix/bin/sonic-server"))
        let made = try await run("\(Repository.root)/scripts/units", [folder.path("prefix"), units])
        #expect(made.status == .exited(0) && made.errors.isEmpty)
        rename(units + "/https.conf", units + "/sonic-server.service.d/https.conf")
        return units
    }

    @Test(.enabled(if: access(analyze, X_OK) == 0, "systemd-analyze is not installed"))
    func `systemd finds no mistake in the units, nor in the one for HTTPS`() async throws {
        let folder = try TemporaryFolder()
        let units = try await Self.units(in: folder)
        let names = [
            "sonic-server.socket", "sonic-server.service", "sonic-server@8001.socket",
            "sonic-server@8001.service",
        ]
        let result = try await run(
            Self.analyze, ["verify", "--man=no"] + names.map { "\(units)/\($0)" })
        #expect(result.status == .exited(0))
        #expect(result.errors.split(separator: "\n").filter { $0.contains("sonic-server") }.isEmpty)
    }

    @Test func `the units restrict the server, and copies differ by their port alone`() async throws {
        let folder = try TemporaryFolder()
        _ = try await Self.units(in: folder)
        func text(_ name: String) throws -> String {
            String(decoding: try #require(folder.read("units/\(name)")), as: UTF8.self)
        }
        let service = try text("sonic-server.service")
        for line in ["Type=notify", "DynamicUser=yes", "ProtectSystem=strict", "StateDirectory=%N"] {
            #expect(service.split(separator: "\n").contains(Substring(line)))
        }
        #expect(try text("sonic-server@.service") == service)
        #expect(try text("sonic-server@.socket").contains("ListenStream=127.0.0.1:%i\n"))
        #expect(try text("sonic-server.service.d/https.conf").contains("LoadCredential=key.pem:"))
    }
}
