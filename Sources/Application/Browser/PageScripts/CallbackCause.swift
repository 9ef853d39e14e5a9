import SessionWords
import SonicProtocol
import Workbench

/// A piece of evidence about the callback of a page.
package enum CallbackCause: Equatable, Sendable {
    // Why the update is not shown.
    /// No script defined the function that clients call.
    case noCallback
    /// `JSON.parse` refused a text.
    case refused(String, String)
    /// A script ended with an error.
    case threw(String, line: Int?, ScriptStage)
    /// The callback did not parse the result.
    case notParsed
    /// It read the result, but not this key.
    case notRead(String)
    /// It went through the keys, and read no value after that of this one.
    case stopped(after: String, [String])
    /// It looked up an element that is not there.
    case noElement(String)
    /// A script looked up an element before it was there.
    case early(String)
    /// The text of another block stands in its place.
    case other(String, has: String)
    /// It stands there twice, or beside the old one.
    case doubled(String)
    /// Its tags or references are to be read.
    case escaped(String)
    /// It was put elsewhere, near this id.
    case elsewhere(String, id: String?)
    /// The callback changed nothing in the document.
    case writesNothing
    /// Its old text stands in its place.
    case oldText(String)
    /// This text stands in its place.
    case otherText(String, String)
    /// Told that nothing changed, the callback ended with an error.
    case ignoresCode(String)
    /// Told that nothing changed, the callback removed or replaced these words of blocks.
    case removesUnchanged(String)

    // Why it could not be judged.
    /// Scripts use what the document does not have.
    case uses(String)
    /// Scripts in these files did not run.
    case otherFiles([String])
    /// The changed blocks show no text.
    case noText
    /// The page differs too much to be compared word by word.
    case tooDifferent
    /// The callback also removed these words outside of the changed blocks.
    case removes(String)
    /// The scripts could not be run to their end.
    case failed(ScriptFailure)
    /// The session had no blocks for a callback.
    case noUpdate(String)

    // With an update that is shown.
    /// No script asked for the result: some clients pass none then.
    case notAsked
}

extension CallbackCause {
    /// A clause.
    package var words: String {
        func names(_ blocks: [String]) -> String { blocks.map { "{\($0)}" }.listed }
        return switch self {
        case .noCallback:
            "no script defines the function that the client calls: getDiffDataCallback, or the one it was given"
        case .refused(let text, let error): "JSON.parse refused “\(text)”: \(error)"
        case .threw(let text, let line, let stage):
            "\(stage == .callback ? "the callback" : "a script of the page") threw \(text)"
                + (line.map { ", line \($0)" } ?? "")
        case .notParsed: "the callback did not pass `result` to JSON.parse"
        case .notRead(let block): "{\(block)}: the callback never reads this key of the result"
        case .stopped(let last, let rest):
            "the callback goes through the keys of the result, and reads none after \(last): not \(names(rest))"
        case .noElement(let name): "there is no element \(name)"
        case .early(let name): "a script looks up \(name) before it is in the document"
        case .other(let block, let other): "{\(block)}: the text of {\(other)} is in its place"
        case .doubled(let block): "{\(block)}: its text is there twice, or beside the old one"
        case .escaped(let block): "{\(block)}: its tags or references are shown as text"
        case .elsewhere(let block, let id):
            "{\(block)}: its text was put elsewhere" + (id.map { ", in #\($0)" } ?? "")
        case .writesNothing: "the callback changes nothing in the document"
        case .oldText(let block): "{\(block)}: its old text is in its place"
        case .otherText(let block, ""): "{\(block)}: nothing is in its place"
        case .otherText(let block, let text): "{\(block)}: “\(text)” is in its place"
        case .ignoresCode(let error): "with code 304, which has no result, the callback threw \(error)"
        case .removesUnchanged(let words):
            "with code 304, which has no result, the callback removes “\(words)”"
        case .uses(let name): "a script uses \(name), which only a browser has"
        case .otherFiles(let files):
            "scripts in other files did not run: \(files.listed); name them with --script"
        case .noText: "the changed blocks show no text"
        case .tooDifferent: "the page differs from the merged page nearly everywhere"
        case .removes(let words): "the callback also removes “\(words)”, which is not in the changed blocks"
        case .failed(let failure): failure.words
        case .noUpdate(let outcome): "this session has no changed blocks for a callback: \(outcome)"
        case .notAsked: "no script asks for the result (sonic.getDiffData): some clients then pass none"
        }
    }
}

extension ScriptFailure {
    /// A clause.
    fileprivate var words: String {
        switch self {
        case .noEngine: "JavaScriptCore is not installed: install the package libjavascriptcoregtk-4.1-0"
        case .unconfined(let what):
            "scripts do not run here, since their process could not give up its rights: \(what)"
        case .endless(.load): "the page's scripts did not end within a second"
        case .endless(.callback): "the callback did not end within a second"
        case .ended(let stage):
            "the process of the scripts ended in the \(stage == .load ? "page's scripts" : "callback"), as it does when they need much memory"
        case .fault(let text): "the document for the scripts failed: \(text)"
        case .system(let text): "no process for the scripts could be started: \(text)"
        }
    }
}
