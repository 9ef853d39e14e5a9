/// A command of a program: all that is known about it, in the file of what it does.
public struct Subcommand<Action: Sendable>: Sendable {
    /// Its name.
    public let name: String
    /// The synopsis, beginning with the program's name.
    public let usage: String
    /// What it does, in a line.
    public let summary: String
    /// The values of the operands after its name.
    let operands: Values
    /// How many operands there are, and what they are in words; nil if the action checks them.
    let operandCount: (ClosedRange<Int>, words: String)?
    /// Its options. One of every command is among them if it means more here.
    public let options: [Option]
    /// Examples with descriptions; they are also in the manual page.
    public let examples: [(line: String, words: String)]
    /// Whether it processes its input and ends; others continue until they are stopped.
    public let isOneRun: Bool
    /// What it does.
    public let action: Action

    /// Creates a command.
    /// - Parameters:
    ///   - usage: The synopsis; without the name, it is what the program does without a command.
    ///   - operandCount: How many operands there are; nil if the action checks them.
    ///   - words: What they are.
    public init(
        _ name: String, _ usage: String, _ summary: String, _ operands: Values = .none,
        takes operandCount: ClosedRange<Int>? = nil, _ words: String = "no arguments",
        options: [Option] = [], examples: [(line: String, words: String)] = [], isOneRun: Bool = true,
        run action: Action
    ) {
        self.name = name
        self.usage = usage
        self.summary = summary
        self.operands = operands
        self.operandCount = operandCount.map { ($0, words) }
        self.options = options
        self.examples = examples
        self.isOneRun = isOneRun
        self.action = action
    }

    /// The name as an argument; nil for what the program does without a command.
    public var word: String? {
        usage.split(separator: " ").dropFirst().first.flatMap { $0 == name ? name : nil }
    }
}
