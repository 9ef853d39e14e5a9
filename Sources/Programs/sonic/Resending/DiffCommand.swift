import Browser
import CellGrid
import SessionWords
import SonicProtocol
import SonicSession
import Workbench

/// `sonic diff URL URL`: compares the responses of two addresses line by line, or a part of them byte by byte.
/// Both are requested without tags, and nothing is stored; a file is a response with its headers or a page.
enum DiffCommand {
    static let row = Subcommand(
        "diff", "sonic diff URL|FILE URL|FILE",
        "compare the responses of two addresses or files, headers and bodies line by line; status 1 if they differ",
        .free, takes: 2...2, "two URLs or files",
        options: [
            .part,
            .source.described(
                as: "compare byte by byte, with signs for line endings and other invisible bytes"),
            .asClient, .without, .log,
        ] + Option.opening.filter { $0 != .offline && $0 != .cache },
        examples: [
            ("sonic diff news.example localhost:3000", "compare two servers"),
            (
                "sonic diff --part template --source old.html new.html",
                "the bytes that make a template change"
            ),
        ], run: Program.inWorld(run))

    static func run(_ arguments: Arguments, _ world: World) async throws(CommandFailure) -> ExitStatus {
        let words = arguments.words
        let named = try arguments.value(
            .part, as: ComparedPart.init(named:), "headers, body, template, block=NAME or page")
        let part = named ?? (arguments.has(.source) ? .page : nil)
        let urls = [try world.address(words[0]), try world.address(words[1], isFirst: false)]
        world.printWarnings()
        var answers: [ExchangeSide] = []
        for (url, word) in zip(urls, words) {
            answers.append(try await answer(of: url, word, secretsOf: urls[0], world))
        }
        let comparison = SideComparison(old: answers[0], new: answers[1])
        guard let part else { return print(comparison.responses) }
        do throws(ComparedPart.Missing) {
            let lines = try comparison.difference(
                in: part, as: arguments.has(.source) ? .source : .text, .masked, charsets: .iconv)
            guard !lines.isEmpty else { return .done }
            Console.print("--- \(VisibleText.line(words[0]))")
            Console.print("+++ \(VisibleText.line(words[1]))")
            for line in lines { Console.print(line) }
        } catch {
            Console.complain(error.words)
        }
        return .failed
    }

    /// Returns the response of an address, or the content of a file.
    private static func answer(
        of url: WebURL, _ word: String, secretsOf first: WebURL, _ world: World
    ) async throws(CommandFailure) -> ExchangeSide {
        if let path = FilePath(url) {
            return ExchangeSide(file: try InputFile.bytes(path.text), at: url, title: word)
        }
        var order = world.order(url, mode: .forceReload)
        order.secretsOrigin = first.origin
        let trace = await DetachedSession(order, nil, RequestOverrides(), world.engine).trace()
        guard let answer = ExchangeSide(answered: trace, title: url.href) else {
            throw .failed(trace.result?.reason.words ?? "no response from \(url.href)")
        }
        return answer
    }

    private static func print(_ bytes: [UInt8]) -> ExitStatus {
        guard !bytes.isEmpty else { return .done }
        Console.printExactly(bytes)
        return .failed
    }
}
