import Browser
import BrowserServices
import Glibc
import SonicProtocol
import SystemLibraries

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
        fileprivate let program: TerminalProgram

        /// Ends the editor, by force after a second.
        func stop() { program.stop() }
    }

    /// Starts it on a text, in this program's terminal.
    func start(_ text: String, named name: String) throws(CommandFailure) -> Running {
        let folder = try EditFolder(text, named: name)
        let program: TerminalProgram
        do throws(ShellProcess.Failure) {
            program = try TerminalProgram.start([script, command, folder.path])
        } catch {
            folder.remove()
            throw .failed(error.reason)
        }
        let outcome = Task.detached {
            let status = await program.status.value
            defer { folder.remove() }
            return result(text, folder, status: status)
        }
        return Running(edit: outcome, program: program)
    }

    /// The script for `sh`. The editor replaces the shell, so that its status and signals are reported; only a
    /// command with shell operators needs the shell, which must then survive `^C`.
    private var script: String {
        let hasOperators = command.contains { "&|;<>()`\n".contains($0) }
        return hasOperators ? "trap : INT QUIT; \(command) \"$@\"" : "exec env \(command) \"$@\""
    }

    private func result(_ text: String, _ folder: EditFolder, status: Int32) -> Edit {
        guard status & 0x7F == 0 else { return .refused(.killed(editor: command, signal: status & 0x7F)) }
        let code = (status >> 8) & 0xFF
        guard code == 0 else { return .refused(.failed(editor: command, status: code)) }
        let bytes: [UInt8]
        do throws(CommandFailure) {
            bytes = try folder.bytes(limit: Edit.limit)
        } catch {
            return .refused(.unreadable(error.message))
        }
        guard bytes.count <= Edit.limit else { return .refused(.tooLarge) }
        // Strings can be equal although their bytes differ; here the bytes count.
        if bytes.elementsEqual(text.utf8) { return .unchanged }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .refused(.notUTF8) }
        return .changed(text)
    }
}

/// A private folder with the file for an editor; files that the editor writes next to it are removed with the folder.
/// A failure is a clause.
struct EditFolder: Sendable {
    private let folder: String
    /// The file.
    let path: String

    /// Creates the folder (0700) below `TMPDIR` or /tmp, with the text in the file (0600).
    init(_ text: String, named name: String) throws(CommandFailure) {
        let parent = Environment().temporaryFolder
        var pattern = Array("\(parent)/sonic-edit.XXXXXX".utf8CString)
        guard let made = mkdtemp(&pattern) else { throw Self.failure(parent, errno) }
        folder = String(cString: made)
        path = folder + "/" + name
        do throws(CommandFailure) {
            try write(Array(text.utf8))
        } catch {
            remove()
            throw error
        }
    }

    private func write(_ bytes: [UInt8]) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        let code = writeAll(bytes, to: descriptor)
        close(descriptor)
        if let code { throw Self.failure(path, code) }
    }

    /// Returns the content of the file; of a larger one, one byte more than the limit.
    func bytes(limit: Int) throws(CommandFailure) -> [UInt8] {
        do throws(RegularFile.Refusal) {
            // An editor may have replaced it by something else.
            let file = try RegularFile(path, followingLinks: false)
            return Array(try RegularFile.bytes(of: file.descriptor, limit: limit).prefix(limit + 1))
        } catch {
            switch error {
            case .system(let code): throw Self.failure(path, code)
            case .notRegular, .tooLong: throw .failed("it is no longer a file")
            }
        }
    }

    private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
        .failed("\(String(cString: strerror(code))) (\(path))")
    }

    /// Removes the folder with all its files; a subfolder that an editor created remains, and so does the folder.
    func remove() {
        for name in FilePath(folder).entryNames ?? [] {
            unlink(folder + "/" + String(decoding: name, as: UTF8.self))
        }
        rmdir(folder)
    }
}
