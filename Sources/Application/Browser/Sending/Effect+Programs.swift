import SonicProtocol

extension Effect {
    /// What is asked of other programs of the reader's.
    public enum Programs: Sendable, Equatable {
        /// Show a file with the program of the reader's choice: `Report.reported`.
        case open(FileOpening)
        /// Open an address in the browser outside: `Report.reported`.
        case browse(WebURL)
        /// Hand an address to a command of the reader's: `Report.reported`.
        case send(SendOrder)
        /// Have the reader change a text in an editor, which has the terminal meanwhile: `Report.edited`.
        case edit(EditOrder)

        /// What becomes of programs.
        public enum Report: Sendable {
            /// This became of another program.
            case reported(ProgramReport)
            /// The reader has left the editor, or there was none.
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
