import TestSupport
import Testing

@testable import ProgramArguments

/// Arguments parsed by the rows of a program.
@Suite struct ArgumentsTests {
    /// What the arguments mean (arguments.table).
    @Test(arguments: rows) func `arguments are parsed by the rows`(row: TableRow) {
        let words = row[0].split(separator: " ").map { Array($0.utf8) }
        #expect(Self.meaning(words) == row[1])
    }

    private static let rows = TableRow.all(in: "Tests/ApplicationTests/ProgramArguments/arguments.table")

    @Test func `the table is there`() {
        #expect(Self.rows.count >= 32)
    }

    /// The parsed arguments: words as they are, options as `name` or `name:value`, a mistake as `!`.
    @Test(
        arguments: [
            ([], []), (["a", "-", "b"], ["a", "-", "b"]), (["--flag", "a"], ["a", "flag"]),
            (["-f", "a"], ["a", "flag"]), (["--flag=x"], ["!"]), (["-fx"], ["!"]),
            (["--file", "a"], ["file:a"]), (["--file=a=b"], ["file:a=b"]), (["--file="], ["file:"]),
            (["--file", "--flag"], ["file:--flag"]), (["--file", "--"], ["file:--"]),
            (["-o", "a", "-ob"], ["file:a", "file:b"]), (["-o=b"], ["file:=b"]), (["--file"], ["!"]),
            (["-o"], ["!"]), (["--count"], ["count"]), (["--count", "3"], ["count:3"]),
            (["--count", "a"], ["a", "count"]), (["--count=a"], ["count:a"]),
            (["--count", "--flag"], ["count", "flag"]),
            (["a", "--", "--flag", "--", "-"], ["a", "--flag", "--", "-"]), (["--"], []),
            (["--other=x"], ["!"]), (["-xy"], ["!"]), (["--Flag"], ["!"]), (["-é"], ["!"]), (["---"], ["!"]),
            (["--=a"], ["!"]), ([""], [""]),
        ] as [([String], [String])])
    func `options and words are distinguished`(_ arguments: [String], _ expected: [String]) {
        let options = [
            Option("--flag", short: "-f", ""), Option("--file", short: "-o", "", takes: "NAME"),
            Option("--count", "", takes: "[N]"),
        ]
        let program = ProgramUsage(name: "wren", summary: "", commands: [], options: options)
        do throws(CommandFailure) {
            let parsed = try program.arguments(arguments.map { Array($0.utf8) }) { bytes, _ in
                String(decoding: bytes, as: UTF8.self)
            }
            let found = options.flatMap { option in
                let name = String(option.longName.dropFirst(2))
                return parsed.all(option).map { "\(name):\($0)" } + (parsed.has(option) ? [name] : [])
            }
            #expect((parsed.words + found).sorted() == expected.sorted())
        } catch {
            #expect(expected == ["!"], "\(error.message)")
        }
    }

    @Test func `words and values may be any bytes`() throws {
        let odd: [UInt8] = [0xFF, 0x3D, 0xC3]
        var seen: [[UInt8]] = []
        let program = ProgramUsage(
            name: "wren", summary: "", commands: [],
            options: [Option("--file", short: "-o", "", takes: "FILE")])
        _ = try program.arguments(
            [odd, "--file=".utf8 + odd, "-o".utf8 + odd, Array("--file".utf8), odd]
        ) { bytes, isPath in
            seen.append(bytes)
            return isPath ? "" : nil
        }
        #expect(seen == [odd, odd, odd, odd])
    }

    @Test func `an empty path and bytes that are no text are refused`() {
        let program = ProgramUsage(
            name: "wren", summary: "",
            commands: [
                Subcommand(
                    "sit", "wren", "sits", options: [Option("--nest", "where", takes: "DIR")],
                    run: { _ in .done })
            ], options: [])
        #expect(throws: CommandFailure(message: "--nest requires a value: --nest DIR")) {
            try program.arguments([Array("--nest=".utf8)]) { bytes, _ in
                String(decoding: bytes, as: UTF8.self)
            }
        }
        #expect(throws: CommandFailure(message: "--nest takes text in UTF-8")) {
            try program.arguments([Array("--nest=x".utf8)]) { _, _ in nil }
        }
    }

    @Test func `a program without an unnamed command requires a known one`() throws {
        let program = ProgramUsage(
            name: "wren", summary: "",
            commands: [Subcommand("fly", "wren fly", "flies", run: { _ in .failed })],
            options: [],
            nearest: { names, _ in names.first })
        func parsed(_ words: String...) throws(CommandFailure) -> Subcommand {
            let bytes = words.map { Array($0.utf8) }
            var arguments = try program.arguments(bytes) { bytes, _ in String(decoding: bytes, as: UTF8.self)
            }
            return try program.command(of: &arguments)
        }
        #expect(try parsed("fly").run(Arguments()) == .failed)
        #expect(throws: CommandFailure(message: "a command is missing; see wren --help")) { try parsed() }
        #expect(throws: CommandFailure(message: "unknown command “fyl”; did you mean fly? see wren --help")) {
            try parsed("fyl")
        }
    }

    @Test func `a command describes an option in its own words, in its help only`() throws {
        let program = UsageTextTests.program
        let sing = try #require(program.command(named: "sing"))
        #expect(program.help(of: sing).contains("no song") && program.help(of: sing).contains("sing at dawn"))
        #expect(Shell.allCases.allSatisfy { !$0.completion(of: program).contains("no song") })
    }

    private static func meaning(_ words: [[UInt8]]) -> String {
        let program = UsageTextTests.program
        do throws(CommandFailure) {
            var arguments = try program.arguments(words) { bytes, _ in
                String(decoding: bytes, as: UTF8.self)
            }
            let command = try program.command(of: &arguments)
            var seen: Set<Option> = []
            let options = arguments.given.filter { seen.insert($0).inserted }.flatMap { option in
                arguments.has(option)
                    ? [option.longName] : arguments.all(option).map { "\(option.longName)=\($0)" }
            }
            let names =
                command.name == arguments.command ? [command.name] : [arguments.command, command.name]
            return (names + arguments.words + options).filter { !$0.isEmpty }.joined(separator: " ")
        } catch {
            return "!" + error.message
        }
    }
}
