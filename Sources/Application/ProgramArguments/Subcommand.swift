/// A command of a program: all that is known about it, in the file of what it does.
public struct Subcommand<Action: Sendable>: Sendable {
    /// Its name.
    public let name: String
    /// The synopsis, beginning with the program's name.
    public let usage: String
    /// What it does, in a line.
    public let summary: String
    /// How many operands there are, and what they are in words; nil if the action checks them.
    let operandCount: (ClosedRange<Int>, words: String)?
    private let makeOperands: @Sendable () -> Values
    private let makeOptions: @Sendable () -> [Option]
    private let makeExamples: @Sendable () -> [(line: String, words: String)]
    /// Whether it processes its input and ends; others continue until they are stopped.
    public let isOneRun: Bool
    /// What it does.
    public let action: Action

    /// Creates a command. Its operands, options and examples are made when they are asked for: most runs of a program
    /// concern one command.
    /// - Parameters:
    ///   - usage: The synopsis; without the name, it is what the program does without a command.
    ///   - operandCount: How many operands there are; nil if the action checks them.
    ///   - words: What they are.
    public init(
        _ name: String, _ usage: String, _ summary: String,
        _ operands: @autoclosure @escaping @Sendable () -> Values = .none,
        takes operandCount: ClosedRange<Int>? = nil, _ words: String = "no arguments",
        options: @autoclosure @escaping @Sendable () -> [Option] = [],
        examples: @autoclosure @escaping @Sendable () -> [(line: String, words: String)] = [],
        isOneRun: Bool = true,
        run action: Action
    ) {
        self.name = name
        self.usage = usage
        self.summary = summary
        makeOperands = operands
        self.operandCount = operandCount.map { ($0, words) }
        makeOptions = options
        makeExamples = examples
        self.isOneRun = isOneRun
        self.action = action
    }

    /// The values of the operands after its name.
    var operands: Values { makeOperands() }

    /// Its options. One of every command is among them if it means more here.
    public var options: [Option] { makeOptions() }

    /// Examples with descriptions; they are also in the manual page.
    public var examples: [(line: String, words: String)] { makeExamples() }

    /// The name as an argument; nil for what the program does without a command.
    public var word: String? {
        usage.split(separator: " ").dropFirst().first.flatMap { $0 == name ? name : nil }
    }
}
