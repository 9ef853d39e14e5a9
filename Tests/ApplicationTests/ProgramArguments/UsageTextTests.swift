import Testing

@testable import ProgramArguments

@Suite struct UsageTextTests {
    private static let loud = Option("--loud", short: "-l", "so many times", takes: "N")
    private static let quiet = Option("--quiet", "no sound")
    private static let bird = Option(
        "--bird", was: "--wren", "this bird", takes: "[one,two]", of: .oneOf("one two"))
    static let program = ProgramUsage(
        name: "wren-bird", summary: "a small bird",
        commands: [
            Subcommand("sit", "wren-bird [TREE]", "sits", .free, run: { _ in .done }),
            Subcommand(
                "sing", "wren-bird sing FILE", "sings the neighbours' songs", .files, takes: 1...2, "files",
                options: [loud, quiet.described(as: "no song")],
                examples: [("wren-bird sing dawn", "sing at dawn")], run: { _ in .failed }),
            Subcommand(
                "fly", "wren-bird fly", "flies", options: [quiet, bird],
                verbs: [
                    Subcommand("", "wren-bird fly", takes: 0...0, options: [quiet, bird]),
                    Subcommand("up", "wren-bird fly up", takes: 0...0, options: [bird]),
                    Subcommand("down", "wren-bird fly down N", takes: 1...1, "a depth"),
                ]),
            Subcommand(
                "land", "wren-bird land [PLACE]|at TIME", "lands",
                verbs: [
                    Subcommand("", "wren-bird land [PLACE]", takes: 0...1, "one place"),
                    Subcommand("at", "wren-bird land at TIME", takes: 1...1, "a time"),
                ]),
        ],
        options: [Option("--help", short: "-h", "help", allowsNumber: true)],
        gone: [("--soft", "--soft is gone: use --quiet"), ("fly over", "over is gone: use up")],
        nearest: { names, name in names.first { $0.first == name.first && $0.count == name.count } })

    @Test func `a table wraps its right column`() {
        let text = HelpText.table(
            [("--a", "one two three four five six seven"), ("--much-longer", "eight")], width: 80)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines.first == "  --a" + String(repeating: " ", count: 77) + "one two three four five six")
        #expect(lines.dropFirst().first == String(repeating: " ", count: 82) + "seven")
        #expect(lines.last == "  --much-longer" + String(repeating: " ", count: 67) + "eight")
        #expect(
            HelpText.wrapped("one two three overlongword", at: 8) == ["one two", "three", "overlongword"])
    }

    @Test func `a term too wide for the left column is on its own line, and lines have 80 columns`() {
        let text = HelpText.table(
            [
                ("--a FILE", "short"),
                ("--much-longer FILE", Array(repeating: "word", count: 30).joined(separator: " ")),
            ],
            width: 12)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.prefix(2) == ["  --a FILE    short", "  --much-longer FILE"])
        #expect(lines.dropFirst(2).allSatisfy { $0.hasPrefix(String(repeating: " ", count: 14) + "word") })
        #expect(lines.allSatisfy { $0.count <= 80 } && lines.count == 5)
    }

    @Test func `an option of several commands is described once, and listed with each`() {
        let page = ManualPage(
            name: "w", number: 1, summary: "", release: .current, sections: Self.program.commandSections)
        #expect(Self.count("No sound.", in: page.roff) == 1)
        #expect(Self.count("Also, as below: \\-\\-quiet.", in: page.roff) == 2)
        #expect(Self.count("So many times.", in: page.roff) == 1)
    }

    private static func count(_ words: String, in text: String) -> Int {
        text.split(separator: words, omittingEmptySubsequences: false).count - 1
    }
}
