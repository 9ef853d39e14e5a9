import BrowserValues
import SonicProtocol

extension Effect {
    /// Effects on other programs.
    public enum Programs: Sendable, Equatable {
        /// Open a file with the program that the reader chose: `Report.reported`.
        case open(FileOpening)
        /// Open an address in the system's browser: `Report.reported`.
        case browse(WebURL)
        /// Pass an address to a command of the reader's: `Report.reported`.
        case send(SendOrder)
        /// Open a text in the reader's editor, which uses the terminal meanwhile: `Report.edited`.
        case edit(EditOrder)

        /// The reports of programs.
        public enum Report: Sendable {
            /// The outcome of another program.
            case reported(ProgramReport)
            /// The reader has left the editor, or it could not be started.
            case edited(Edit, for: EditOrder.Purpose)
        }
    }
}

extension Effect.Programs.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .reported(let report): model.handle(report)
        case .edited(let edit, let purpose): return model.apply(edit, for: purpose)
        }
        return []
    }
}
