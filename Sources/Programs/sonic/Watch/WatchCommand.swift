import Browser
import Configuration
import Glibc
import SonicProtocol

/// `sonic watch URL...`: sessions in a row, and a line for each change (docs/watch.md).
enum WatchCommand {
    /// The most pages that are watched at once.
    private static let mostPages = 1000

    @MainActor static func run(
        _ arguments: Arguments, words: [String], _ world: World, _ signals: StopSignals
    ) async throws(Arguments.Mistake) -> ExitStatus {
        let plan = try WatchPlan(arguments)
        let pages = try pages(words, world)
        world.tellWarnings()
        let loop = WatchLoop(pages, plan, world)
        let status = await loop.run(until: signals)
        await world.connections.finishUpdates()
        return status
    }

    /// The addresses that the words name, themselves or in files, each once.
    private static func pages(_ words: [String], _ world: World) throws(Arguments.Mistake) -> [WebURL] {
        var texts: [(text: String, place: String)] = []
        for word in words {
            if word == "-" || isFile(word) {
                texts += try list(word)
            } else {
                texts.append((word, ""))
            }
        }
        var pages: [WebURL] = []
        var known: Set<WebURL> = []
        for (text, place) in texts {
            do throws(Arguments.Mistake) {
                let url = try pages.isEmpty ? world.address(text) : world.furtherAddress(text)
                if known.insert(url.withoutFragment).inserted { pages.append(url) }
            } catch {
                throw .init(message: place + error.message)
            }
        }
        guard !pages.isEmpty else {
            throw .init(message: "watch takes addresses, or a file with one a line: sonic watch URL")
        }
        guard pages.count <= mostPages else {
            throw .init(message: "\(pages.count) pages are too many to be watched; \(mostPages) is the most")
        }
        return pages
    }

    /// The addresses of a file: one a line, without blank lines and those that begin with `#`.
    private static func list(
        _ name: String
    ) throws(Arguments.Mistake) -> [(text: String, place: String)] {
        let bytes: [UInt8]
        do throws(InputFile.Failure) {
            bytes = try InputFile.bytes(name)
        } catch {
            throw .init(message: error.message)
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        var texts: [(text: String, place: String)] = []
        for (index, line) in lines.enumerated() {
            let text = Bytes.text(Bytes.trimmed(line.last == 0x0D ? line.dropLast() : line))
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            texts.append((text, "\(name):\(index + 1): "))
        }
        return texts
    }

    private static func isFile(_ word: String) -> Bool {
        var state = stat()
        return stat(word, &state) == 0 && state.st_mode & S_IFMT != S_IFDIR
    }
}

/// What the options of `sonic watch` say.
struct WatchPlan {
    /// How often every page is asked for; nil for what the configuration says of each.
    let pace: Pace?
    /// How often at most; nil for no end.
    let times: Int?
    /// What ends the watch; nil for nothing.
    let goal: WatchGoal?
    /// What is run at each change; nil for nothing.
    let command: ShellCommand?
    /// Whether objects are printed in place of words.
    let isJSON: Bool
    /// Whether caches on the way are to ask the origin.
    let isReload: Bool
    /// Whether a change counts that the text does not show.
    let countsSource: Bool
    /// How many failures in a row are nothing; nil for what the configuration says of each page.
    let tolerance: Int?
    /// The parts of pages that alone count, in place of what the configuration says; empty for that.
    let only: [ComparisonRules.Part]
    /// The parts that do not count, beside those that the configuration names.
    let ignored: [ComparisonRules.Part]

    /// What counts of a page of which the configuration says this.
    func rules(_ rules: ComparisonRules) -> ComparisonRules {
        var rules = rules
        if !only.isEmpty { rules.only = only }
        rules.ignore += ignored
        return rules
    }

    private static func parts(
        _ option: Option, _ arguments: Arguments
    ) throws(Arguments.Mistake) -> [ComparisonRules.Part] {
        var parts: [ComparisonRules.Part] = []
        for text in arguments.all(option) {
            if let mistake = PagePart.mistake(in: text) {
                throw .init(message: "\(option.rawValue): \(mistake)")
            }
            parts.append(ComparisonRules.Part(text))
        }
        return parts
    }

    init(_ arguments: Arguments) throws(Arguments.Mistake) {
        pace = try arguments.value(.every).map { text throws(Arguments.Mistake) in
            guard let pace = Pace(text) else {
                throw .init(
                    message:
                        "--every takes a time from 10ms to a week, such as 5, 500ms, 2m or 1h, not “\(text)”")
            }
            return pace
        }
        times = try arguments.number(.times, in: 1...1_000_000_000)
        goal = try arguments.value(.until).map { text throws(Arguments.Mistake) in
            guard let goal = WatchGoal(text) else {
                let words = WatchGoal.words.joined(separator: ", ")
                throw .init(message: "--until takes one of \(words), not “\(text)”")
            }
            return goal
        }
        isJSON = arguments.has(.json)
        isReload = arguments.has(.reload)
        countsSource = arguments.has(.source)
        tolerance = try arguments.number(.tolerate, in: 0...1_000_000_000)
        only = try Self.parts(.only, arguments)
        ignored = try Self.parts(.ignore, arguments)
        let limit = try arguments.number(.execTimeout, in: 1...86_400)
        if let line = arguments.value(.exec) {
            // Beside JSON, whatever the command says would be in the way of who reads it.
            command = ShellCommand(
                line: line, limit: .seconds(limit ?? 60), output: isJSON ? STDERR_FILENO : STDOUT_FILENO)
        } else {
            guard limit == nil else { throw .init(message: "--exec-timeout needs --exec COMMAND") }
            command = nil
        }
    }
}
