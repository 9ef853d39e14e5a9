import Browser
import CellGrid
import Diagnostics
import SessionWords
import SonicProtocol
import SonicSession

/// `sonic diff URL URL`: what two addresses answer, compared line by line. Both are requested without tags, and nothing is stored.
enum DiffCommand {
    static func run(_ arguments: Arguments, words: [String], _ world: World) async throws(Arguments.Mistake)
        -> ExitStatus
    {
        guard words.count == 2 else { throw .init(message: "diff takes two URLs: sonic diff URL URL") }
        let urls = [try world.address(words[0]), try world.furtherAddress(words[1])]
        world.printWarnings()
        var answers: [ComparedAnswer] = []
        for url in urls {
            var order = world.order(url, mode: .forceReload)
            order.secretsOrigin = urls[0].origin
            let trace = await DetachedSession(order, nil, RequestOverrides(), world.engine).trace()
            guard let answer = ComparedAnswer(trace, name: url.href) else {
                Console.complain(trace.result?.reason.words ?? "no response from \(url.href)")
                return .failed
            }
            answers.append(answer)
        }
        let bytes = AnswerComparison(old: answers[0], new: answers[1]).bytes
        guard !bytes.isEmpty else { return .done }
        Console.printExactly(bytes)
        return .failed
    }
}
