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

    @Test(arguments: [
        (["che"], "check"), (["get", "--prin"], "--print"), (["get", "--print", "temp"], "template"),
        (["config", "pa"], "path"), (["--the"], "--theme"), (["--theme", "li"], "light"),
        (["nothing-such"], ""),
        // A value after “=”, which bash treats as a word of its own.
        (["--theme", "=", "nord"], "nord"), (["dump", "--color", "="], "auto never always"),
        // A command after options and their values.
        (["--account", "work", "cache", "pru"], "prune"), (["--theme", "=", "light", "con"], "config"),
        (["--private", "con"], "config"),
        (["get", "--override", "no-a"], "no-accept-diff"), (["get", "--override", "enc"], "encoding="),
        (["help", "ver"], ""), (["help", "mer"], "merge"),
    ])
    func `bash completes words, options and their values`(words: [String], expected: String) async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            try await run(binary(named: "sonic"), ["completion", "bash"]).output, to: "script")
        let line = (["sonic"] + words).joined(separator: " ")
        let found = try await run(
            "/bin/bash",
            [
                "-c",
                "source \(folder.path)/script; COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _sonic; echo ${COMPREPLY[@]}",
            ])
        #expect(found.errors == "")
        #expect(found.output == expected + "\n")
    }

    @Test(arguments: [
        (["pro"], "proxy"), (["--control-"], "--control-token"), (["proxy", "--block"], "--blocks"),
        (["--as", "ph"], "php"),
    ])
    func `bash completes the server's commands, and options before them`(
        words: [String], expected: String
    ) async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            try await run(binary(named: "sonic-server"), ["completion", "bash"]).output, to: "script")
        let line = (["sonic-server"] + words).joined(separator: " ")
        let found = try await run(
            "/bin/bash",
            [
                "-c",
                "source \(folder.path)/script; COMP_WORDS=(\(line)); COMP_CWORD=\(words.count); _sonic_server; echo ${COMPREPLY[@]}",
            ])
        #expect(found.errors == "")
        #expect(found.output == expected + "\n")
    }

    @Test func `bash completes names with spaces as one word`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            try await run(binary(named: "sonic"), ["completion", "bash"]).output, to: "script")
        try folder.write("", to: "my page.html")
        let found = try await run(
            "/bin/bash",
            [
                "-c",
                "cd \(folder.path); source ./script; COMP_WORDS=(sonic split my); COMP_CWORD=2; _sonic; printf '%s|' \"${COMPREPLY[@]}\"",
            ])
        #expect(found.output == "my page.html|")
    }

    @Test(arguments: [
        (["cahce", "list"], "unknown command “cahce”; did you mean cache?"),
        (["get", "--jsno", "x"], "unknown option --jsno; did you mean --json? see sonic get --help"),
        (["--thme=dark"], "unknown option --thme; did you mean --theme? see sonic --help"),
        (["cache", "lst"], "did you mean list?"),
        (["help", "gte"], "unknown command “gte”; did you mean get?"),
        (["--theme", "drakula", "http://127.0.0.1:1/"], "did you mean dracula?"),
    ])
    func `a misspelt word is reported with a suggestion`(words: [String], expected: String) async throws {
        let told = try await run(binary(named: "sonic"), words)
        #expect(told.status == .exited(2))
        #expect(told.errors.contains(expected), "\(told.errors)")
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
    func `an unknown shell or manual is an error`(program: String) async throws {
        let refused = try await run(binary(named: program), ["completion", "tcsh"])
        #expect(refused.status == .exited(2))
        #expect(refused.errors.contains("bash, zsh, fish"))
        #expect(try await run(binary(named: program), ["manual", "tea"]).status == .exited(2))
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
