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

    @Test(arguments: ["sonic", "sonic-server"])
    func `each option of a command line in the documents is in the help of its command`(program: String)
        async throws
    {
        let commands = try await commands(of: program)
        let lines = try Self.documents().flatMap { Self.lines(of: program, in: $0) }
        #expect(lines.count > 30)
        for (command, lines) in Dictionary(grouping: lines, by: { $0.first(where: commands.contains) }) {
            // Without a command, the browser opens a page, with the options of others that do.
            let words = program == "sonic" ? [command ?? "dump", "--help"] : ["--help"]
            let help = try await run(binary(named: program), words).output
            let options = Self.options(in: help)
            for line in lines.map({ $0.joined(separator: " ") }) {
                #expect(Self.options(in: line).subtracting(options) == [], "\(line)")
            }
        }
    }

    /// The long names of options in a text.
    private static func options(in text: String) -> Set<Substring> {
        Set(text.split { !$0.isLetter && $0 != "-" }.filter { $0.hasPrefix("--") && $0.count > 2 })
    }

    /// The texts of the documents that show command lines.
    private static func documents() throws -> [String] {
        let folders = ["docs/guide", "docs/server", "docs/reference", "docs/development"]
        let paths = folders.flatMap { folder in
            GoldenFile.names(in: folder, ending: ".md").map { folder + "/" + $0 }
        }
        return try (paths + ["README.md", "SECURITY.md", "CONTRIBUTING.md"]).map(GoldenFile.text)
    }

    /// The words of each command line of a program in a document: in code, one or three backticks before and after it.
    private static func lines(of program: String, in document: String) -> [[String]] {
        let code = document.replacing("\\\n", with: " ").split(
            separator: "`", omittingEmptySubsequences: false
        )
        .enumerated().filter { $0.offset % 2 == 1 }
        return code.flatMap { $0.element.split(separator: "\n") }.compactMap { line in
            let words = line.split(separator: " ").map(String.init).drop { $0 == "$" || $0 == "#" }
            return words.first == program ? Array(words) : nil
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
