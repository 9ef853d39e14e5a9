import Diagnostics
import SonicProtocol
import SonicSession

// Holding exchanges, and answers that were written beforehand.
extension World {
    /// Has exchanges intercepted by a queue, or by none, in the sessions that are opened from now on.
    mutating func intercept(with queue: InterceptQueue?) {
        self.queue = queue
        own.intercept(with: queue)
        // A session that is shared was begun with the connection of its time.
        pool = SessionPool(engine)
    }

    /// An answer of HTTP in a file, `-` for standard input. The failure is a sentence.
    static func writtenAnswer(
        in file: String, inPlaceOf original: AnswerEdit.Original? = nil
    ) -> Result<AnswerText.ParseResult, InputFile.Failure> {
        do throws(InputFile.Failure) {
            let bytes = try InputFile.bytes(file)
            let name = file == "-" ? "standard input" : file
            do throws(MessageMistake) {
                return .success(try AnswerText.read(bytes, inPlaceOf: original, means: .file(name)))
            } catch {
                return .failure(.init(message: "\(name):\(error.line): \(error.words)"))
            }
        } catch {
            return .failure(error)
        }
    }
}
