import Browser
import BrowserServices
import Glibc

/// The user's editor, which uses the terminal while it runs.
struct TextEditor: Sendable {
    /// The command line for `sh`; it may consist of several words.
    let command: String

    /// Creates the editor in `VISUAL` or `EDITOR`, otherwise the first of the common editors that exists.
    /// - Returns: nil if there is none.
    init?(_ environment: Environment) {
        let named = ["VISUAL", "EDITOR"].compactMap { environment[$0] }.first { text in
            text.contains { !$0.isWhitespace }
        }
        let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        let usual = ["sensible-editor", "editor", "vi", "nano"].first { name in
            folders.contains { access("\($0)/\(name)", X_OK) == 0 }
        }
        guard let command = named ?? usual else { return nil }
        self.command = command
    }

    /// An editor that was started on a text.
    struct Running: Sendable {
        /// The result.
        let edit: Task<Edit, Never>
        private let program: TerminalProgram.Running

        fileprivate init(_ edit: Task<Edit, Never>, _ program: TerminalProgram.Running) {
            (self.edit, self.program) = (edit, program)
        }

        /// Ends the editor, by force after a second.
        func stop() { program.stop() }
    }

    /// Starts it on a text, in this program's terminal.
    func start(_ order: EditOrder) throws(EditFolder.Failure) -> Running {
        let folder = try EditFolder(order)
        let program: TerminalProgram.Running
        do throws(ShellProcess.Failure) {
            program = try TerminalProgram.start([script, command, folder.path])
        } catch {
            folder.remove()
            throw EditFolder.Failure(reason: error.reason)
        }
        let outcome = Task.detached {
            let status = await program.status.value
            defer { folder.remove() }
            return result(order, folder, status: status)
        }
        return Running(outcome, program)
    }

    /// The script for `sh`. The editor replaces the shell, so that its status and signals are reported; only a
    /// command with shell operators needs the shell, which must then survive `^C`.
    private var script: String {
        let hasOperators = command.contains { "&|;<>()`\n".contains($0) }
        return hasOperators ? "trap : INT QUIT; \(command) \"$@\"" : "exec env \(command) \"$@\""
    }

    private func result(_ order: EditOrder, _ folder: EditFolder, status: Int32) -> Edit {
        guard status & 0x7F == 0 else { return .refused(.killed(editor: command, signal: status & 0x7F)) }
        let code = (status >> 8) & 0xFF
        guard code == 0 else { return .refused(.failed(editor: command, status: code)) }
        let bytes: [UInt8]
        do throws(EditFolder.Failure) {
            bytes = try folder.bytes(limit: EditOrder.limit)
        } catch {
            return .refused(.unreadable(error.reason))
        }
        guard bytes.count <= EditOrder.limit else { return .refused(.tooLarge) }
        // Strings can be equal although their bytes differ; here the bytes count.
        if bytes.elementsEqual(order.text.utf8) { return .unchanged }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .refused(.notUTF8) }
        return .changed(text)
    }
}
