import SonicProtocol

extension SettingKind where Value == [NamedCommand] {
    /// Commands by name: a command line, or an object with `run`, `input` and `place`.
    static var commands: SettingKind {
        .members("commands as { \"name\": \"line\" }") { member throws(Mismatch) in
            try command(member)
        } written: {
            .init($0.name, written($0))
        }
    }

    private static func command(_ member: JSONNode.Member) throws(Mismatch) -> NamedCommand {
        let name = member.name
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
            throw Mismatch(member.node, "“\(name)” is not a valid command name; names have no spaces.")
        }
        if let line = member.node.string {
            return NamedCommand(
                name: name, run: try checked(line, member.node), input: .address, place: .aside)
        }
        guard let parts = member.node.members else {
            throw Mismatch(member.node, "“\(name)” takes a command line, or an object with “run” in it.")
        }
        for part in parts where !["run", "input", "place"].contains(part.name) {
            throw Mismatch(
                part.node, "Unknown member “\(part.name)”; a command has “run”, “input” and “place”.")
        }
        guard let run = member.node["run"], let line = run.string else {
            throw Mismatch(member.node, "“\(name)” requires “run”: a command line in quotes.")
        }
        let input = try choice(member.node["input"], or: NamedCommand.Input.address)
        let place = try choice(member.node["place"], or: NamedCommand.Place.aside)
        if place == .terminal, input != .address, let node = member.node["input"] {
            throw Mismatch(
                node, "A command in the terminal reads the keyboard; its input can only be the address.")
        }
        return NamedCommand(name: name, run: try checked(line, run), input: input, place: place)
    }

    private static func checked(_ line: String, _ node: JSONNode) throws(Mismatch) -> String {
        guard line.contains(where: { !$0.isWhitespace }) else {
            throw Mismatch(node, "The command line is empty.")
        }
        guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw Mismatch(node, "Control characters are not allowed in a command line.")
        }
        return line
    }

    private static func choice<Choice: RawRepresentable & CaseIterable>(
        _ node: JSONNode?, or standard: Choice
    ) throws(Mismatch) -> Choice where Choice.RawValue == String {
        guard let node else { return standard }
        guard let choice = node.string.flatMap({ Choice(rawValue: $0) }) else {
            let names = Choice.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
            throw Mismatch(node, "Expected one of \(names).")
        }
        return choice
    }

    private static func written(_ command: NamedCommand) -> JSONValue {
        if command.input == .address, command.place == .aside { return .string(command.run) }
        return [
            "run": .string(command.run), "input": .string(command.input.rawValue),
            "place": .string(command.place.rawValue),
        ]
    }
}
