import CPageScripts
import Glibc
import SonicProtocol
import SystemLibraries

/// The process in which the scripts of pages run, without any rights (docs/decisions/0821-scripts-run-in-a-process-without-rights.md): it can
/// compute, read its standard input and write its standard output.
///
/// Each line of input is a page with what is passed to its scripts; the lines of output are objects with one member:
/// `stage`, what runs now; `report`, the result for a page; `failure`, why there is none, which is the last line; or
/// `unconfined`, the calls of the system that would still be possible.
package enum ScriptChild {
    /// The only argument of the program in this process.
    package static let command = "page-scripts"

    /// The memory that scripts may use, in bytes.
    private static let memory = 512 << 20
    /// The maximum number of pages.
    private static let most = 2

    /// Runs the pages on standard input, one after the other, each in a global object of its own.
    package static func run() {
        guard script_open(answer) else { return write("failure", "engine") }
        // Before the confinement: the engine reads files and starts threads.
        let realms = (0..<most).compactMap { _ in script_make_realm() }
        let error = confine(memory)
        guard error == 0 else { return write("unconfined", String(cString: strerror(error))) }
        let gaps = confinement_gaps()
        guard gaps == 0 else {
            let calls = (0..<32).filter { gaps >> UInt32($0) & 1 == 1 }.map { confinement_call(UInt32($0)) }
            return write("unconfined", calls.compactMap { $0.map { String(cString: $0) } }.listed)
        }
        write("stage", "load")
        for (job, realm) in zip(readInput().split(separator: 0x0A), realms) {
            guard let report = run(Array(job), in: realm) else { return }
            writeLine(#"{"report":\#(report)}"#)
        }
    }

    /// Runs a page. Returns the report in JSON; nil after writing why there is none.
    private static func run(_ job: [UInt8], in realm: OpaquePointer) -> String? {
        func text(_ bytes: [UInt8]) -> [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }
        var error = script_start(realm, text(PackageResources.document_js))
        var report = error == nil ? script_call(realm, text(job), &error) : nil
        while report == nil, error == nil { report = script_call(realm, nil, &error) }
        if let report { return String(cString: report) }
        write("failure", error.map { String(cString: $0) } ?? "")
        return nil
    }

    /// What the document asks the program, by the numbers in its text.
    private enum Question: Int32 {
        /// What the parser finds in a text: a page, or a fragment in an element of this name.
        case parse
        /// To tell that something else runs now.
        case stage
        /// A reference, resolved against an address.
        case address
    }

    private static let answer: script_host = { call, first, second in
        let first = first.map { String(cString: $0) } ?? ""
        let second = second.map { String(cString: $0) }
        switch Question(rawValue: call) {
        case .parse: return strdup(ParsedSteps(first, fragmentIn: second).json)
        case .address: return strdup(WebURL(second ?? "")?.resolve(first)?.href ?? first)
        case .stage, nil:
            write("stage", first)
            return nil
        }
    }

    private static func readInput() -> [UInt8] {
        var input: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = retried({ read(STDIN_FILENO, &piece, piece.count) }), count > 0 {
            input += piece[..<count]
        }
        return input
    }

    private static func write(_ name: String, _ value: String) {
        writeLine(JSONValue.object([.init(name, .string(value))]).text())
    }

    // Without a reader there is nobody to tell.
    private static func writeLine(_ line: String) {
        _ = writeAll(Array((line + "\n").utf8), to: STDOUT_FILENO)
    }
}
