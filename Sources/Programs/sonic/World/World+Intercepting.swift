import SonicProtocol
import SonicSession
import Workbench

// Interception of exchanges, and prepared responses.
extension World {
    /// Intercepts exchanges with a queue, or not at all, in sessions opened from now on.
    mutating func intercept(with queue: InterceptQueue?) {
        self.queue = queue
        own.intercept(with: queue)
        // A shared session keeps the connection that it was started with.
        pool = SessionPool(engine)
    }

    /// Returns the HTTP response in a file, `-` for standard input. The failure is a sentence.
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
