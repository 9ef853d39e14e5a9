import CellGrid

extension Effect {
    /// Effects on the terminal.
    public enum Terminal: Sendable, Equatable {
        /// Copy this text to the clipboard: `Report.copyRefused` if that fails.
        case copy(String)
        /// Redraw every cell, since another program wrote to the terminal.
        case redraw
        /// Restore the terminal and end the program.
        case quit

        /// The reports of the terminal.
        public enum Report: Sendable {
            /// The terminal has been resized.
            case resized(Size)
            /// A key was pressed, text was pasted, or the mouse was used.
            case keyPressed(Key)
            /// The text could not be copied to the clipboard.
            case copyRefused
        }
    }
}

extension Effect.Terminal.Report {
    func apply(to model: inout Model) -> [Effect] {
        switch self {
        case .resized(let size):
            model.screen.resize(to: size)
            if !model.account.inbox.rows.isEmpty { model.rewriteInbox() }
            // A notice may be about the previous size.
            if case .news = model.notice { model.notice = nil }
        case .keyPressed(let key): return model.press(key)
        case .copyRefused:
            model.notice = .failure(
                model.keys.namingKeys(
                    "Not copied: no clipboard, or too much text; {mouse} lets the terminal select."
                ))
        }
        return []
    }
}
