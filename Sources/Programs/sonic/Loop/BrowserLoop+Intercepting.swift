import Browser
import Diagnostics
import SonicSession

// Exchanges that are held for the reader.
extension BrowserLoop {
    /// Holds what fits from now on; nil for nothing.
    func intercept(_ filter: InterceptFilter?) {
        Task {
            await queue.intercept(filter)
            receive(.found(.intercepted(filter)))
        }
    }

    /// Lets an exchange go.
    func release(_ id: Int, _ release: Release) {
        Task { await queue.release(id, release) }
    }

    /// Reports at this time that what is held has grown older.
    func wakeForIntercepted(at time: Duration) {
        interceptAlarm.set(after: time - World.uptime()) { [weak self] in
            self?.receive(.found(.interceptedAged))
        }
    }

    /// Takes an answer from a file.
    func respond(from file: String, to target: RespondTarget) {
        let home = world.environment["HOME"]
        let path = if file.hasPrefix("~/"), let home { home + file.dropFirst() } else { file }
        Task {
            receive(.found(.responded(await Self.answer(from: path, to: target, with: queue))))
        }
    }

    @concurrent private static func answer(
        from file: String, to target: RespondTarget, with queue: InterceptQueue
    ) async -> Responded {
        let original: AnswerEdit.Original? =
            if case .intercepted(let held) = target { held.answer } else { nil }
        switch World.writtenAnswer(in: file, inPlaceOf: original) {
        case .failure(let failure): return .refused(failure.message)
        case .success(let reading):
            switch target {
            case .intercepted(let held): await queue.release(held.id, .answer(reading.answer))
            case .next(let url): await queue.prepare(reading.answer, for: url)
            }
            return .taken(notes: reading.notes)
        }
    }
}
