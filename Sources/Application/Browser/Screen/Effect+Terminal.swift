import CellGrid

extension Effect {
    /// What is asked of the terminal.
    public enum Terminal: Sendable, Equatable {
        /// Take this text for the clipboard: `Report.copyRefused` where it cannot.
        case copy(String)
        /// Draw every cell anew, since something else wrote on the terminal.
        case redraw
        /// Restore the terminal and end the program.
        case quit

        /// What the terminal reports.
        public enum Report: Sendable {
            /// It has this size now.
            case resized(Size)
            /// A key was pressed, text was pasted, the mouse did something.
            case keyPressed(Key)
            /// It has no way to its clipboard.
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
            // News may be of the room there was.
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
