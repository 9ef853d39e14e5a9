import Browser
import Exchanges
import SonicSession
import Workbench

// Intercepted exchanges.
extension BrowserLoop {
    func perform(_ effect: Effect.Interception) {
        switch effect {
        case .intercept(let filter): intercept(filter)
        case .release(let id, let release): run { [queue] in await queue.release(id, release) }
        case .respond(let file, let target): respond(from: file, to: target)
        }
    }

    /// Intercepts exchanges that match the filter; none for nil.
    func intercept(_ filter: InterceptFilter?) {
        run { [self] in
            await queue.intercept(filter)
            receive(.found(.interception(.intercepted(filter))))
        }
    }

    /// Responds from a file.
    func respond(from file: String, to target: RespondTarget) {
        let home = world.environment["HOME"]
        let path = if file.hasPrefix("~/"), let home { home + file.dropFirst() } else { file }
        run { [self] in
            receive(.found(.interception(await Self.answer(from: path, to: target, with: queue))))
        }
    }

    @concurrent private static func answer(
        from file: String, to target: RespondTarget, with queue: InterceptQueue
    ) async -> Effect.Interception.Report {
        let original: AnswerEdit.Original? =
            if case .intercepted(let exchange) = target { exchange.answer } else { nil }
        switch World.writtenAnswer(in: file, inPlaceOf: original) {
        case .failure(let failure): return .refused(failure.message)
        case .success(let reading):
            switch target {
            case .intercepted(let exchange): await queue.release(exchange.id, .answer(reading.answer))
            case .next(let url): await queue.prepare(reading.answer, for: url)
            }
            return .responded(notes: reading.notes)
        }
    }
}
