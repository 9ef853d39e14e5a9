import BrowserCore
import Glibc

/// The editor of the reader's choice, which has the terminal while it runs.
struct TextEditor: Sendable {
    /// What starts it, as `sh` takes it: it may be of several words.
    let command: String

    /// What `VISUAL` or `EDITOR` names, else the first of the usual editors that is there.
    /// - Returns: nil where there is none.
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
        /// What comes of it.
        let edit: Task<Edit, Never>
        private let moments: AsyncStream<Moment>.Continuation

        fileprivate init(_ edit: Task<Edit, Never>, _ moments: AsyncStream<Moment>.Continuation) {
            (self.edit, self.moments) = (edit, moments)
        }

        /// Ends the editor, by force after a second.
        func stop() { moments.yield(.unwanted) }
    }

    /// What happens while it runs.
    fileprivate enum Moment: Sendable {
        /// It has ended.
        case over
        /// It is to end.
        case unwanted
        /// It did not end though it was asked to.
        case graceOver
    }

    /// How long it has to end when it is asked to, before it is killed.
    private static let grace = Duration.seconds(1)

    /// Starts it on a text, in the terminal that this program has.
    func start(_ order: EditOrder) throws(EditFolder.Failure) -> Running {
        let folder = try EditFolder(order)
        let process: pid_t
        do throws(ShellProcess.Failure) {
            process = try ShellProcess.start([script, command, folder.path], inOwnGroup: false)
        } catch {
            folder.remove()
            throw EditFolder.Failure(reason: error.reason)
        }
        let (moments, continuation) = AsyncStream<Moment>.makeStream()
        ProcessEnd.report(of: process) { continuation.yield(.over) }
        let outcome = Task.detached {
            let status = await Self.follow(process, moments, continuation)
            defer { folder.remove() }
            return result(order, folder, status: status)
        }
        return Running(outcome, continuation)
    }

    /// What `sh` is told. The editor takes the place of the shell, so that its end and signals are its own; only one
    /// with the shell's operators in it needs the shell, which must outlive `^C` then.
    private var script: String {
        let hasOperators = command.contains { "&|;<>()`\n".contains($0) }
        return hasOperators ? "trap : INT QUIT; \(command) \"$@\"" : "exec env \(command) \"$@\""
    }

    /// Waits until the editor has ended, and reaps it then, so that no other process has its number before.
    private static func follow(
        _ process: pid_t, _ moments: AsyncStream<Moment>, _ continuation: AsyncStream<Moment>.Continuation
    ) async -> Int32 {
        var reminder: Task<Void, Never>?
        waiting: for await moment in moments {
            switch moment {
            case .over: break waiting
            case .unwanted:
                kill(process, SIGTERM)
                // One that was stopped hears of it when it goes on.
                kill(process, SIGCONT)
                reminder = Task.detached {
                    // Cut short when nobody wants to be reminded any more.
                    guard (try? await Task.sleep(for: grace)) != nil else { return }
                    continuation.yield(.graceOver)
                }
            case .graceOver: kill(process, SIGKILL)
            }
        }
        reminder?.cancel()
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
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
        // Texts are equal that differ in bytes; here they are not.
        if bytes.elementsEqual(order.text.utf8) { return .unchanged }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .refused(.notUTF8) }
        return .changed(text)
    }
}
