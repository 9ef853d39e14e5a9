import SonicServer
import SystemLibraries

/// `--control-token`: the token itself, which other users of the machine may see among the arguments, or the name of a file
/// that holds it.
enum ControlTokenSource {
    /// There is no token that can be used.
    struct Unusable: Error {
        let sentence: String
    }

    /// The token: the first line of the file of this name, where there is one, else the word itself.
    static func token(_ word: String) throws(Unusable) -> ControlToken {
        let text: String
        do throws(RegularFile.Refusal) {
            let line = try RegularFile(word).bytes(limit: 4096).prefix { $0 != 0x0A && $0 != 0x0D }
            text = String(decoding: line, as: UTF8.self)
        } catch {
            // No file is of this name, or none that can be read: a token is then what is meant.
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
