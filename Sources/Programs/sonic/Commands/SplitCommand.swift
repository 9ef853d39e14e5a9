import CellGrid
import SessionReports
import SonicLint
import SonicProtocol
import SystemLibraries

/// `sonic split FILE`: shows how servers and clients split a page, without a network.
struct SplitCommand {
    static let row = Subcommand(
        "split", "sonic split FILE|-",
        "split a page: tags, hashes, blocks and their problems; status 1 on errors", .files,
        takes: 1...1, "one file or -", options: [.json, .print],
        examples: [("sonic split page.html", "split a page into blocks")], run: run)

    private let html: [UInt8]
    private let split: PageSplit
    private let template: [UInt8]
    private let findings: [Finding]

    static func run(_ arguments: Arguments) throws(CommandFailure) -> ExitStatus {
        let command = SplitCommand(try InputFile.bytes(arguments.words[0]))
        if let part = arguments.value(.print) { return try command.print(part) }
        if arguments.has(.json) {
            Console.print(command.json.text(.indented))
        } else {
            for line in command.lines { Console.print(VisibleText.line(line)) }
        }
        return command.findings.contains { $0.severity == .error } ? .failed : .done
    }

    private init(_ html: [UInt8]) {
        self.html = html
        split = PageSplit(html: html)
        template = split.templateBytes(of: html)
        findings = PageLint.findings(in: html)
    }

    /// Writes the bytes of one part.
    private func print(_ part: String) throws(Arguments.Mistake) -> ExitStatus {
        switch part {
        case "template": Console.printExactly(template)
        case "title": Console.printExactly(split.dataBytes(of: .title, in: html))
        case let name where name.hasPrefix("block:"):
            guard let index = split.blocks.firstIndex(where: { "block:\($0.name)" == name }) else {
                let names = split.blocks.map(\.name).joined(separator: ", ")
                throw .failed("unknown block “\(name.dropFirst(6))”; the page has: \(names)")
            }
            Console.printExactly(split.dataBytes(of: .block(index), in: html))
        default: throw .init(message: "--print takes template, title or block:NAME, not “\(part)”")
        }
        return .done
    }

    private var lines: [String] {
        var lines = [
            "page          \(html.count) bytes",
            "etag          \(Hashes.nettle.sha1(html))  sha1 of the page",
            "template-tag  \(Hashes.nettle.sha1(template))  sha1 of the template, \(template.count) bytes",
        ]
        for (slot, range) in places {
            var line =
                "  {\(split.displayName(of: slot))}  bytes \(range.lowerBound) to \(range.upperBound), "
                + "sha1 \(Hashes.nettle.sha1(Array(html[range])))"
            let data = split.dataBytes(of: slot, in: html)
            if data.count != range.count {
                line += "; as data, with {title} in it, \(Hashes.nettle.sha1(data))"
            }
            lines.append(line)
        }
        return lines + FindingText.lines(findings)
    }

    /// Title and blocks in page order; a title inside a block follows that block.
    private var places: [(slot: PageSplit.Slot, range: Range<Int>)] {
        var places = split.slots
        if let holder = split.blockHoldingTitle, let title = split.title,
            let index = places.firstIndex(where: { $0.slot == .block(holder) })
        {
            places.insert((.title, title), at: index + 1)
        }
        return places
    }

    private var json: JSONValue {
        [
            "bytes": .integer(html.count), "etag": .string(Hashes.nettle.sha1(html)),
            "templateTag": .string(Hashes.nettle.sha1(template)), "templateBytes": .integer(template.count),
            "slots": .array(
                places.map { slot, range in
                    [
                        "name": .string(split.displayName(of: slot)), "from": .integer(range.lowerBound),
                        "to": .integer(range.upperBound),
                        "sha1": .string(Hashes.nettle.sha1(Array(html[range]))),
                        "dataSHA1": .string(Hashes.nettle.sha1(split.dataBytes(of: slot, in: html))),
                    ]
                }),
            "problems": FindingText.json(findings),
        ]
    }
}
