import TestSupport
import Testing

/// Manual pages and completion, as the programs print them.
@Suite struct ManualTests {
    @Test(arguments: [("sonic", []), ("sonic", ["config"]), ("sonic-server", [])])
    func `groff formats a manual page without a warning`(program: String, words: [String]) async throws {
        let page = try await run(binary(named: program), ["manual"] + words)
        #expect(page.status == .exited(0))
        let folder = try TemporaryFolder()
        try folder.write(page.output, to: "page")
        let formatted = try await run(
            "/usr/bin/groff",
            ["-Kutf8", "-Tutf8", "-P-cbou", "-man", "-ww", "-rLL=78n", folder.path + "/page"])
        #expect(formatted.errors == "")
        #expect(formatted.output.contains("NAME") && formatted.output.contains("SEE ALSO"))
    }

    @Test(arguments: ["sonic", "sonic-server"])
    func `every option in the help is in the manual`(program: String) async throws {
        let page = try await run(binary(named: program), ["manual"]).output
        let commands = try await commands(of: program)
        #expect(commands.count > 5)
        for command in commands {
            let help = try await run(
                binary(named: program), program == "sonic" ? [command, "--help"] : ["--help"])
            for line in help.output.split(separator: "\n") where line.hasPrefix("  -") {
                let name = line.split(separator: " ").first { $0.hasPrefix("--") } ?? ""
                let option = name.filter { $0 != "," }.split(separator: "-", omittingEmptySubsequences: false)
                    .joined(separator: "\\-")
                #expect(page.contains(option), "\(command) \(name)")
            }
            #expect(
                page.contains(".SS \"\(program.split(separator: "-").joined(separator: "\\-")) \(command)"))
        }
    }

    @Test(arguments: ["sonic", "sonic-server"])
    func `help has lines of 80 columns, and an example for each command`(program: String) async throws {
        let help = try await run(binary(named: program), ["--help"])
        #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
        guard program == "sonic" else { return }
        #expect(try await run(binary(named: program), ["help"]).output == help.output)
        for command in try await commands(of: program) {
            let text = try await run(binary(named: program), ["help", command])
            #expect(text.status == .exited(0))
            #expect(text.output.contains("Examples:"))
            #expect(text.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(command)")
            #expect(try await run(binary(named: program), [command, "--help"]).output == text.output)
        }
    }

    @Test func `the version output lists the libraries, and the manual page has the same version`()
        async throws
    {
        let lines = try await run(binary(named: "sonic"), ["--version"]).output.split(separator: "\n")
        let version = try #require(lines.first?.split(separator: " ").last)
        for library in ["ncurses", "libcurl", "nettle", "utf8proc", "fribidi"] {
            let line = try #require(lines.first { $0.hasPrefix(library + " ") })
            #expect(line.dropFirst(library.count + 1).first?.isNumber == true, "\(line)")
        }
        let page = try await run(binary(named: "sonic"), ["manual"]).output
        #expect(page.hasPrefix(".TH \"SONIC\" 1 "))
        #expect(page.contains("\"sonic \(version)\""))
    }

    /// The names of a program's commands, as listed in its help.
    private func commands(of program: String) async throws -> [String] {
        let help = try await run(binary(named: program), ["--help"]).output
        return help.split(separator: "\n").filter { $0.hasPrefix("  \(program) ") }.compactMap { line in
            line.split(separator: " ").dropFirst().first.map(String.init)
        }
        .filter { $0.first?.isLetter == true }
    }
}
