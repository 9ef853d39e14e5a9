import SonicServer
import SystemLibraries

/// The value of `--control-token`: the token itself, which other users of the machine may see among the
/// arguments, or the name of a file that contains it.
enum ControlTokenSource {
    /// There is no usable token.
    struct Unusable: Error {
        let sentence: String
    }

    /// Returns the token: the first line of the file with this name, if there is one, otherwise the word itself.
    static func token(_ word: String) throws(Unusable) -> ControlToken {
        let text: String
        do throws(RegularFile.Refusal) {
            let line = try RegularFile(word).bytes(limit: 4096).prefix { $0 != 0x0A && $0 != 0x0D }
            text = String(decoding: line, as: UTF8.self)
        } catch {
            // Without a readable file of this name, the word is the token.
            guard !word.contains("/") else {
                throw Unusable(sentence: "\(word) cannot be read: \(error.reason).")
            }
            text = word
        }
        guard let token = ControlToken(text) else {
            throw Unusable(
                sentence:
                    "A token for --control has at least \(ControlToken.shortest) characters and no spaces.")
        }
        return token
    }
}
