import FoundationEssentials
import TestSupport

/// Programs on a terminal.
extension StoryPlayer {
    private static let keys: [String: PtyKey] = [
        "Tab": .tab, "BackTab": .backTab, "Enter": .enter, "Esc": .escape, "Up": .up, "Down": .down,
        "Left": .left, "Right": .right,
    ]

    mutating func browse(_ verb: String, _ cells: [String]) async throws -> Bool {
        switch verb {
        // sonic on a terminal: ROWSxCOLUMNS | COMMAND LINE. `terminal` has the path of a program first.
        case "browse", "terminal":
            let size = cells[0].split(separator: "x").compactMap { Int($0) }
            let words = cells.count > 1 ? Self.words(cells[1]) : []
            terminal = try Pty(
                verb == "browse" ? binary(named: "sonic") : words[0],
                verb == "browse" ? words : Array(words.dropFirst()), environment: environment, rows: size[0],
                columns: size[1], folder: place)
            values["process"] = terminal.map { "\($0.id)" }
            program = nil
        case "restored", "ends", "quit": try await end(verb, cells)
        // The most memory that the program has had, in MiB, is below this.
        case "memory":
            let status = FileManager.default.contents(atPath: "/proc/\(terminal?.id ?? 0)/status") ?? Data()
            let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first {
                $0.hasPrefix("VmHWM:")
            }
            let most = line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 >> 10 } ?? .max
            if most >= Int(cells[0]) ?? 0, !Sanitizer.isWatching { throw Unmet(description: "\(most) MiB") }
        // Text and keys such as `<Tab>`, `<C-w>` and `<M-v>`.
        case "keys": for cell in cells { await type(cell) }
        case "paste": await terminal?.paste(cells[0])
        // The mouse at the start of a text.
        case "click": try await terminal?.click(cells[0])
        case "wheel":
            guard let place = await terminal?.screen.position(of: cells[1]) else {
                throw Unmet(description: "“\(cells[1])” is not shown")
            }
            await terminal?.mouse(cells[0] == "up" ? .wheelUp : .wheelDown, at: place)
        // Waits for a screen; `has` is about the one that was waited for.
        case "see":
            screen = try await terminal?.waitUntil(
                cells.joined(separator: " | "), within: .seconds(60)
            ) { screen in
                cells.allSatisfy { Self.meets(screen, $0) }
            }
        case "has":
            guard let screen else { throw Unmet(description: "no screen was waited for") }
            for cell in cells where !Self.meets(screen, cell) {
                throw Unmet(description: "“\(cell)” does not hold for\n\(screen)")
            }
        // The first word of the first row, for later steps: NAME.
        case "word": values[cells[0]] = screen?.rows[0].split(separator: " ").first.map(String.init)
        case "written": try expect(await terminal?.written ?? "", cells)
        // What was copied: NUMBER from 0, or -1 for the last | CONDITION…
        case "copied":
            let texts = Clipboard.texts(in: await terminal?.output ?? [])
            let number = Int(cells[0]) ?? 0
            guard let text = number < 0 ? texts.last : texts.dropFirst(number).first else {
                throw Unmet(description: "\(texts.count) texts were copied")
            }
            try expect(text, cells.dropFirst())
        default: return false
        }
        return true
    }

    private func end(_ verb: String, _ cells: [String]) async throws {
        guard let terminal else { throw Unmet(description: "no terminal") }
        if verb == "quit" { await terminal.send("q") }
        if verb != "restored" {
            let end = try await terminal.waitForExit()
            let words = (cells.first ?? "exit 0").split(separator: " ")
            let number = words.last.flatMap { Int32($0) } ?? 0
            if end != (words.first == "killed" ? .killed(number) : .exited(number)) {
                throw Unmet(description: "it ended: \(end)\n\(await terminal.screen)")
            }
        }
        if verb != "ends", await !terminal.isRestored {
            throw Unmet(description: "the terminal is not restored")
        }
    }

    private func type(_ cell: String) async {
        var rest = cell[...]
        while let open = rest.firstIndex(of: "<") {
            await terminal?.send(String(rest[..<open]))
            let name = String(rest[open...].dropFirst().prefix { $0 != ">" })
            if let key = Self.key(name) {
                await terminal?.press(key)
                rest = rest[open...].dropFirst(name.count + 2)
            } else {
                await terminal?.send("<")
                rest = rest[open...].dropFirst()
            }
        }
        await terminal?.send(String(rest))
    }

    private static func key(_ name: String) -> PtyKey? {
        if let key = keys[name] { return key }
        guard name.count == 3, let letter = name.last else { return nil }
        return name.hasPrefix("C-") ? .control(letter) : name.hasPrefix("M-") ? .alt(letter) : nil
    }

    /// Conditions of a screen: a part of a row, `!` and a part of none, `@mouse`, `@alternate`, and `@ROW`, counted from 0
    /// or backwards from -1, with a relation and a text; `@*` is some row that has all the parts between `&`.
    private static func meets(_ screen: TestSupport.Screen, _ condition: String) -> Bool {
        if condition.hasPrefix("!"), condition.count > 1 {
            return !meets(screen, String(condition.dropFirst()))
        }
        guard condition.hasPrefix("@") else { return screen.contains(condition) }
        let place = condition.dropFirst().prefix { $0 == "-" || $0.isNumber || $0 == "*" || $0.isLetter }
        let rest = condition.dropFirst(place.count + 1)
        let relation = rest.first.map { $0 == " " ? "~" : $0 } ?? "~"
        let text = String(rest.drop { $0 != " " }.dropFirst())
        switch place {
        case "mouse": return screen.reportsMouse
        case "alternate": return screen.isAlternate
        case "*":
            let parts = text.split(separator: " & ")
            return screen.rows.contains { row in parts.allSatisfy { row.contains($0) } }
        default:
            let number = Int(place) ?? 0
            let rows = screen.rows
            let index = number < 0 ? rows.count + number : number
            return rows.indices.contains(index) && meets(rows[index], relation, text)
        }
    }
}
